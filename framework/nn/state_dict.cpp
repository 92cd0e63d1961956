#include <rif/nn/state_dict.hpp>

#include <algorithm>
#include <cstring>
#include <deque>
#include <unordered_map>

#include <fmt/core.h>

namespace rif::nn {

namespace {

constexpr std::size_t k_longest = 8 << 20;  // bytes; a thousand tensors take some 150 thousand

struct NamedStorage {
    std::string_view type, dtype;
};
constexpr NamedStorage k_storages[] = {
    {"FloatStorage", "F32"}, {"HalfStorage", "F16"},  {"BFloat16Storage", "BF16"}, {"DoubleStorage", "F64"}, {"LongStorage", "I64"},
    {"IntStorage", "I32"},   {"ShortStorage", "I16"}, {"CharStorage", "I8"},       {"ByteStorage", "U8"},    {"BoolStorage", "BOOL"}};

enum class Kind {
    other,
    whole,
    text,
    tuple,
    dict,
    list,
    ordered_dict,
    rebuild_tensor,
    rebuild_parameter,
    type_tag,
    storage_type,
    storage,
    tensor,
    mark
};

/// Containers, storages and tensors are numbers of a node: nodes lie flat, so that no depth of nesting is anyone's stack.
struct Item {
    Kind kind = Kind::other;
    std::int64_t whole = 0;      // or the node
    std::string_view text = {};  // or the dtype of a storage type
};
using Node = std::vector<Item>;

/// The few operations of a pickle that a state dict uses (Python's pickletools, protocols 2 to 5).
class Machine {
public:
    explicit Machine(std::string_view bytes) : bytes_(bytes.substr(0, k_longest)) {}

    std::vector<PickledTensor> run() {
        while (step(static_cast<unsigned char>(take(1).front()))) {
        }
        const Item whole = pop();
        if (whole.kind != Kind::dict) throw PickleFault("it holds something other than named tensors");
        std::vector<PickledTensor> result;
        const Node& members = node(whole);
        for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
            if (members[i].kind == Kind::text && members[i + 1].kind == Kind::tensor)
                result.push_back(tensor(members[i].text, members[i + 1]));
        }
        return result;
    }

private:
    std::string_view take(std::size_t size) {
        if (size > bytes_.size()) throw PickleFault("its pickle is cut off");
        const std::string_view result = bytes_.substr(0, size);
        bytes_.remove_prefix(size);
        return result;
    }
    std::uint64_t number(std::size_t size) {
        std::uint64_t result = 0;
        const std::string_view bytes = take(size);
        std::memcpy(&result, bytes.data(), size);
        return result;
    }
    std::string_view line() {
        const std::size_t end = bytes_.find('\n');
        if (end == std::string_view::npos) throw PickleFault("its pickle is cut off");
        const std::string_view result = take(end + 1);
        return result.substr(0, end);
    }

    void push(Item item) { stack_.push_back(item); }
    Item pop() {
        if (stack_.empty() || stack_.back().kind == Kind::mark) throw PickleFault("its pickle takes what was not put there");
        const Item result = stack_.back();
        stack_.pop_back();
        return result;
    }
    Node pop_to_mark() {
        const auto mark = std::find_if(stack_.rbegin(), stack_.rend(), [](const Item& item) { return item.kind == Kind::mark; });
        if (mark == stack_.rend()) throw PickleFault("its pickle has no mark where one is due");
        Node result(mark.base(), stack_.end());
        stack_.erase(mark.base() - 1, stack_.end());
        return result;
    }
    void make(Kind kind, Node content) {
        nodes_.push_back(std::move(content));
        push({kind, static_cast<std::int64_t>(nodes_.size() - 1)});
    }
    Node& node(const Item& item) { return nodes_[static_cast<std::size_t>(item.whole)]; }
    Node last(std::size_t count) {
        Node result(count);
        for (std::size_t i = count; i-- > 0;) result[i] = pop();
        return result;
    }

    void append(const Node& content) {
        if (stack_.empty() || (stack_.back().kind != Kind::dict && stack_.back().kind != Kind::list))
            throw PickleFault("its pickle fills what is no container");
        Node& into = node(stack_.back());
        into.insert(into.end(), content.begin(), content.end());
    }

    void global(std::string_view module, std::string_view name) {
        if (module == "collections" && name == "OrderedDict") return push({Kind::ordered_dict});
        if (module == "torch._utils" && name == "_rebuild_tensor_v2") return push({Kind::rebuild_tensor});
        if (module == "torch._utils" && name == "_rebuild_parameter") return push({Kind::rebuild_parameter});
        if (module == "torch.jit._pickle" && name == "restore_type_tag") return push({Kind::type_tag});  // what libtorch itself puts around
        const auto storage = std::ranges::find(k_storages, name, &NamedStorage::type);
        if (module == "torch" && storage != std::end(k_storages)) return push({Kind::storage_type, 0, storage->dtype});
        throw PickleFault(fmt::format("it names {}.{}, which no weights need", module.substr(0, 60), name.substr(0, 60)));
    }

    /// ("storage", type, key, device, elements), of which type, key and elements are kept.
    void persistent() {
        const Item about = pop();
        const Node parts = about.kind == Kind::tuple ? node(about) : Node();
        const bool is_storage = parts.size() >= 5 && parts[0].text == "storage" && parts[1].kind == Kind::storage_type &&
                                parts[2].kind == Kind::text && parts[4].kind == Kind::whole;
        if (!is_storage) throw PickleFault("it refers to something other than a storage");
        make(Kind::storage, {parts[1], parts[2], parts[4]});
    }

