#include <rif/cli/options.hpp>

#include <charconv>
#include <iostream>

#include <boost/program_options.hpp>
#include <fmt/core.h>

#include <rif/cli/failure.hpp>

namespace rif::cli {

namespace po = boost::program_options;

namespace {

void add(po::options_description& to, const Option& option) {
    if (option.takes == Takes::flag)
        to.add_options()(option.name, option.help);
    else if (option.takes == Takes::one)
        to.add_options()(option.name, po::value<std::string>(), option.help);
    else
        to.add_options()(option.name, po::value<std::vector<std::string>>()->composing(), option.help);
}

std::string long_name(const Option& option) {
    const std::string_view name = option.name;
    return std::string(name.substr(0, name.find(',')));
}

std::vector<std::string> values_of(const po::variable_value& value, Takes takes) {
    if (takes == Takes::flag) return {""};
    if (takes == Takes::one) return {value.as<std::string>()};
    return value.as<std::vector<std::string>>();
}

/// "rif run" of "rif run x.rif [options]".
std::string called(const Usage& usage) {
    const std::string_view line = usage.line;
    return std::string(line.substr(0, line.find(' ', line.find(' ') + 1)));
}

}  // namespace

std::string Given::one(std::string_view name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? std::string() : at->second.back();
}

std::vector<std::string> Given::all(std::string_view name) const {
    const auto at = values_.find(name);
    return at == values_.end() ? std::vector<std::string>() : at->second;
}

std::optional<std::size_t> Given::count(std::string_view name) const {
    if (!has(name)) return std::nullopt;
    const std::string text = one(name);
    std::size_t number = 0;
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (code != std::errc() || end != text.data() + text.size() || number == 0) {
        throw Error("command-line", fmt::format("--{} takes a whole number from 1 on, and '{}' is none", name, text),
                    fmt::format("--{} 2", name));
    }
    return number;
}

std::optional<int> parse(const std::vector<std::string>& arguments, const Usage& usage, Given& given) {
    po::options_description shown("options"), all;
    for (const Option& option : usage.options) add(shown, option);
    shown.add_options()("help,h", "this text");
    all.add(shown);
    po::positional_options_description positional;
    for (const Option& option : usage.positional) {
        add(all, option);
        positional.add(option.name, option.takes == Takes::several ? -1 : 1);
    }
    po::variables_map map;
    try {
        po::store(po::command_line_parser(arguments).options(all).positional(positional).run(), map);
    } catch (const po::error& error) {
        return print_error(Error("command-line", error.what(), called(usage) + " --help"));
    }
    if (map.count("help")) {
        std::cout << "usage: " << usage.line << "\n\n" << usage.text << "\n\n" << shown;
        return 0;
    }
    for (const std::vector<Option>* options : {&usage.options, &usage.positional}) {
        for (const Option& option : *options) {
            const std::string name = long_name(option);
            if (map.count(name)) given.values_[name] = values_of(map[name], option.takes);
        }
    }
    return std::nullopt;
}

}  // namespace rif::cli
