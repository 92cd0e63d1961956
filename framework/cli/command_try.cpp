// rif try: asks one component of an experiment; only it and what it names are made.
#include <fmt/core.h>

#include <rif/base/error.hpp>
#include <rif/cli/command.hpp>
#include <rif/cli/experiment_argument.hpp>
#include <rif/cli/failure.hpp>
#include <rif/cli/options.hpp>
#include <rif/cli/try_component.hpp>

namespace rif::cli {

namespace {

int try_block(const Given& given) {
    dsl::CheckOptions check;
    check.sets = given.all("set");
    check.missing_path_is_error = false;  // only what the block needs has to be there
    check.needs_run = false;
    const auto [experiment, code] = loaded(given.one("x"), check, true);
    if (!experiment) return code;
    TryRequest request;
    request.texts = given.all("text");
    if (given.has("file")) request.file = given.one("file");
    request.detail = given.has("detail");
    request.json = given.has("json");
    fmt::print("{}", tried(*experiment, addressed(*experiment, given.one("address"), "rif try"), request, cache_folder()));
    return 0;
}

}  // namespace

int command_try(const Arguments& arguments) {
    const Usage usage{
        "rif try x.rif ADDRESS [TEXT...] [--file texts.jsonl]",
        "Asks one component: model.NAME TEXT... prints its scores; similarity.NAME A B how alike they are; perturbation.NAME TEXT the\n"
        "candidates with their verdicts; counterpart.NAME TEXT the counterparts; dataset.NAME its first texts and label counts.\n"
        "Without TEXT the first texts of run.dataset are asked.",
        {{"file", Takes::one, "JSON lines with `text` and optionally `text_pair`"},
         {"detail", Takes::flag, "everything that the component says"},
         {"json", Takes::flag, "one JSON object a text"},
         {"set", Takes::several, "ADDRESS=VALUE: another value for one setting"}},
        {{"x", Takes::one, "the experiment"}, {"address", Takes::one, "ROLE.NAME"}, {"text", Takes::several, "texts"}}};
    Given options;
    if (const auto code = parse(arguments, usage, options)) return *code;
    if (!options.has("x") || !options.has("address")) {
        return print_error(Error("command-line", "rif try needs a .rif file and the address of a block",
                                 "rif try experiments/quickstart.rif model.small \"She is a nurse.\""));
    }
    return guarded([&] { return try_block(options); });
}

}  // namespace rif::cli
