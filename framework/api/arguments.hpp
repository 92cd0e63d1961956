// The checked settings of one block, as its constructor reads them: typed, in the manifest's units, defaults filled in.
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <rif/api/component.hpp>
#include <rif/api/services.hpp>
#include <rif/base/error.hpp>
#include <rif/base/schema_check.hpp>

namespace rif {

class Similarity;

/// `entailment >= 0.8`, live. `similarity` is null where the condition is on `score`.
struct Condition {
    std::shared_ptr<const Similarity> similarity;
    std::string name;  // of the block, or "score"
    Comparison comparison = Comparison::at_least;
    double bound = 0;
    bool admits(double value) const { return holds(value, comparison, bound); }
};

struct NumberRange {
    double low = 0, high = 0;
};

/// Live components by block: given to Arguments by whoever assembles a cell.
using BlockLookup = std::function<std::shared_ptr<Component>(std::string_view role, std::string_view name)>;

/// A key that the manifest does not declare, or one asked for as another type, is our mistake: an assertion.
/// A key with neither value nor default: the optional_ forms give nothing, the others throw rif::Error "missing-setting".
class Arguments {
public:
    Arguments(std::shared_ptr<const Settings> settings, std::string address, BlockLookup blocks, std::shared_ptr<const Services> services);

    const std::string& address() const { return address_; }  // "model.small"
    /// The block's own name: "small".
    std::string block_name() const;

    bool given(std::string_view key) const;  // written in the file, not the default
    bool has(std::string_view key) const;    // has a value or a default (the `or` word counts)
    /// Whether the `or` word was given: is_word("limit", "none").
    bool is_word(std::string_view key, std::string_view word) const;

    double number(std::string_view key) const;  // number, probability
    std::int64_t count(std::string_view key) const;
    std::optional<double> optional_number(std::string_view key) const;  // nothing for the `or` word too
    std::optional<std::int64_t> optional_count(std::string_view key) const;
    std::string text(std::string_view key) const;  // text, url, choice, column, attribute, unit
    std::optional<std::string> optional_text(std::string_view key) const;
    std::string choice(std::string_view key) const;
    bool on(std::string_view key) const;
    std::filesystem::path path(std::string_view key) const;                // resolved where it was found, else as written beside the file
    std::vector<std::filesystem::path> paths(std::string_view key) const;  // one or many
    std::vector<std::string> texts(std::string_view key) const;            // one or many; empty where absent
    std::vector<double> numbers(std::string_view key) const;
    NumberRange range(std::string_view key) const;
    std::vector<Condition> conditions(std::string_view key) const;   // one or many; empty where absent
    std::optional<Condition> condition(std::string_view key) const;  // the only one

    /// The live block that a `block:ROLE` setting names.
    template <class T>
    std::shared_ptr<const T> block(std::string_view key) const {
        return std::dynamic_pointer_cast<const T>(component(key));
    }
    std::vector<std::string> block_names(std::string_view key) const;

    /// Groups of this name in the order written, each with settings of its own.
    std::vector<Arguments> groups(std::string_view name) const;
    std::string label() const { return label_; }

    Place place(std::string_view key) const;  // of the value, or of the block's head
    Place place() const { return settings_->place; }
    /// An error at a setting: throw arguments.error("gap", "out-of-range", "…", "…").
    Error error(std::string_view key, std::string slug, std::string message, std::string help = {}) const;
    const Services& services() const { return *services_; }
    std::shared_ptr<const Services> services_pointer() const { return services_; }
    const Settings& settings() const { return *settings_; }

private:
    const CheckedValue& checked(std::string_view key) const;
    std::shared_ptr<Component> component(std::string_view key) const;

    std::shared_ptr<const Settings> settings_;
    std::string address_, label_;
    BlockLookup blocks_;
    std::shared_ptr<const Services> services_;
};

}  // namespace rif
