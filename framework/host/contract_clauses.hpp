// What the clauses of the roles share.
#pragma once

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include <rif/api/arguments.hpp>
#include <rif/host/contract.hpp>

namespace rif {

class Clauses {
public:
    /// body returns "" where the clause is kept, else what breaks it; an exception breaks it too.
    void add(std::string sentence, const std::function<std::string()>& body);
    void not_tried(std::string sentence, std::string why);
    std::vector<Clause> take() { return std::move(clauses_); }

private:
    std::vector<Clause> clauses_;
};

/// One component under contract. make: another one like it.
struct Subject {
    const PluginEntry& plugin;
    std::shared_ptr<Component> component;
    std::function<std::shared_ptr<Component>()> make;
    const Arguments& arguments;
    std::filesystem::path work_folder;
};

/// One answer a text, spelled out so that equal answers are equal texts. Throws where an answer is not allowed.
using Ask = std::function<std::vector<std::string>(std::span<const std::string> texts)>;

/// The clauses that hold for everything that is asked about texts: empty asks, odd texts, the same again, alone and among others, from
/// several threads, many.
/// what: "texts", "words", for the sentences.
void texts_clauses(const Ask& ask, const std::string& what, bool deterministic, Clauses& clauses);

/// Texts that broke tools of this field: empty, blank, without letters, long, right to left, emoji, combining marks, reserved words.
const std::vector<std::string>& odd_texts();
/// The number bit for bit. errors: rif::Error "not-a-number" for NaN and infinities, with `what`.
std::string exact(double value, const std::string& what);

void dataset_clauses(const Subject& subject, Clauses& clauses);
void counterpart_clauses(const Subject& subject, Clauses& clauses);
void model_clauses(const Subject& subject, Clauses& clauses);
void similarity_clauses(const Subject& subject, Clauses& clauses);
void perturbation_clauses(const Subject& subject, Clauses& clauses);
void attack_clauses(const Subject& subject, Clauses& clauses);
void audit_clauses(const Subject& subject, Clauses& clauses);
void defense_clauses(const Subject& subject, Clauses& clauses);
void report_clauses(const Subject& subject, Clauses& clauses);

}  // namespace rif
