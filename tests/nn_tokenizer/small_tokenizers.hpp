// Tokenizers so small that what they do is seen at a glance.
#pragma once

namespace rif::test {

constexpr const char* k_small_wordpiece = R"({
"added_tokens": [{"id": 0, "content": "[PAD]", "special": true}, {"id": 1, "content": "[UNK]", "special": true},
  {"id": 2, "content": "[CLS]", "special": true}, {"id": 3, "content": "[SEP]", "special": true},
  {"id": 4, "content": "[MASK]", "special": true, "lstrip": true}, {"id": 20, "content": "new", "single_word": true, "normalized": true}],
"normalizer": {"type": "BertNormalizer", "clean_text": true, "handle_chinese_chars": true, "strip_accents": null, "lowercase": true},
"pre_tokenizer": {"type": "BertPreTokenizer"},
"post_processor": {"type": "TemplateProcessing",
  "single": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}}],
  "pair": [{"SpecialToken": {"id": "[CLS]", "type_id": 0}}, {"Sequence": {"id": "A", "type_id": 0}}, {"SpecialToken": {"id": "[SEP]", "type_id": 0}},
    {"Sequence": {"id": "B", "type_id": 1}}, {"SpecialToken": {"id": "[SEP]", "type_id": 1}}],
  "special_tokens": {"[CLS]": {"id": "[CLS]", "ids": [2], "tokens": ["[CLS]"]}, "[SEP]": {"id": "[SEP]", "ids": [3], "tokens": ["[SEP]"]}}},
"decoder": {"type": "WordPiece", "prefix": "##", "cleanup": true},
"model": {"type": "WordPiece", "unk_token": "[UNK]", "continuing_subword_prefix": "##", "max_input_chars_per_word": 10,
  "vocab": {"[PAD]": 0, "[UNK]": 1, "[CLS]": 2, "[SEP]": 3, "[MASK]": 4, "un": 5, "##aff": 6, "##able": 7, "the": 8, "cafe": 9, ".": 10, "##s": 11,
    "世": 12, "界": 13, "th": 14, "##e": 15}}})";

// e n merge first, then Ġ t, then h en, then Ġt hen.
constexpr const char* k_small_bpe = R"({
"added_tokens": [{"id": 12, "content": "<end>", "special": true, "rstrip": true}],
"normalizer": {"type": "NFC"},
"pre_tokenizer": {"type": "Sequence", "pretokenizers": [{"type": "Split", "pattern": {"Regex":
  "(?i:'s|'t|'re|'ve|'m|'ll|'d)|[^\\r\\n\\p{L}\\p{N}]?\\p{L}+|\\p{N}| ?[^\\s\\p{L}\\p{N}]+[\\r\\n]*|\\s*[\\r\\n]+|\\s+(?!\\S)|\\s+"},
  "behavior": "Isolated", "invert": false}, {"type": "ByteLevel", "add_prefix_space": false, "use_regex": false}]},
"post_processor": {"type": "ByteLevel"}, "decoder": {"type": "ByteLevel"},
"model": {"type": "BPE", "unk_token": null, "merges": ["e n", ["Ġ", "t"], "h en", "Ġt hen"],
  "vocab": {"t": 0, "h": 1, "e": 2, "n": 3, "Ġ": 4, "en": 5, "Ġt": 6, "hen": 7, "Ġthen": 8, "Ã": 9, "©": 10, "1": 11}}})";

// Scores are such that "▁ab" (-3) is better than "▁a" "b" (-4), and "c" has no token.
constexpr const char* k_small_unigram = R"({
"added_tokens": [{"id": 0, "content": "<unk>", "special": true, "normalized": true}],
"normalizer": {"type": "Sequence", "normalizers": [{"type": "Strip"}, {"type": "NFKC"}, {"type": "Replace", "pattern": {"Regex": " {2,}"}, "content": " "}]},
"pre_tokenizer": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always", "split": true},
"decoder": {"type": "Metaspace", "replacement": "▁", "prepend_scheme": "always"},
"model": {"type": "Unigram", "unk_id": 0, "vocab": [["<unk>", 0.0], ["▁", -1.5], ["▁a", -2.0], ["b", -2.0], ["▁ab", -3.0], ["a", -2.5]]}})";

// What SentencePiece's byte pairs are converted to (Llama 2): spaces are written ▁, and bytes are spelled.
constexpr const char* k_small_bytes = R"({
"normalizer": {"type": "Sequence", "normalizers": [{"type": "Prepend", "prepend": "▁"}, {"type": "Replace", "pattern": {"String": " "}, "content": "▁"}]},
"decoder": {"type": "Sequence", "decoders": [{"type": "Replace", "pattern": {"String": "▁"}, "content": " "}, {"type": "ByteFallback"}, {"type": "Fuse"},
  {"type": "Strip", "content": " ", "start": 1, "stop": 0}]},
"model": {"type": "BPE", "unk_token": "<unk>", "fuse_unk": true, "byte_fallback": true, "merges": ["▁ a"],
  "vocab": {"<unk>": 0, "▁": 1, "a": 2, "▁a": 3, "<0xC3>": 4, "<0xA9>": 5}}})";

}  // namespace rif::test
