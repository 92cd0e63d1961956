#include <rif/nn/tokenizer/normalizer.hpp>

#include <algorithm>

#include <rif/nn/tokenizer/utf8.hpp>

namespace rif::nn {

namespace {

constexpr char32_t k_capital_dotted_i = 0x130;  // the one character whose lower case is two
constexpr std::string_view k_dot_above = "\u0307";

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

/// The text made anew: `rewrite(at, out)` adds what becomes of the bytes from `at` on, and returns the byte after them.
template <class Rewrite>
void rewrite(AlignedText& text, Rewrite rewrite_at) {
    AlignedText out;
    out.reserve(text.size() + text.size() / 8);
    for (std::size_t at = 0; at < text.size();) at = rewrite_at(at, out);
    text = std::move(out);
}

class NormalFormStep final : public Normalizer {
public:
    explicit NormalFormStep(NormalForm form) : form_(form) {}
    void apply(AlignedText& text) const override {
        if (is_ascii(text.text())) return;
        std::vector<Rewritten> changes;
        const std::string normal = normal_form(form_, text.text(), changes);
        if (changes.empty()) return;
        AlignedText out;
        out.reserve(normal.size());
        std::size_t done = 0;
        for (const Rewritten& change : changes) {
            out.add(text, done, change.before.begin);
            if (change.before.size() > 0) out.add(change.after.of(normal), text.origin(change.before.begin, change.before.end));
            done = change.before.end;
        }
        out.add(text, done, text.size());
        text = std::move(out);
    }

private:
    NormalForm form_;
};

class LowercaseStep final : public Normalizer {
public:
    void apply(AlignedText& text) const override {
        rewrite(text, [&](std::size_t at, AlignedText& out) {
            const Character c = character_at(text.text(), at);
            const std::size_t end = at + c.size;
            const char32_t lower = lower_character(c.code);
            if (lower == c.code) {
                out.add(text, at, end);
                return end;
            }
            std::string bytes;
            append_character(bytes, lower);
            if (c.code == k_capital_dotted_i) bytes += k_dot_above;
            out.add(bytes, text.origin(at, end));
            return end;
        });
    }
};

class StripAccentsStep final : public Normalizer {
public:
    void apply(AlignedText& text) const override {
        if (is_ascii(text.text())) return;
        rewrite(text, [&](std::size_t at, AlignedText& out) {
            const Character c = character_at(text.text(), at);
            if (!is_nonspacing_mark_of_unicode_8(c.code)) out.add(text, at, at + c.size);
            return at + c.size;
        });
    }
};

class StripStep final : public Normalizer {
public:
    StripStep(bool left, bool right) : left_(left), right_(right) {}
    void apply(AlignedText& text) const override {
        std::size_t begin = 0, end = text.size();
        while (left_ && begin < end) {
            const Character c = character_at(text.text(), begin);
            if (!is_white_space(c.code)) break;
            begin += c.size;
        }
        while (right_ && end > begin) {
            const std::size_t last = character_before(text.text(), end);
            if (!is_white_space(character_at(text.text(), last).code)) break;
            end = last;
        }
        if (begin > 0 || end < text.size()) text = text.part(begin, end);
    }

private:
    bool left_, right_;
};

class ReplaceStep final : public Normalizer {
public:
    ReplaceStep(std::string pattern, std::string content) : pattern_(std::move(pattern)), content_(std::move(content)) {}
    void apply(AlignedText& text) const override {
        if (text.text().find(pattern_) == std::string_view::npos) return;
        rewrite(text, [&](std::size_t at, AlignedText& out) {
            const std::size_t found = std::min(text.text().find(pattern_, at), text.size());
            out.add(text, at, found);
            if (found == text.size()) return found;
            out.add(content_, text.origin(found, found + pattern_.size()));
            return found + pattern_.size();
        });
    }

private:
    std::string pattern_, content_;
};

class ReplaceRunStep final : public Normalizer {
public:
    ReplaceRunStep(bool any, std::size_t least, std::string content) : any_(any), least_(least), content_(std::move(content)) {}
    void apply(AlignedText& text) const override {
        if (!any_ && text.text().find(std::string(least_, ' ')) == std::string_view::npos) return;
        rewrite(text, [&](std::size_t at, AlignedText& out) {
            std::size_t count = 0, end = at;
            while (end < text.size() && counts(character_at(text.text(), end).code)) {
                end += character_size(text.text()[end]);
                ++count;
            }
            if (count >= least_) {
                out.add(content_, text.origin(at, end));
                return end;
            }
            if (end == at) end += character_size(text.text()[at]);
            out.add(text, at, end);
            return end;
        });
    }

private:
    bool counts(char32_t c) const { return any_ ? is_white_space(c) : c == U' '; }
    bool any_;
    std::size_t least_;
    std::string content_;
};

class PrependStep final : public Normalizer {
public:
    explicit PrependStep(std::string prefix) : prefix_(std::move(prefix)) {}
    void apply(AlignedText& text) const override {
        if (text.empty()) return;
        AlignedText out;
        const std::size_t begin = text.origin(0, 1).begin;
        out.add(prefix_, {begin, begin});
        out.add(text, 0, text.size());
        text = std::move(out);
    }

private:
    std::string prefix_;
};

/// source: tokenizers, precompiled.rs: a cluster of less than 6 bytes is looked up whole, then each of its characters.
class CharsmapStep final : public Normalizer {
public:
    explicit CharsmapStep(Charsmap table) : table_(std::move(table)) {}
    void apply(AlignedText& text) const override {
        AlignedText out;
        out.reserve(text.size());
        const std::string_view all = text.text();
        for (std::size_t at = 0; at < all.size();) {
            std::size_t end = at;  // between two ASCII characters ends a cluster, save within \r\n
            do ++end;
            while (end < all.size() && !(is_plain(all[end - 1]) && is_plain(all[end]) && !(all[end - 1] == '\r' && all[end] == '\n')));
            if (end - at == 1)
                add(text, at, end, out);
            else
                for (const ByteSpan& cluster : graphemes(all.substr(at, end - at)))
                    add_cluster(text, at + cluster.begin, at + cluster.end, out);
            at = end;
        }
        text = std::move(out);
    }

private:
    static constexpr std::size_t k_longest_cluster = 5;  // bytes

