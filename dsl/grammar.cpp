// The grammar of the language in Spirit X3, rule by rule as the language's page has it; no skipper, so that an end of line means something.
// The rules in capitals are the page's tokens. `check(…)` are spots where a likely mistake is told from the right thing.
#include "dsl/grammar.hpp"

#include <functional>
#include <utility>

#include <boost/spirit/home/x3.hpp>

#include "dsl/grammar_checks.hpp"
#include "dsl/parse.hpp"
#include "dsl/syntax_faults.hpp"

namespace rif::dsl {

namespace {

namespace x3 = boost::spirit::x3;

struct reading_tag;
template <class Context>
Reading& reading_in(const Context& context) {
    return x3::get<reading_tag>(context).get();
}

/// Succeeds as a function says, which may look ahead, report, move on, or throw a Fault: bool(Reading&, Cursor&).
template <class Function>
struct Check : x3::parser<Check<Function>> {
    using attribute_type = x3::unused_type;
    static constexpr bool has_attribute = false;
    Function function;
    explicit Check(Function f) : function(f) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(Cursor& first, const Cursor&, const Context& context, RuleContext&, Attribute&) const {
        return function(reading_in(context), first);
    }
};
template <class Function>
Check<Function> check(Function function) {
    return Check<Function>(function);
}

/// A subject that must follow; where it does not, `fault` says what was expected.
template <class Subject, class MakeFault>
struct Expected : x3::unary_parser<Subject, Expected<Subject, MakeFault>> {
    using Base = x3::unary_parser<Subject, Expected<Subject, MakeFault>>;
    static constexpr bool is_pass_through_unary = true;
    MakeFault fault;
    Expected(const Subject& subject, MakeFault f) : Base(subject), fault(f) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(Cursor& first, const Cursor& last, const Context& context, RuleContext& rule, Attribute& attribute) const {
        if (this->subject.parse(first, last, context, rule, attribute)) return true;
        throw Fault{fault(reading_in(context), first)};
    }
};
template <class Subject, class MakeFault>
auto expected(const Subject& subject, MakeFault fault) {
    return Expected<typename x3::extension::as_parser<Subject>::value_type, MakeFault>(x3::as_parser(subject), fault);
}

/// Sets the place of the rule's own attribute to what the subject matched.
template <class Subject>
struct Here : x3::unary_parser<Subject, Here<Subject>> {
    static constexpr bool is_pass_through_unary = true;
    explicit Here(const Subject& subject) : x3::unary_parser<Subject, Here<Subject>>(subject) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(Cursor& first, const Cursor& last, const Context& context, RuleContext& rule, Attribute& attribute) const {
        const Cursor begin = first;
        if (!this->subject.parse(first, last, context, rule, attribute)) return false;
        rule.place = reading_in(context).place(begin, first);
        return true;
    }
};
template <class Subject>
auto here(const Subject& subject) {
    return Here<Subject>(subject);
}

/// One entry of a body: a Fault inside it is reported, and reading goes on where the entry is over. It never fails.
template <class Subject>
struct Recovering : x3::unary_parser<Subject, Recovering<Subject>> {
    static constexpr bool is_pass_through_unary = true;
    explicit Recovering(const Subject& subject) : x3::unary_parser<Subject, Recovering<Subject>>(subject) {}

