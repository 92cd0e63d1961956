// Starting a program: fork, wire its three standard streams, exec.
#pragma once

#include <string>
#include <vector>

namespace rif {

/// Descriptors that become standard input, output and error.
struct Streams {
    int input, output, errors;
};

/// words: the program and its arguments; folder: that it starts in, or "". Ends with the calling thread: call it from one that waits.
/// returns: the process; it leads a process group of its own.
/// errors: rif::Error "program-start" with the word and what the system says.
int start_program(const std::vector<std::string>& words, const std::string& folder, const Streams& streams);

}  // namespace rif
