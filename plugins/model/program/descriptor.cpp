#include "descriptor.hpp"

#include <cerrno>
#include <cstring>

#include <fcntl.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr int k_first = 3;  // after standard input, output and error

Descriptor above_standard(Descriptor descriptor) {
    if (descriptor.number() >= k_first) return descriptor;
    return Descriptor(::fcntl(descriptor.number(), F_DUPFD_CLOEXEC, k_first));
}

}  // namespace

void Descriptor::close() {
    if (number_ >= 0) ::close(number_);
    number_ = -1;
}

Pipe::Pipe() {
    int ends[2] = {-1, -1};
    if (::pipe2(ends, O_CLOEXEC) == 0) {
        read = above_standard(Descriptor(ends[0]));
        write = above_standard(Descriptor(ends[1]));
    }
    if (!read.is_open() || !write.is_open())
        throw Error("program-start", fmt::format("no pipe to a program can be made: {}", std::strerror(errno)),
                    "raise ulimit -n, or lower `workers`");
}

}  // namespace rif
