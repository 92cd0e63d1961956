// Slots of a sentence: `{subject}`, `{word}`; with a capital letter the word that fills it begins with one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <rif/base/text.hpp>

namespace rif {

/// span: of the braces and what is between them. name: in lower case.
struct TemplateSlot {
    ByteSpan span;
    std::string name;
    bool capital = false;
};

/// Braces without a plain word between them are ordinary text.
std::vector<TemplateSlot> slots_of(std::string_view sentence);

}  // namespace rif