    static bool is_plain(char c) { return static_cast<unsigned char>(c) < 0x80; }

    bool add_image(const AlignedText& text, std::size_t begin, std::size_t end, AlignedText& out) const {
        const auto image = table_.image(text.text().substr(begin, end - begin));
        if (image) out.add(*image, text.origin(begin, end));
        return image.has_value();
    }
    void add(const AlignedText& text, std::size_t begin, std::size_t end, AlignedText& out) const {
        if (!add_image(text, begin, end, out)) out.add(text, begin, end);
    }
    void add_cluster(const AlignedText& text, std::size_t begin, std::size_t end, AlignedText& out) const {
        if (end - begin <= k_longest_cluster && add_image(text, begin, end, out)) return;
        for (std::size_t at = begin; at < end;) {
            const std::size_t next = at + character_size(text.text()[at]);
            add(text, at, next, out);
            at = next;
        }
    }

    Charsmap table_;
};

}  // namespace

std::unique_ptr<Normalizer> normal_form_normalizer(NormalForm form) { return std::make_unique<NormalFormStep>(form); }
std::unique_ptr<Normalizer> lowercase_normalizer() { return std::make_unique<LowercaseStep>(); }
std::unique_ptr<Normalizer> strip_accents_normalizer() { return std::make_unique<StripAccentsStep>(); }
std::unique_ptr<Normalizer> strip_normalizer(bool left, bool right) { return std::make_unique<StripStep>(left, right); }
std::unique_ptr<Normalizer> replace_normalizer(std::string pattern, std::string content) {
    return std::make_unique<ReplaceStep>(std::move(pattern), std::move(content));
}
std::unique_ptr<Normalizer> replace_run_normalizer(bool any, std::size_t least, std::string content) {
    return std::make_unique<ReplaceRunStep>(any, least, std::move(content));
}
std::unique_ptr<Normalizer> prepend_normalizer(std::string prefix) { return std::make_unique<PrependStep>(std::move(prefix)); }
std::unique_ptr<Normalizer> charsmap_normalizer(Charsmap table) { return std::make_unique<CharsmapStep>(std::move(table)); }

}  // namespace rif::nn
