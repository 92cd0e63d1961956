#include "slots.hpp"

namespace rif {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

}  // namespace

std::vector<TemplateSlot> slots_of(std::string_view sentence) {
    std::vector<TemplateSlot> result;
    for (std::size_t open = sentence.find('{'); open != std::string_view::npos; open = sentence.find('{', open + 1)) {
        std::size_t end = open + 1;
        while (end < sentence.size() && is_letter(sentence[end])) ++end;
        if (end == open + 1 || end == sentence.size() || sentence[end] != '}') continue;
        const std::string_view name = sentence.substr(open + 1, end - open - 1);
        result.push_back({{open, end + 1}, lower(name), !is_lower(name)});
    }
    return result;
}

}  // namespace rif
