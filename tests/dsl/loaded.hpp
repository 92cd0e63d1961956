// An experiment out of texts that a test writes, checked against language_catalogue() in a folder of its own.
#pragma once

#include <map>
#include <optional>
#include <string>

#include "dsl/experiment.hpp"
#include "support/test_data.hpp"

namespace rif::test {

struct Loaded {
    std::optional<dsl::Experiment> experiment;
    Diagnostics diagnostics;

    /// In order, with a blank between; a warning has a '?' behind it.
    std::string slugs() const;
    /// All of them as text.
    std::string text() const;
    /// The block at "attack.rifair"; a failure where there is none.
    const dsl::Block& block(const std::string& address) const;
    /// A setting's typed value printed: setting("attack.rifair", "tokens").
    std::string setting(const std::string& address, const std::string& key) const;
};

/// files: texts by name; "rif 1" is put before each. The first that is asked for is "x.rif". The working directory is the folder meanwhile.
Loaded load(const std::map<std::string, std::string>& files, dsl::CheckOptions options = {}, const std::string& asked = "x.rif");
/// One file.
Loaded load(const std::string& text, dsl::CheckOptions options = {});
/// Blocks and a run that are whole: data, model, pairs, perturbation, one attack, target RB. `attack` stands between the braces of attack
/// rifair.
std::string whole_experiment(const std::string& attack = "", const std::string& run = "");

}  // namespace rif::test
