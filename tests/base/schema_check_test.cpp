// A body of settings against a schema: what it takes, what it refuses and by which slug.
#include <boost/test/unit_test.hpp>

#include <rif/base/schema_check.hpp>

namespace {

using namespace rif;

Number number(double value, std::string text, Unit unit = {}) { return {value, std::move(text), std::move(unit)}; }
Number counted(double value, std::string unit) { return {value, std::to_string(static_cast<int>(value)), {false, std::move(unit)}}; }
Name name(std::string word) { return {{std::move(word)}}; }

Parameter parameter(std::string key, Type type) {
    Parameter result;
    result.key = std::move(key);
    result.type = type;
    return result;
}

Parameter with_unit(Parameter base, std::string unit, bool bare = true) {
    base.unit = std::move(unit);
    base.bare_number = bare;
    return base;
}

Value plain(std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) { return {std::move(data), {}}; }

ConditionValue condition(std::string subject, Number bound) {
    ConditionValue result;
    result.subject = name(std::move(subject));
    result.bound = std::move(bound);
    return result;
}

/// A body whose values have places of their own in one made-up source, so that diagnostics can be told apart.
class Bench {
public:
    Schema schema;
    CheckContext context;
    Diagnostics diagnostics;

    Bench() {
        context.address = "attack.rifair";
        context.owner = "attack/rifair";
        context.manual = "rif plugins describe attack/rifair";
        context.role_of = [](std::string_view block, std::string_view) -> std::optional<std::string> {
            if (block == "bert") return "model";
            if (block == "entailment" || block == "profile") return "similarity";
            return std::nullopt;
        };
        context.names_of = [](std::string_view role) {
            return role == "similarity" ? std::vector<std::string>{"entailment", "profile"}
                   : role == "model"    ? std::vector<std::string>{"bert"}
                                        : std::vector<std::string>{};
        };
        context.similarity_takes = [](std::string_view block, std::string_view input) {
            return block == "entailment" ? input != "row" : input == "row";
        };
        context.find_path = [](const std::string& path, const Place&) { return path == "there.csv" ? "/data/there.csv" : std::string(); };
    }

    Place place() {
        const std::uint32_t at = next_++;
        return {source_, at, at + 1};
    }
    Bench& set(std::string key, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
        return into(body, std::move(key), std::move(data));
    }
    Bench& into(Body& target, std::string key, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
        if (auto* condition = std::get_if<ConditionValue>(&data)) condition->subject_place = place(), condition->bound_place = place();
        target.settings.push_back({std::move(key), place(), {std::move(data), place()}});
        return *this;
    }
    Group group(std::string group_name, std::optional<std::string> label = {}) {
        return {std::move(group_name), place(), std::move(label), place(), {}};
    }
    std::shared_ptr<Settings> check() { return check_settings(body, place(), schema, context, diagnostics); }
    /// Slugs in order, with a blank between; a warning has a '?'.
    std::string slugs() const {
        std::string result;
        for (const Diagnostic& diagnostic : diagnostics.all()) {
            result += (result.empty() ? "" : " ") + diagnostic.slug + (diagnostic.severity == Severity::warning ? "?" : "");
        }
        return result;
    }
    const Diagnostic& only() const {
        BOOST_REQUIRE(diagnostics.all().size() == 1);
        return diagnostics.all().front();
    }

