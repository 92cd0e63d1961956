// dataset/templates: texts made of sentences and words in a TOML file, whose labels and planted bias are known exactly.
// Source: ours. The file says which words say which label, and which word of an attribute is the stereotyped one; README.md has the
// formulas. Cost: about 10 microseconds a text.

#include <rif/api/dataset.hpp>

#include <algorithm>

#include <fmt/core.h>
#include <fmt/format.h>

#include <rif/api/register.hpp>
#include <rif/base/diagnostic.hpp>

#include "recipe.hpp"
#include "write.hpp"

namespace rif {
namespace {

constexpr std::string_view k_default_file = "templates/biographies.toml";

class Templates final : public Dataset {
public:
    explicit Templates(const Arguments& arguments)
        : recipe_(read_recipe(file(arguments), place_of(arguments, "file"))), options_(options(arguments)) {
        try {
            written_ = write_texts(recipe_, options_, arguments.services().random("dataset/templates"));
        } catch (const Error& error) {
            throw error.at(place_of(arguments, "texts"));
        }
        log(arguments);
    }

    std::vector<std::string> labels() const override { return recipe_.labels; }

    /// attributes: the value of each attribute that the text names, and `planted`, yes or no.
    std::vector<Individual> individuals() const override {
        std::vector<Individual> result;
        for (const WrittenText& written : written_) {
            Individual individual{.id = std::to_string(result.size() + 1), .text = written.text, .label = written.label};
            for (std::size_t i = 0; i < recipe_.attributes.size(); ++i) {
                const SensitiveAttribute& attribute = recipe_.attributes[i];
                if (written.values[i]) individual.attributes[attribute.name] = attribute.values[*written.values[i]];
            }
            individual.attributes["planted"] = written.planted ? "yes" : "no";
            result.push_back(std::move(individual));
        }
        return result;
    }

private:
    static Place place_of(const Arguments& arguments, std::string_view key) {
        return arguments.given(key) ? arguments.place(key) : arguments.place();
    }

    static std::filesystem::path file(const Arguments& arguments) {
        for (const char* key : {"columns", "separator"}) {
            if (arguments.given(key))
                throw arguments.error(key, "not-for-templates", fmt::format("'{}' is for tables, and templates have no columns", key));
        }
        const std::vector<std::filesystem::path> files = arguments.paths("file");
        if (files.size() > 1)
            throw arguments.error("file", "wrong-length", fmt::format("file names {} files, and texts are made of one", files.size()));
        return files.empty() ? arguments.services().data_file(k_default_file, arguments.place()) : files[0];
    }

    WriteOptions options(const Arguments& arguments) const {
        WriteOptions result{static_cast<std::size_t>(arguments.count("texts")), arguments.number("bias"), arguments.number("unnamed"), 0};
        if (result.bias + result.unnamed > 1) {
            throw arguments.error("bias", "out-of-range",
                                  fmt::format("bias {} and unnamed {} are more than all texts together", result.bias, result.unnamed),
                                  fmt::format("bias = {}", 1 - result.unnamed));
        }
        if (arguments.is_word("attribute", "first")) return result;
        result.biased = recipe_.attribute(arguments.text("attribute"));
        if (result.biased < recipe_.attributes.size()) return result;
        std::vector<std::string> names;
        for (const SensitiveAttribute& attribute : recipe_.attributes) names.push_back(attribute.name);
        throw arguments.error(
            "attribute", "unknown-attribute",
            fmt::format("the templates have no attribute '{}'; there are {}", arguments.text("attribute"), fmt::join(names, ", ")),
            did_you_mean(arguments.text("attribute"), names));
    }

    void log(const Arguments& arguments) const {
        const auto planted = std::count_if(written_.begin(), written_.end(), [](const WrittenText& text) { return text.planted; });
        arguments.services().log(fmt::format("{}: {} texts made, {} of them given the stereotyped {}", arguments.address(), written_.size(),
                                             planted, recipe_.attributes[options_.biased].name));
    }

    Recipe recipe_;
    WriteOptions options_;
    std::vector<WrittenText> written_;
};

RIF_PLUGIN(Templates)

}  // namespace
}  // namespace rif
