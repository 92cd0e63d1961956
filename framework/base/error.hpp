// The one error that rifair throws when the world is wrong: a file, a network, a machine, a component's setting.
#pragma once

#include <exception>
#include <string>

#include <rif/base/place.hpp>

namespace rif {

/// slug: stable, matched by tests. message: what was found and expected, with numbers. help: what to type or do.
/// place: the setting that led there, where there is one.
class Error : public std::exception {
public:
    Error(std::string slug, std::string message, std::string help = {}, Place place = {});
    ~Error() override;

    const char* what() const noexcept override { return message_.c_str(); }
    const std::string& slug() const { return slug_; }
    const std::string& message() const { return message_; }
    const std::string& help() const { return help_; }
    const Place& place() const { return place_; }
    /// The same error at `place`, unless it has one already.
    Error at(const Place& place) const;

private:
    std::string slug_, message_, help_;
    Place place_;
};

/// Thrown through a search when its budget is spent. Of no standard class, so that no handler in a plugin swallows it.
struct BudgetSpent {
    bool time = false;  // the seconds ran out, not the queries
};

/// Thrown through a search when the user interrupted the run.
struct Cancelled {};

/// We are wrong: ends the program with `sentence` and the place in the code, in every build.
[[noreturn]] void assertion_failed(const char* sentence, const char* file, int line);

}  // namespace rif