    Body body;

private:
    std::shared_ptr<const Source> source_ = std::make_shared<Source>(Source{"test.rif", std::string(1000, '-'), {}});
    std::uint32_t next_ = 0;
};

/// The slug of one value given to one parameter, "" where it is taken.
std::string slug_of(Parameter taken, std::variant<Number, Text, Name, Range, ConditionValue, ListValue> data) {
    Bench bench;
    const std::string key = taken.key;
    bench.schema.parameters = {std::move(taken)};
    bench.set(key, std::move(data)).check();
    return bench.slugs();
}

double number_of(const Settings& settings, std::string_view key) {
    const CheckedValue* checked = settings.find(key);
    BOOST_REQUIRE(checked);
    BOOST_REQUIRE(checked->value.as<Number>());
    return checked->value.as<Number>()->value;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(settings)

BOOST_AUTO_TEST_CASE(defaults_are_filled_in_and_marked_as_not_given) {
    Bench bench;
    Parameter tokens = parameter("tokens", Type::count), queries = parameter("queries", Type::count), free = parameter("free", Type::text);
    tokens.default_value = plain(number(20, "20"));
    queries.or_word = "none";
    queries.default_value = plain(name("none"));
    bench.schema.parameters = {tokens, queries, free};
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(number_of(*settings, "tokens") == 20);
    BOOST_TEST(!settings->find("tokens")->given);
    BOOST_TEST(settings->find("queries")->word == "none");
    BOOST_TEST(!settings->find("free"));
    BOOST_TEST(settings->find("tokens")->parameter == bench.schema.find("tokens"));
}

BOOST_AUTO_TEST_CASE(an_unknown_setting_names_the_nearest_known_one) {
    Bench bench;
    bench.schema.parameters = {parameter("tokens", Type::count)};
    bench.set("token", number(20, "20")).check();
    BOOST_TEST(bench.only().slug == "unknown-setting");
    BOOST_TEST(bench.only().message == "attack/rifair has no setting 'token'");
    BOOST_TEST(bench.only().label == "did you mean 'tokens'?");
    BOOST_TEST(bench.only().help == "rif plugins describe attack/rifair");
}

BOOST_AUTO_TEST_CASE(a_setting_given_twice_shows_both_places_and_the_first_counts_as_meant) {
    Bench bench;
    bench.schema.parameters = {parameter("tokens", Type::count)};
    bench.set("tokens", number(20, "20")).set("tokens", number(30, "30"));
    const auto settings = bench.check();
    BOOST_TEST(bench.only().slug == "given-twice");
    BOOST_TEST(bench.only().place.begin == bench.body.settings[1].key_place.begin);
    BOOST_TEST(bench.only().related.at(0).place.begin == bench.body.settings[0].key_place.begin);
    BOOST_TEST(number_of(*settings, "tokens") == 20);
}

BOOST_AUTO_TEST_CASE(all_missing_settings_stand_in_one_sentence) {
    Bench bench;
    Parameter checkpoint = parameter("checkpoint", Type::path), labels = parameter("labels", Type::list),
              size = parameter("size", Type::count);
    checkpoint.required = labels.required = size.required = true;
    bench.schema.parameters = {checkpoint, labels, size};
    bench.check();
    BOOST_TEST(bench.only().slug == "missing-setting");
    BOOST_TEST(bench.only().message == "attack/rifair needs 'checkpoint', 'labels' and 'size'");
}

BOOST_AUTO_TEST_CASE(a_deprecated_setting_warns_and_counts_as_the_new_one) {
    Bench bench;
    Parameter old = parameter("words", Type::count);
    old.deprecated = "tokens";
    bench.schema.parameters = {parameter("tokens", Type::count), old};
    bench.set("words", number(5, "5"));
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "deprecated-setting?");
    BOOST_TEST(bench.only().help == "tokens = 5");
    BOOST_TEST(number_of(*settings, "tokens") == 5);
    bench.set("tokens", number(6, "6")).check();
    BOOST_TEST(bench.slugs() == "deprecated-setting? given-twice");
}

BOOST_AUTO_TEST_CASE(each_type_takes_its_own_kind_of_value_and_refuses_the_others) {
    const ListValue list{{plain(number(1, "1"))}};
    const Range range{number(0, "0"), number(1, "1")};
    struct Row {
        Type type;
        std::string takes;  // of: number text name range condition list
    };
    const std::vector<Row> rows = {{Type::number, "number"},    {Type::count, "number"},        {Type::probability, "number"},
                                   {Type::text, "text"},        {Type::path, "text"},           {Type::url, "text"},
                                   {Type::column, "text name"}, {Type::attribute, "text name"}, {Type::unit, "text name"},
                                   {Type::range, "range"},      {Type::condition, "condition"}, {Type::list, "list"}};
    for (const Row& row : rows) {
        const auto fits = [&](const char* kind) { return row.takes.find(kind) != std::string::npos ? "" : "wrong-type"; };
        const Parameter taken = parameter("x", row.type);
        BOOST_TEST(slug_of(taken, number(1, "1")) == fits("number"), type_name(row.type));
        BOOST_TEST(slug_of(taken, Text{"http://x"}) == fits("text"), type_name(row.type));
        BOOST_TEST(slug_of(taken, name("word")) == fits("name"), type_name(row.type));
        BOOST_TEST(slug_of(taken, range) == fits("range"), type_name(row.type));
        BOOST_TEST(slug_of(taken, condition("entailment", number(0.8, "0.8"))) == fits("condition"), type_name(row.type));
        BOOST_TEST(slug_of(taken, list) == fits("list"), type_name(row.type));
    }
}

BOOST_AUTO_TEST_CASE(a_switch_is_on_or_off_and_true_and_yes_are_told_so) {
    const Parameter keep = parameter("keep", Type::on_off);
    BOOST_TEST(slug_of(keep, name("on")) == "");
    BOOST_TEST(slug_of(keep, name("off")) == "");
    for (const auto& [word, meant] : {std::pair{"true", "on"}, {"yes", "on"}, {"false", "off"}, {"no", "off"}}) {
        Bench bench;
        bench.schema.parameters = {keep};
        bench.set("keep", name(word)).check();
        BOOST_TEST(bench.only().help == std::string("keep = ") + meant);
    }
    BOOST_TEST(slug_of(keep, number(1, "1")) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(a_choice_is_one_of_the_choices_or_the_other_word) {
    Parameter substitution = parameter("substitution", Type::choice);
    substitution.choices = {"decoupled", "coupled", "utf-8"};
    substitution.or_word = "none";
    BOOST_TEST(slug_of(substitution, name("coupled")) == "");
    BOOST_TEST(slug_of(substitution, Text{"utf-8"}) == "");
    BOOST_TEST(slug_of(substitution, Text{"coupled"}) == "");  // kept as the name that it is
    BOOST_TEST(slug_of(substitution, name("none")) == "");
    Bench bench;
    bench.schema.parameters = {substitution};
    bench.set("substitution", name("coupled_")).check();
    BOOST_TEST(bench.only().slug == "unknown-choice");
    BOOST_TEST(bench.only().label == "'decoupled', 'coupled', 'utf-8' or 'none'");
    BOOST_TEST(bench.only().help == "substitution = coupled");
}

BOOST_AUTO_TEST_CASE(text_where_a_name_is_due_is_shown_without_quotes_and_the_other_way_round) {
    Bench bench;
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    bench.schema.parameters = {model, parameter("title", Type::text)};
    bench.set("model", Text{"bert"}).set("title", name("census")).check();
    BOOST_REQUIRE(bench.slugs() == "wrong-type wrong-type");
    BOOST_TEST(bench.diagnostics.all()[0].help == "model = bert");
    BOOST_TEST(bench.diagnostics.all()[1].help == "title = \"census\"");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(numbers)

BOOST_AUTO_TEST_CASE(a_unit_is_converted_to_the_parameters_own) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("timeout", Type::number), "second"),
                               with_unit(parameter("cache", Type::number), "MiB", false), parameter("share", Type::probability),
                               with_unit(parameter("gain", Type::number), "nat")};
    bench.set("timeout", number(1.5, "1.5", {false, "minutes"}))
        .set("cache", counted(2, "GiB"))
        .set("share", counted(7, "%"))
        .set("gain", counted(1, "bit"));
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(number_of(*settings, "timeout") == 90);
    BOOST_TEST(number_of(*settings, "cache") == 2048);
    BOOST_TEST(number_of(*settings, "share") == 0.07);  // exactly: 7 / 100, not 7 * 0.01
    BOOST_TEST(settings->find("share")->value.as<Number>()->text == "0.07");
    BOOST_TEST(number_of(*settings, "gain") == 0.6931471805599453, boost::test_tools::tolerance(1e-15));
}

BOOST_AUTO_TEST_CASE(a_number_in_its_own_unit_keeps_its_decimals) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("weight", Type::number), "year"), parameter("L", Type::number)};
    bench.set("weight", number(0.499, "0.499", {false, "years"})).set("L", number(1, "1.0"));
    const auto settings = bench.check();
    BOOST_TEST(settings->find("weight")->value.as<Number>()->text == "0.499");
    BOOST_TEST(settings->find("L")->value.as<Number>()->text == "1.0");
}

