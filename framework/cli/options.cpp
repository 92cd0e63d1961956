#include <rif/cli/options.hpp>

#include <algorithm>
#include <iostream>

#include <rif/cli/failure.hpp>

namespace rif::cli {

namespace po = boost::program_options;

std::optional<int> parse(const std::vector<std::string>& arguments, Usage& usage, po::variables_map& given) {
    usage.options.add_options()("help,h", "this text");
    po::positional_options_description positional;
    for (std::size_t i = 0; i < usage.positional.size(); ++i) positional.add(usage.positional[i], i + 1 == usage.positional.size() ? -1 : 1);
    try {
        po::store(po::command_line_parser(arguments).options(usage.options).positional(positional).run(), given);
        po::notify(given);
    } catch (const po::error& error) {
        return print_error(Error("command-line", error.what(), "usage: " + usage.usage));
    }
    if (!given.count("help")) return std::nullopt;
    po::options_description shown("options");
    for (const auto& option : usage.options.options()) {
        const bool is_positional = std::any_of(usage.positional.begin(), usage.positional.end(), [&](const char* name) { return option->long_name() == name; });
        if (!is_positional) shown.add(option);
    }
    std::cout << "usage: " << usage.usage << "\n\n" << usage.text << "\n\n" << shown;
    return 0;
}

std::vector<std::string> all_of(const po::variables_map& given, const char* name) {
    return given.count(name) ? given[name].as<std::vector<std::string>>() : std::vector<std::string>();
}

std::string one_of(const po::variables_map& given, const char* name) { return given.count(name) ? given[name].as<std::string>() : std::string(); }

po::typed_value<std::vector<std::string>>* several() { return po::value<std::vector<std::string>>()->composing(); }
po::typed_value<std::string>* one() { return po::value<std::string>(); }

}  // namespace rif::cli
