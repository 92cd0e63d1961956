#include "dsl/loaded.hpp"

#include <boost/test/unit_test.hpp>

#include <rif/base/file.hpp>

#include "support/test_catalogue.hpp"

namespace rif::test {

std::string Loaded::slugs() const {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all()) {
        result += (result.empty() ? "" : " ") + diagnostic.slug + (diagnostic.severity == Severity::warning ? "?" : "");
    }
    return result;
}

std::string Loaded::text() const {
    std::string result;
    for (const Diagnostic& diagnostic : diagnostics.all()) result += as_text(diagnostic);
    return result;
}

const dsl::Block& Loaded::block(const std::string& address) const {
    BOOST_REQUIRE_MESSAGE(experiment, text());
    const std::size_t dot = address.find('.');
    const dsl::Block* found = experiment->find(*role_named(address.substr(0, dot)), address.substr(dot + 1));
    BOOST_REQUIRE_MESSAGE(found, address);
    return *found;
}

std::string Loaded::setting(const std::string& address, const std::string& key) const {
    const CheckedValue* checked = block(address).settings->find(key);
    BOOST_REQUIRE_MESSAGE(checked, address + "." + key);
    return print(checked->value);
}

Loaded load(const std::map<std::string, std::string>& files, dsl::CheckOptions options, const std::string& asked) {
    const std::shared_ptr<const Catalogue> catalogue = language_catalogue();  // before the folder changes
    const TemporaryFolder folder;
    for (const auto& [name, text] : files) {
        std::filesystem::create_directories((folder / name).parent_path());
        write_file(folder / name, name.ends_with(".rif") ? "rif 1\n" + text : text);
    }
    const std::filesystem::path before = std::filesystem::current_path();
    std::filesystem::current_path(folder.path());
    Loaded result;
    result.experiment = dsl::load_experiment(asked, catalogue, options, result.diagnostics);
    std::filesystem::current_path(before);
    return result;
}

Loaded load(const std::string& text, dsl::CheckOptions options) { return load({{"x.rif", text}}, std::move(options)); }

std::string whole_experiment(const std::string& attack, const std::string& run) {
    return "dataset texts = templates\n"
           "counterpart swapped = lexicon { attributes = [gender] }\n"
           "model bag = embedding_bag { train { epochs = 3 } }\n"
           "perturbation synonyms = wordnet\n"
           "target RB { alpha = [+1, -1], beta = -1 }\n"
           "attack rifair = rifair { " +
           attack +
           " }\n"
           "run {\n  dataset = texts\n  counterpart = swapped\n  model = bag\n  perturbation = synonyms\n  target = RB\n  attack = "
           "rifair\n" +
           run + "\n}\n";
}

}  // namespace rif::test