BOOST_AUTO_TEST_CASE(a_unit_that_does_not_fit_is_shown_with_the_right_one) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("tokens", Type::count), "token")};
    bench.set("tokens", counted(20, "seconds")).check();
    BOOST_TEST(bench.only().slug == "wrong-unit");
    BOOST_TEST(bench.only().message == "tokens takes a count of tokens, and this is in seconds");
    BOOST_TEST(bench.only().help == "tokens = 20 tokens");
}

BOOST_AUTO_TEST_CASE(units_are_refused_where_none_is_due_unknown_or_missing) {
    BOOST_TEST(slug_of(parameter("L", Type::number), counted(2, "years")) == "wrong-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), counted(2, "tokns")) == "unknown-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), number(2, "2", {true, "token"})) == "wrong-unit");
    BOOST_TEST(slug_of(with_unit(parameter("age", Type::number), "year", false), number(2, "2")) == "missing-unit");
    BOOST_TEST(slug_of(with_unit(parameter("tokens", Type::count), "token"), number(2, "2")) == "");
    BOOST_TEST(slug_of(with_unit(parameter("scale", Type::number), "any"), counted(2, "years")) == "");
    BOOST_TEST(slug_of(with_unit(parameter("scale", Type::number), "any"), counted(2, "dollars")) == "unknown-unit");
}

