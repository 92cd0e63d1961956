#include "dsl/example.hpp"

#include <rif/base/error.hpp>
#include <rif/base/file.hpp>

#include "dsl/parse.hpp"

namespace rif::dsl {

Body settings_in_example(const std::filesystem::path& file, std::string_view role, std::string_view plugin) {
    std::error_code ignored;
    if (!std::filesystem::exists(file, ignored)) return {};
    Diagnostics unread;
    const Document document = parse(std::make_shared<const Source>(Source{file.string(), read_file(file, {}, k_most_bytes), {}}), unread);
    for (const Statement& statement : document.statements) {
        const auto* block = std::get_if<BlockStatement>(&statement);
        if (block && block->role == role && block->plugin == plugin) return block->body;
    }
    return {};
}

}  // namespace rif::dsl
