// Plain threads for searches: as many as asked for, 1 MiB of stack each, the first exception rethrown at the end.
#pragma once

#include <cstddef>
#include <functional>

namespace rif {

/// Cores that this process may use, by affinity and control group, at least 1.
std::size_t usable_cores();

/// Calls `work(i)` for i in [0, total), each once, on `threads` threads (on the calling one where that is 1). An exception ends the
/// handing out of further numbers and is rethrown here when all threads have ended.
void for_each_parallel(std::size_t threads, std::size_t total, const std::function<void(std::size_t)>& work);

}  // namespace rif