BOOST_AUTO_TEST_CASE(a_unit_of_a_feature_elsewhere_in_the_file_is_known) {
    Bench bench;
    bench.schema.parameters = {with_unit(parameter("epsilon", Type::number), "any")};
    bench.context.extra_units = {"dollar"};
    bench.set("epsilon", counted(2, "dollar")).check();
    BOOST_TEST(bench.slugs() == "");
}

BOOST_AUTO_TEST_CASE(counts_are_whole_and_not_negative) {
    const Parameter tokens = parameter("tokens", Type::count);
    BOOST_TEST(slug_of(tokens, number(1.5, "1.5")) == "not-whole");
    BOOST_TEST(slug_of(tokens, number(-1, "-1")) == "out-of-range");
    BOOST_TEST(slug_of(tokens, number(0, "0")) == "");
    BOOST_TEST(slug_of(tokens, number(1e3, "1e3")) == "");
    BOOST_TEST(slug_of(tokens, number(1e300, "1e300")) == "not-whole");
}

BOOST_AUTO_TEST_CASE(both_ends_of_a_range_belong_to_it) {
    Parameter rate = parameter("rate", Type::number);
    rate.low = 1, rate.high = 10;
    BOOST_TEST(slug_of(rate, number(1, "1")) == "");
    BOOST_TEST(slug_of(rate, number(10, "10")) == "");
    BOOST_TEST(slug_of(rate, number(10.001, "10.001")) == "out-of-range");
    BOOST_TEST(slug_of(rate, number(0.999, "0.999")) == "out-of-range");
    Bench bench;
    bench.schema.parameters = {rate};
    bench.set("rate", number(11, "11")).check();
    BOOST_TEST(bench.only().message == "rate is 11, and must be from 1 to 10");
    BOOST_TEST(bench.only().help == "rate = 10");
}

