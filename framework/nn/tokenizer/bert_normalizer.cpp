// BERT's cleaning, for plain text in one pass.
#include <algorithm>

#include <rif/nn/tokenizer/normalizer.hpp>
#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr char32_t k_replacement = 0xFFFD;

struct Range {
    char32_t first, last;
};
// source: tokenization.py, _is_chinese_char, save that 2B820 to 2B91F are not among them: tokenizers, bert.rs.
constexpr Range k_ideographs[] = {{0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},  {0x20000, 0x2A6DF},
                                  {0x2A700, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F}};

bool is_ideograph(char32_t c) {
    return std::ranges::any_of(k_ideographs, [c](const Range& range) { return range.first <= c && c <= range.last; });
}

bool is_dropped(char32_t c) {
    if (c == U'\t' || c == U'\n' || c == U'\r') return false;
    return c == 0 || c == k_replacement || is_control_of_unicode_8(c);
}

class BertStep final : public Normalizer {
public:
    explicit BertStep(const BertCleaning& cleaning) : cleaning_(cleaning) {
        if (cleaning.strip_accents) {
            accents_.push_back(normal_form_normalizer(NormalForm::nfd));
            accents_.push_back(strip_accents_normalizer());
        }
        if (cleaning.lowercase) accents_.push_back(lowercase_normalizer());
    }

    void apply(AlignedText& text) const override {
        if (apply_plain(text)) return;
        AlignedText out;
        out.reserve(text.size() + text.size() / 4);
        for (std::size_t at = 0; at < text.size();) at = clean(text, at, out);
        for (const auto& step : accents_) step->apply(out);
        text = std::move(out);
    }

private:
    /// Text in ASCII without controls is only lowered; false where there is anything else.
    bool apply_plain(AlignedText& text) const {
        std::string lower;
        for (const char c : text.text()) {
            if (c < ' ' || c == '\x7F') return false;
            lower += cleaning_.lowercase && c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
        }
        text.substitute(std::move(lower));
        return true;
    }

    std::size_t clean(const AlignedText& text, std::size_t at, AlignedText& out) const {
        const Character c = character_at(text.text(), at);
        const std::size_t end = at + c.size;
        if (cleaning_.clean_text && is_dropped(c.code)) return end;
        const ByteSpan origin = text.origin(at, end);
        if (cleaning_.clean_text && is_white_space(c.code)) {
            out.add(' ', origin);
        } else if (cleaning_.space_chinese && is_ideograph(c.code)) {
            out.add(' ', {origin.begin, origin.begin});
            out.add(text, at, end);
            out.add(' ', {origin.end, origin.end});
        } else {
            out.add(text, at, end);
        }
        return end;
    }

    BertCleaning cleaning_;
    Normalizers accents_;
};

}  // namespace

std::unique_ptr<Normalizer> bert_normalizer(const BertCleaning& cleaning) { return std::make_unique<BertStep>(cleaning); }

}  // namespace rif::nn
