#include "dsl/document.hpp"

namespace rif::dsl {

std::string Address::to_string() const {
    std::string result;
    for (const std::string& part : parts) result += (result.empty() ? "" : ".") + name_or_quoted(part);
    return result;
}

}  // namespace rif::dsl