BOOST_AUTO_TEST_CASE(a_probability_lies_between_0_and_1_after_its_unit) {
    const Parameter share = parameter("share", Type::probability);
    BOOST_TEST(slug_of(share, counted(100, "%")) == "");
    BOOST_TEST(slug_of(share, counted(101, "%")) == "out-of-range");
    BOOST_TEST(slug_of(share, number(1.01, "1.01")) == "out-of-range");
    BOOST_TEST(slug_of(share, counted(1, "tokens")) == "wrong-unit");
}

BOOST_AUTO_TEST_CASE(a_weight_is_per_the_unit_of_its_feature) {
    const auto slug = [](std::optional<std::string> unit, Number weight) {
        Bench bench;
        bench.schema.groups = {{"feature",
                                true,
                                true,
                                "",
                                {parameter("unit", Type::unit), with_unit(parameter("weight", Type::number), "per {unit}", false)},
                                {}}};
        Group age = bench.group("feature", "age");
        if (unit) bench.into(age.body, "unit", name(*unit));
        bench.into(age.body, "weight", std::move(weight));
        bench.body.groups.push_back(std::move(age));
        const auto settings = bench.check();
        if (bench.slugs().empty()) return std::to_string(number_of(*settings->groups.at(0).settings, "weight"));
        return bench.slugs();
    };
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "year"})) == "0.020000");
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "years"})) == "0.020000");
    BOOST_TEST(slug("minute", number(6, "6", {true, "hour"})) == "0.100000");
    BOOST_TEST(slug("dollar", number(0.02, "0.02", {true, "dollar"})) == "0.020000");
    BOOST_TEST(slug("year", number(0.02, "0.02", {true, "hour"})) == "wrong-unit");
    BOOST_TEST(slug("year", number(0.02, "0.02", {false, "year"})) == "wrong-unit");
    BOOST_TEST(slug("year", number(0.02, "0.02")) == "missing-unit");
    BOOST_TEST(slug({}, number(1, "1", {true, "mismatch"})) == "1.000000");
    BOOST_TEST(slug({}, number(1, "1", {true, "year"})) == "wrong-unit");
}