    template <class Context, class RuleContext, class Attribute>
    bool parse(Cursor& first, const Cursor& last, const Context& context, RuleContext& rule, Attribute& attribute) const {
        Reading& reading = reading_in(context);
        const Cursor begin = first;
        const std::size_t open = reading.open.size();
        try {
            return this->subject.parse(first, last, context, rule, attribute);
        } catch (Fault& fault) {
            first = after_fault(reading, begin, open, std::move(fault.diagnostic));
            return true;
        }
    }
};
template <class Subject>
auto recovering(const Subject& subject) {
    return Recovering<Subject>(subject);
}

/// A word of the source with its place: a name, or a text without its quotes.
struct Word {
    std::string text;
    Place place;
};

using Entry = std::variant<std::monostate, Setting, Group>;

// What is kept of each match. `set<&Setting::value>` puts it into that member of the rule's attribute.
template <auto Member>
constexpr auto set = [](auto& context) { x3::_val(context).*Member = std::move(x3::_attr(context)); };
template <auto Text, auto WordPlace>
constexpr auto set_word = [](auto& context) {
    x3::_val(context).*Text = std::move(x3::_attr(context).text);
    x3::_val(context).*WordPlace = std::move(x3::_attr(context).place);
};
constexpr auto take = [](auto& context) { x3::_val(context) = std::move(x3::_attr(context)); };
constexpr auto take_data = [](auto& context) { x3::_val(context).data = std::move(x3::_attr(context)); };
constexpr auto take_name = [](auto& context) {
    const auto& matched = x3::_attr(context);
    x3::_val(context) = {{matched.begin(), matched.end()}, reading_in(context).place(matched.begin(), matched.end())};
};
constexpr auto take_text = [](auto& context) {
    const auto& matched = x3::_attr(context);
    Reading& reading = reading_in(context);
    x3::_val(context) = {unescaped(reading, matched.begin(), matched.end()), reading.place(matched.begin(), matched.end())};
};
constexpr auto take_text_value = [](auto& context) { x3::_val(context).data = Text{std::move(x3::_attr(context).text)}; };
constexpr auto take_number = [](auto& context) {
    x3::_val(context) = number(reading_in(context), x3::_attr(context).begin(), x3::_attr(context).end());
};
constexpr auto take_other_comparison = [](auto& context) {
    x3::_val(context) = meant_comparison({x3::_attr(context).begin(), x3::_attr(context).end()});
};
template <Comparison Is>
constexpr auto take_comparison = [](auto& context) { x3::_val(context) = Is; };
constexpr auto add_part = [](auto& context) { x3::_val(context).parts.push_back(std::move(x3::_attr(context).text)); };
constexpr auto add_item = [](auto& context) {
    Reading& reading = reading_in(context);
    reading.value_end = reading.at(x3::_attr(context).place.end);
    x3::_val(context).items.push_back(std::move(x3::_attr(context)));
};
constexpr auto take_setting = [](auto& context) {
    reading_in(context).entry_is_group = false;
    x3::_val(context) = std::move(x3::_attr(context));
};
constexpr auto take_group = [](auto& context) {
    reading_in(context).entry_is_group = true;
    x3::_val(context) = std::move(x3::_attr(context));
};
constexpr auto add_entry = [](auto& context) {
    Entry& entry = x3::_attr(context);
    if (auto* setting = std::get_if<Setting>(&entry)) x3::_val(context).settings.push_back(std::move(*setting));
    if (auto* group = std::get_if<Group>(&entry)) x3::_val(context).groups.push_back(std::move(*group));
};
constexpr auto add_axis = [](auto& context) {
    if (x3::_attr(context).values_place) x3::_val(context).axes.push_back(std::move(x3::_attr(context)));
};
constexpr auto set_label = set_word<&Group::label, &Group::label_place>;
constexpr auto set_unit_word = [](auto& context) { x3::_val(context).word = std::move(x3::_attr(context).text); };
constexpr auto set_per = [](auto& context) { x3::_val(context).per = true; };
constexpr auto set_percent = [](auto& context) { x3::_val(context).word.assign(1, '%'); };
constexpr auto set_subject = [](auto& context) {
    x3::_val(context).subject = std::move(*x3::_attr(context).template as<Name>());
    x3::_val(context).subject_place = std::move(x3::_attr(context).place);
};
constexpr auto set_bound = [](auto& context) {
    x3::_val(context).bound = std::move(*x3::_attr(context).template as<Number>());
    x3::_val(context).bound_place = std::move(x3::_attr(context).place);
};
constexpr auto set_axis_values = [](auto& context) {
    Reading& reading = reading_in(context);
    const Place& place = x3::_attr(context).place;
    x3::_val(context).values = std::move(*x3::_attr(context).template as<ListValue>());
    if (x3::_val(context).values.items.empty()) reading.report(empty_axis(reading, reading.at(place.begin), reading.at(place.end)));
    x3::_val(context).values_place = place;
};
constexpr auto set_block_name = [](auto& context) {
    const Word& name = x3::_attr(context);
    if (is_reserved(name.text)) reading_in(context).report(reserved_name(name.place, x3::_val(context).role));
    x3::_val(context).name = name.text;
    x3::_val(context).name_place = name.place;
};
constexpr auto set_target_name = [](auto& context) {
    const Word& name = x3::_attr(context);
    if (is_reserved(name.text)) reading_in(context).report(reserved_name(name.place, "target"));
    x3::_val(context).name = name.text;
    x3::_val(context).name_place = name.place;
};
constexpr auto set_block_body = [](auto& context) {
    x3::_val(context).body = std::move(x3::_attr(context));
    x3::_val(context).has_body = true;
};
constexpr auto set_digits = [](auto& context) {
    x3::_val(context).digits = reading_in(context).place(x3::_attr(context).begin(), x3::_attr(context).end());
};

// What is said where something must follow and does not.
constexpr auto no_block_name = [](const Reading& r, Cursor at) {
    return expected_name(r, at, "the block's name", "similarity closeness = embedding");
};
constexpr auto no_target_name = [](const Reading& r, Cursor at) {
    return expected_name(r, at, "the target's name", "target RB { alpha = [+1, -1], beta = -1 }");
};
constexpr auto no_like_name = [](const Reading& r, Cursor at) {
    return expected_name(r, at, "the name of the block after 'like'", "attack coupled = rifair like rifair");
};
constexpr auto no_run_body = [](const Reading& r, Cursor at) { return expected_body(r, at, "run", "run { seed = 1 }"); };
constexpr auto no_sweep_body = [](const Reading& r, Cursor at) { return expected_body(r, at, "sweep", "sweep { run.seed in [1, 2] }"); };
constexpr auto no_target_body = [](const Reading& r, Cursor at) {
    return expected_body(r, at, "target", "target RB { alpha = [+1, -1], beta = -1 }");
};

// The page's tokens
const auto BLANK = x3::char_(" \t");
const auto B = x3::omit[*BLANK];
const auto NL = x3::omit[-x3::lit('\r') >> '\n'];
const auto COMMENT = x3::omit['#' >> *(x3::char_ - NL)];
const auto F = x3::omit[*(BLANK | NL | COMMENT)];
const auto EOL = B >> -COMMENT >> ((NL >> F) | x3::eoi);
const auto SEP = (B >> ',' >> F) | EOL;
const auto DIGIT = x3::char_('0', '9');
const auto DIGITS = DIGIT >> *(-x3::lit('_') >> DIGIT);
const auto LETTER = x3::char_("A-Za-z_");
const auto WORDCHAR = x3::char_("A-Za-z0-9_");
const auto keyword = [](const char* word) { return x3::lit(word) >> !WORDCHAR; };

const x3::rule<struct name_rule, Word> NAME = "NAME";
const x3::rule<struct text_rule, Word> TEXT = "TEXT";
const x3::rule<struct number_rule, Number> NUMBER = "NUMBER";
const x3::rule<struct unit_rule, Unit> UNIT = "UNIT";
const x3::rule<struct path_rule, Name> path = "path";
const x3::rule<struct placed_path_rule, Value> placed_path = "placed_path";
const x3::rule<struct comparison_rule, Comparison> comparison = "comparison";
const x3::rule<struct quantity_rule, Number> quantity = "quantity";
const x3::rule<struct placed_quantity_rule, Value> placed_quantity = "placed_quantity";
const x3::rule<struct condition_rule, ConditionValue> condition = "condition";
const x3::rule<struct range_rule, Range> range = "range";
const x3::rule<struct list_rule, ListValue> list = "list";
const x3::rule<struct placed_list_rule, Value> placed_list = "placed_list";
const x3::rule<struct value_rule, Value> value = "value";
const x3::rule<struct address_rule, Address> address = "address";
const x3::rule<struct setting_rule, Setting> setting = "setting";
const x3::rule<struct group_rule, Group> group = "group";
const x3::rule<struct entry_rule, Entry> entry = "entry";
const x3::rule<struct body_rule, Body> body = "body";
const x3::rule<struct axis_rule, AxisStatement> axis = "axis";
const x3::rule<struct axis_entry_rule, AxisStatement> axis_entry = "axis_entry";
const x3::rule<struct include_rule, IncludeStatement> include = "include";
const x3::rule<struct block_rule, BlockStatement> block = "block";
const x3::rule<struct target_rule, TargetStatement> target = "target";
const x3::rule<struct run_rule, RunStatement> run = "run";
const x3::rule<struct sweep_rule, SweepStatement> sweep = "sweep";
const x3::rule<struct item_rule, Item> item = "item";
const x3::rule<struct version_rule, Version> version = "version";

// clang-format off: one production a line or below its own operators
const auto NAME_def = x3::raw[LETTER >> *WORDCHAR][take_name];
const auto TEXT_def = x3::raw[check(text_in_quotes)][take_text];
const auto NUMBER_def =
    (x3::raw[-x3::char_("+-") >> DIGITS >> -('.' >> DIGITS) >> -(x3::char_("eE") >> -x3::char_("+-") >> DIGITS)][take_number] >>
     check(number_ends)) |
    x3::raw[check(bare_point)][take_number];
const auto UNIT_def = x3::lit('%')[set_percent] | (keyword("per")[set_per] >> B >> expected(NAME[set_unit_word], expected_unit_after_per)) |
                      (check(is_unit_here) >> NAME[set_unit_word]);

const auto path_def = NAME[add_part] >> *('.' >> NAME[add_part]);
const auto placed_path_def = here(path[take_data]);
const auto comparison_def = x3::lit(">=")[take_comparison<Comparison::at_least>] | x3::lit("<=")[take_comparison<Comparison::at_most>] |
                            x3::lit('>')[take_comparison<Comparison::above>] | x3::lit('<')[take_comparison<Comparison::below>] |
                            x3::raw[check(other_comparison)][take_other_comparison];
const auto quantity_def = NUMBER[take] >> -(B >> UNIT[set<&Number::unit>]);
const auto placed_quantity_def = here(quantity[take_data]);
const auto condition_def = placed_path[set_subject] >> B >> comparison[set<&ConditionValue::comparison>] >> B >>
                           expected(placed_quantity[set_bound], expected_bound);
const auto range_def = NUMBER[set<&Range::low>] >> check(range_dots) >> expected(quantity[set<&Range::high>], expected_range_end);
const auto item_of_list = check(item_starts) >> value[add_item] >> F;
const auto list_def = check(open_bracket) >> F >>
                      -(item_of_list >> *((',' | check(missing_list_comma)) >> F >> item_of_list) >> -(',' >> F)) >> check(close_bracket);
const auto placed_list_def = here(list[take_data]);
const auto value_def =
    here(list[take_data] | TEXT[take_text_value] | range[take_data] | quantity[take_data] | condition[take_data] | path[take_data]);

const auto setting_def = NAME[set_word<&Setting::key, &Setting::key_place>] >> B >> '=' >> B >>
                         expected(value[set<&Setting::value>], expected_value);
const auto group_def = NAME[set_word<&Group::name, &Group::name_place>] >> -(B >> (NAME[set_label] | TEXT[set_label])) >> B
                       >> body[set<&Group::body>];
const auto entry_def = check(entry_starts) >>
                       recovering((setting[take_setting] | group[take_group] | check(no_entry)) >> check(entry_ends));
const auto body_def = check(open_brace) >> F >> -(entry[add_entry] >> *((SEP | check(missing_comma)) >> entry[add_entry]) >> -SEP) >> B >>
                      check(close_brace);

const auto address_def = here(NAME[add_part] >> *('.' >> (NAME[add_part] | TEXT[add_part])));
const auto axis_def = here(address[set<&AxisStatement::address>] >> B >> expected(keyword("in"), expected_in) >> B >>
                           expected(placed_list[set_axis_values], expected_axis_list));
const auto axis_entry_def = check(entry_starts) >> recovering(expected(axis[take], expected_axis) >> check(entry_ends));

const auto include_def = here(keyword("include") >> B >>
                              expected(TEXT[set_word<&IncludeStatement::path, &IncludeStatement::path_place>], expected_include_path));
const auto run_def = here(keyword("run") >> B >> expected(body[set<&RunStatement::body>], no_run_body));
const auto sweep_def =
    here(keyword("sweep") >> B >> expected(check(open_brace), no_sweep_body) >> F >> expected(axis_entry[add_axis], expected_axis) >>
         *((SEP | check(missing_comma)) >> axis_entry[add_axis]) >> -SEP >> B >> check(close_brace));
const auto target_def = here(keyword("target") >> B >> expected(NAME[set_target_name], no_target_name) >> B >>
                             expected(body[set<&TargetStatement::body>], no_target_body));
const auto block_def =
    here(NAME[set_word<&BlockStatement::role, &BlockStatement::role_place>] >> B >> expected(NAME[set_block_name], no_block_name) >> B >>
         expected(x3::lit('='), expected_block_equals) >> B >>
         expected(NAME[set_word<&BlockStatement::plugin, &BlockStatement::plugin_place>], expected_plugin) >>
         -(B >> keyword("like") >> B >> expected(NAME[set_word<&BlockStatement::like, &BlockStatement::like_place>], no_like_name)) >>
         -(B >> body[set_block_body]));
const auto item_def = include[take] | run[take] | sweep[take] | target[take] | (check(block_starts) >> block[take]);
const auto version_def = here(keyword("rif") >> B >> expected(x3::raw[DIGITS][set_digits] >> !(WORDCHAR | '.'), version_not_a_number));

// clang-format on

BOOST_SPIRIT_DEFINE(NAME, TEXT, NUMBER, UNIT, path, placed_path, comparison, quantity, placed_quantity, condition, range, list, placed_list,
                    value, setting, group, entry, body, address, axis, axis_entry, include, run, sweep, target, block, item, version)

/// Matches a rule at `at` and moves past it; where it does not match, `fault` says what was expected there.
template <class Rule, class MakeFault>
typename Rule::attribute_type read(const Rule& rule, Reading& reading, Cursor& at, MakeFault fault) {
    typename Rule::attribute_type result;
    const auto parser = x3::with<reading_tag>(std::ref(reading))[rule];
    Cursor end = at;
    if (!x3::parse(end, reading.end(), parser, result)) throw Fault{fault(reading, at)};
    at = end;
    return result;
}

}  // namespace

Item read_item(Reading& reading, Cursor& at) { return read(item, reading, at, expected_statement); }
Value read_value(Reading& reading, Cursor& at) { return read(value, reading, at, expected_value); }
Address read_address(Reading& reading, Cursor& at) { return read(address, reading, at, expected_address); }
AxisStatement read_axis(Reading& reading, Cursor& at) { return read(axis, reading, at, expected_axis); }
Version read_version(Reading& reading, Cursor& at) { return read(version, reading, at, version_missing); }

}  // namespace rif::dsl