    void reduce() {
        const Item arguments = pop(), what = pop();
        const Node parts = arguments.kind == Kind::tuple ? node(arguments) : Node();
        if (what.kind == Kind::ordered_dict && parts.empty()) return make(Kind::dict, {});
        if (what.kind == Kind::rebuild_parameter && !parts.empty() && parts[0].kind == Kind::tensor) return push(parts[0]);
        if (what.kind == Kind::type_tag && parts.size() == 2) return push(parts[0]);
        const bool is_tensor = what.kind == Kind::rebuild_tensor && parts.size() >= 4 && parts[0].kind == Kind::storage &&
                               parts[1].kind == Kind::whole && parts[2].kind == Kind::tuple && parts[3].kind == Kind::tuple;
        if (!is_tensor) throw PickleFault("it calls something other than what makes a tensor");
        make(Kind::tensor, {parts[0], parts[1], parts[2], parts[3]});
    }

    static std::size_t size(const Item& item) {
        if (item.kind != Kind::whole || item.whole < 0) throw PickleFault("a tensor's extent, stride or offset is no whole number");
        return static_cast<std::size_t>(item.whole);
    }

    PickledTensor tensor(std::string_view name, const Item& item) {
        const Node parts = node(item), storage = node(parts[0]);
        PickledTensor result{
            std::string(name), std::string(storage[0].text), std::string(storage[1].text), size(storage[2]), size(parts[1]), {}, {}};
        for (const Item& extent : node(parts[2])) result.shape.push_back(size(extent));
        for (const Item& stride : node(parts[3])) result.strides.push_back(size(stride));
        return result;
    }

    void remember(std::uint64_t place) {
        if (stack_.empty()) throw PickleFault("its pickle remembers nothing");
        memo_[place] = stack_.back();
    }
    void recall(std::uint64_t place) {
        const auto found = memo_.find(place);
        if (found == memo_.end()) throw PickleFault("its pickle recalls what it never saw");
        push(found->second);
    }

    void stack_global() {
        const Item name = pop(), module = pop();
        global(module.text, name.text);
    }
    void long_number() {
        const std::size_t length = number(1);
        if (length > 8) throw PickleFault("a number of it has more than 64 bits");
        std::uint64_t value = number(length);
        if (length > 0 && length < 8 && (value >> (8 * length - 1) & 1)) value |= ~std::uint64_t{0} << 8 * length;
        push({Kind::whole, static_cast<std::int64_t>(value)});
    }

    bool step(unsigned char code) {
        return is_end(code) ? false
               : (literal(code) || container(code) || other(code))
                   ? true
                   : throw PickleFault(fmt::format("its pickle has operation {:#04x}, which no weights need", code));
    }
    static bool is_end(unsigned char code) { return code == '.'; }

    bool literal(unsigned char code) {
        switch (code) {
            case 'N':
            case 0x88:
            case 0x89: push({}); return true;
            case 'G': take(8), push({}); return true;
            case 'K': push({Kind::whole, static_cast<std::int64_t>(number(1))}); return true;
            case 'M': push({Kind::whole, static_cast<std::int64_t>(number(2))}); return true;
            case 'J': push({Kind::whole, static_cast<std::int32_t>(number(4))}); return true;
            case 0x8a: long_number(); return true;
            case 'X':
            case 'T': push({Kind::text, 0, take(number(4))}); return true;
            case 'U':
            case 0x8c: push({Kind::text, 0, take(number(1))}); return true;
            default: return false;
        }
    }

    bool container(unsigned char code) {
        switch (code) {
            case '(': push({Kind::mark}); return true;
            case ')': make(Kind::tuple, {}); return true;
            case ']': make(Kind::list, {}); return true;
            case '}': make(Kind::dict, {}); return true;
            case 't': make(Kind::tuple, pop_to_mark()); return true;
            case 0x85:
            case 0x86:
            case 0x87: make(Kind::tuple, last(code - 0x84u)); return true;
            case 'a': append(last(1)); return true;
            case 's': append(last(2)); return true;
            case 'e':
            case 'u': append(pop_to_mark()); return true;
            default: return false;
        }
    }

    bool other(unsigned char code) {
        switch (code) {
            case 0x80: take(1); return true;  // protocol
            case 0x95: take(8); return true;  // frame
            case 'c': {
                const std::string_view module = line();
                global(module, line());
                return true;
            }
            case 0x93: stack_global(); return true;
            case 'Q': persistent(); return true;
            case 'R': reduce(); return true;
            case 'b': pop(); return true;  // an object's attributes (_metadata): not needed
            case 'q': remember(number(1)); return true;
            case 'r': remember(number(4)); return true;
            case 0x94: remember(memo_.size()); return true;
            case 'h': recall(number(1)); return true;
            case 'j': recall(number(4)); return true;
            default: return false;
        }
    }

    std::string_view bytes_;
    Node stack_;
    std::deque<Node> nodes_;
    std::unordered_map<std::uint64_t, Item> memo_;
};

}  // namespace

std::vector<PickledTensor> read_state_dict(std::string_view pickle) { return Machine(pickle).run(); }

}  // namespace rif::nn