BOOST_AUTO_TEST_CASE(a_range_rises_and_has_one_unit) {
    Parameter years = with_unit(parameter("age", Type::range), "minute");
    Bench bench;
    bench.schema.parameters = {years};
    bench.set("age", Range{number(1, "1"), number(2, "2", {false, "hours"})});
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(settings->find("age")->value.as<Range>()->low.value == 60);
    BOOST_TEST(settings->find("age")->value.as<Range>()->high.value == 120);
    BOOST_TEST(slug_of(parameter("age", Type::range), Range{number(2, "2"), number(1, "1")}) == "out-of-range");
    BOOST_TEST(slug_of(parameter("age", Type::range), Range{number(2, "2"), number(2, "2")}) == "");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(blocks_and_files)

BOOST_AUTO_TEST_CASE(a_block_setting_names_a_block_of_its_role) {
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    BOOST_TEST(slug_of(model, name("bert")) == "");
    BOOST_TEST(slug_of(model, name("brt")) == "unknown-block");
    BOOST_TEST(slug_of(model, name("entailment")) == "wrong-role");
    Bench bench;
    bench.schema.parameters = {model};
    bench.set("model", name("brt")).check();
    BOOST_TEST(bench.only().message == "no model is called 'brt'");
    BOOST_TEST(bench.only().label == "did you mean 'bert'?");
    BOOST_TEST(bench.only().help == "model = bert");
}

BOOST_AUTO_TEST_CASE(many_takes_one_or_a_list_and_others_only_one) {
    Parameter model = parameter("model", Type::block);
    model.block_role = "model";
    const ListValue list{{plain(name("bert")), plain(name("bert"))}};
    BOOST_TEST(slug_of(model, list) == "wrong-type");
    model.many = true;
    BOOST_TEST(slug_of(model, list) == "");
    BOOST_TEST(slug_of(model, name("bert")) == "");
    BOOST_TEST(slug_of(model, ListValue{{plain(name("bert")), plain(number(1, "1"))}}) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(the_items_of_a_list_are_checked_as_what_they_are) {
    Parameter numbers = with_unit(parameter("times", Type::list), "second");
    numbers.of = Type::number;
    numbers.high = 100;
    Bench bench;
    bench.schema.parameters = {numbers};
    bench.set("times", ListValue{{plain(counted(1, "minute")), plain(number(5, "5"))}});
    const auto settings = bench.check();
    BOOST_TEST(bench.slugs() == "");
    BOOST_TEST(settings->find("times")->value.as<ListValue>()->items[0].as<Number>()->value == 60);
    BOOST_TEST(slug_of(numbers, ListValue{{plain(counted(2, "minute"))}}) == "out-of-range");
    BOOST_TEST(slug_of(numbers, ListValue{{plain(Text{"5"})}}) == "wrong-type");
}

BOOST_AUTO_TEST_CASE(a_condition_names_a_similarity_that_compares_texts_or_words) {
    const Parameter admit = parameter("admit", Type::condition);
    BOOST_TEST(slug_of(admit, condition("entailment", number(0.8, "0.8"))) == "");
    BOOST_TEST(slug_of(admit, condition("profile", number(0.8, "0.8"))) == "wrong-role");
    BOOST_TEST(slug_of(admit, condition("entailmnt", number(0.8, "0.8"))) == "unknown-block");
    Bench bench;
    bench.schema.parameters = {admit};
    bench.set("admit", condition("bert", number(0.8, "0.8"))).check();
    BOOST_TEST(bench.only().message == "admit needs a similarity of texts, and 'bert' is a model");
    BOOST_TEST(bench.only().label == "similarities of texts in this file: entailment");
    BOOST_TEST(bench.only().help == "admit = entailment >= 0.8");
}

BOOST_AUTO_TEST_CASE(a_condition_on_the_score_has_the_score_as_its_subject) {
    Parameter decision = parameter("decision", Type::condition);
    decision.on = "score";
    BOOST_TEST(slug_of(decision, condition("score", number(0.5, "0.5"))) == "");
    BOOST_TEST(slug_of(decision, condition("entailment", number(0.5, "0.5"))) == "wrong-role");
    Bench bench;
    bench.schema.parameters = {decision};
    bench.set("decision", condition("score", counted(50, "%")));
    const auto settings = bench.check();
    BOOST_TEST(settings->find("decision")->value.as<ConditionValue>()->bound.value == 0.5);
}

BOOST_AUTO_TEST_CASE(a_missing_file_is_a_warning_here_and_an_error_before_a_run) {
    Parameter file = parameter("file", Type::path);
    file.exists = Exists::must;
    for (const bool is_error : {false, true}) {
        Bench bench;
        bench.schema.parameters = {file};
        bench.context.missing_path_is_error = is_error;
        bench.set("file", Text{"gone.csv"}).check();
        BOOST_TEST(bench.slugs() == (is_error ? "missing-file" : "missing-file?"));
    }
    file.exists = Exists::may;
    BOOST_TEST(slug_of(file, Text{"gone.csv"}) == "");
}

BOOST_AUTO_TEST_CASE(a_word_of_a_command_is_a_path_only_where_there_is_such_a_file) {
    Parameter command = parameter("command", Type::path);
    command.many = true;
    command.exists = Exists::found;
    Bench bench;
    bench.schema.parameters = {command};
    bench.context.find_path = [](const std::string& path, const Place&) {
        return path == "model.py" ? std::string("/proc/self/status") : path == "train" ? std::string("/proc") : std::string();
    };
    bench.set("command", ListValue{{plain(Text{"python3"}), plain(Text{"model.py"}), plain(Text{"train"})}});
    const std::vector<std::string> resolved = bench.check()->find("command")->resolved_paths;
    BOOST_TEST(resolved == (std::vector<std::string>{"", "/proc/self/status", ""}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(a_file_that_is_there_is_resolved_alone_and_in_a_list) {
    Bench bench;
    Parameter file = parameter("file", Type::path);
    file.many = true;
    bench.schema.parameters = {file};
    bench.set("file", Text{"there.csv"});
    BOOST_TEST(bench.check()->find("file")->resolved_path == "/data/there.csv");
    bench.body.settings.clear();
    bench.set("file", ListValue{{plain(Text{"gone.csv"}), plain(Text{"there.csv"})}});
    const std::vector<std::string> resolved = bench.check()->find("file")->resolved_paths;
    BOOST_TEST(resolved == (std::vector<std::string>{"", "/data/there.csv"}), boost::test_tools::per_element());
}

BOOST_AUTO_TEST_CASE(an_address_begins_with_its_scheme_or_is_a_name_of_the_site) {
    const Parameter endpoint = parameter("endpoint", Type::url);
    BOOST_TEST(slug_of(endpoint, Text{"https://a.b/v1"}) == "");
    BOOST_TEST(slug_of(endpoint, Text{"lab-llm"}) == "");
    BOOST_TEST(slug_of(endpoint, Text{"localhost:8000/v1"}) == "wrong-type");
}

BOOST_AUTO_TEST_SUITE_END()

BOOST_AUTO_TEST_SUITE(groups)

BOOST_AUTO_TEST_CASE(groups_are_known_by_the_schema_labelled_and_repeated_as_it_says) {
    const auto slugs = [](auto&& fill) {
        Bench bench;
        bench.schema.groups = {{"train", false, false, "", {parameter("epochs", Type::count)}, {}}, {"feature", true, true, "", {}, {}}};
        fill(bench);
        bench.check();
        return bench.slugs();
    };
    BOOST_TEST(slugs([](Bench& bench) {
                   bench.body.groups = {bench.group("train"), bench.group("feature", "a"), bench.group("feature", "b")};
               }) == "");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("train"), bench.group("train")}; }) == "given-twice");
    BOOST_TEST(slugs([](Bench& bench) {
                   bench.body.groups = {bench.group("feature", "a"), bench.group("feature", "a")};
               }) == "given-twice");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("feature")}; }) == "group-label");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("train", "x")}; }) == "group-label");
    BOOST_TEST(slugs([](Bench& bench) { bench.body.groups = {bench.group("trian")}; }) == "unknown-group");
    BOOST_TEST(slugs([](Bench& bench) { bench.set("train", number(1, "1")); }) == "unknown-setting");
}

BOOST_AUTO_TEST_CASE(a_setting_that_belongs_into_a_group_says_so) {
    Bench bench;
    bench.schema.groups = {{"train", false, false, "", {parameter("epochs", Type::count)}, {}}};
    bench.set("epochs", number(3, "3")).check();
    BOOST_TEST(bench.only().label == "belongs into 'train { … }'");
}

BOOST_AUTO_TEST_CASE(a_group_has_settings_of_its_own_with_defaults) {
    Bench bench;
    Parameter epochs = parameter("epochs", Type::count);
    epochs.default_value = plain(number(3, "3"));
    bench.schema.groups = {{"train", false, false, "", {epochs}, {}}};
    BOOST_TEST(bench.check()->groups.empty());
    bench.body.groups = {bench.group("train")};
    const auto settings = bench.check();
    BOOST_REQUIRE(settings->groups.size() == 1u);
    BOOST_TEST(number_of(*settings->groups[0].settings, "epochs") == 3);
}

BOOST_AUTO_TEST_SUITE_END()
