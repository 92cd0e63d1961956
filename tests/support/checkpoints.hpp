// Checkpoint folders for tests of what reads them: the tree's own small ones, to copy and to damage.
#pragma once

#include <filesystem>
#include <functional>
#include <string>

namespace rif::test {

/// The setting that names a folder: checkpoint = "…".
std::string checkpoint_setting(const std::filesystem::path& folder);

/// The files of share/checkpoints/`name` into `folder`, over what is there.
void copy_checkpoint(const std::string& name, const std::filesystem::path& folder);

/// Writes the file with `now` in place of the first `old`, which must be there.
void replace_in(const std::filesystem::path& file, const std::string& old, const std::string& now);

/// The slug of the rif::Error that comes out of a call, whose message must be one sentence on one line; "" where none does.
std::string slug_of(const std::function<void()>& call);

}  // namespace rif::test
