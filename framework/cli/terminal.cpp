#include <rif/cli/terminal.hpp>

#include <cstdint>

#include <sys/ioctl.h>
#include <unistd.h>

namespace rif::cli {

std::size_t terminal_width() {
    constexpr std::size_t k_without_terminal = 100;
    winsize size{};
    if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return k_without_terminal;
    return size.ws_col;
}

std::size_t table_width() { return ::isatty(STDOUT_FILENO) ? terminal_width() : SIZE_MAX; }

}  // namespace rif::cli
