#include <rif/base/error.hpp>

#include <cstdio>
#include <cstdlib>

namespace rif {

Error::Error(std::string slug, std::string message, std::string help, Place place)
    : slug_(std::move(slug)), message_(std::move(message)), help_(std::move(help)), place_(std::move(place)) {}

Error::~Error() = default;

Error Error::at(const Place& place) const {
    Error copy = *this;
    if (!copy.place_) copy.place_ = place;
    return copy;
}

void assertion_failed(const char* sentence, const char* file, int line) {
    std::fprintf(stderr, "rif: a mistake in rifair itself: %s (%s:%d)\n  help: please report it with the command that you ran\n", sentence,
                 file, line);
    std::abort();
}

}  // namespace rif
