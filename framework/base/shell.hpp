// Words for a shell: what a message tells the user to paste.
#pragma once

#include <string>
#include <string_view>

namespace rif {

/// `word` as a POSIX shell reads it back: unchanged where it is of plain ASCII characters, else in single quotes.
std::string shell_word(std::string_view word);

}  // namespace rif
