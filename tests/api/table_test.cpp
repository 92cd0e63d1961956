#include <rif/api/table.hpp>

#include <algorithm>
#include <fstream>

#include <boost/test/unit_test.hpp>

#include <rif/api/delimited.hpp>
#include <rif/api/json_lines.hpp>
#include <rif/base/file.hpp>
#include <rif/base/random.hpp>

#include "support/test_data.hpp"

using namespace rif;
using rif::test::TemporaryFolder;

namespace {

Table read(const std::filesystem::path& file, std::vector<std::string> columns = {}, std::string separator = "auto") {
    return read_table({{file}, std::move(columns), std::move(separator)}, {});
}

/// A file of this name and content, read.
struct Written {
    TemporaryFolder folder;
    std::filesystem::path file;
    Written(const std::string& name, std::string_view content) : file(folder / name) { std::ofstream(file, std::ios::binary) << content; }
    /// The same file with other content.
    Written& again(std::string_view content) {
        std::ofstream(file, std::ios::binary) << content;
        return *this;
    }
    Table table(std::vector<std::string> columns = {}, std::string separator = "auto") const {
        return read(file, std::move(columns), std::move(separator));
    }
    Error error(std::vector<std::string> columns = {}, std::string separator = "auto") const {
        try {
            table(std::move(columns), std::move(separator));
        } catch (const Error& error) {
            return error;
        }
        return Error("none", "no error");
    }
};

bool contains(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// What RFC 4180 says of one record.
std::string csv_line(const std::vector<std::string>& cells) {
    std::string line;
    for (const std::string& cell : cells) {
        if (!line.empty() || &cell != &cells.front()) line += ',';
        line += '"';
        for (const char c : cell) line += c == '"' ? "\"\"" : std::string(1, c);
        line += '"';
    }
    return line;
}

std::string random_text(Random& random) {
    static const std::vector<std::string> pieces = {"a", "bc",           ",", ";", "\"", "\n", "\r\n", " ", "\t",
                                                    "ä", "\xE2\x80\x99", "|", "#", "{",  "1"};
    std::string text;
    for (std::size_t n = random.below(8); n > 0; --n) text += pieces[random.below(pieces.size())];
    return text;
}

std::string random_bytes(Random& random) {
    static const std::string alphabet = "ab,;\"\n\r\t {}[]:0.|#\xC3\xA4\xFF\\u";
    std::string content;
    for (std::size_t n = random.below(40); n > 0; --n) content += alphabet[random.below(alphabet.size())];
    return content;
}

}  // namespace

BOOST_AUTO_TEST_SUITE(table_test)

BOOST_AUTO_TEST_CASE(quoted_commas_newlines_and_doubled_quotes_are_part_of_a_cell) {
    const Table table = Written("a.csv", "text,label\n\"one, \"\"two\"\"\nthree\",x\nfour,y\n").table();
    BOOST_TEST(table.columns == (std::vector<std::string>{"text", "label"}), boost::test_tools::per_element());
    BOOST_TEST_REQUIRE(table.rows.size() == 2u);
    BOOST_TEST(table.rows[0][0] == "one, \"two\"\nthree");
    BOOST_TEST(table.rows[1][1] == "y");
    BOOST_TEST(table.where(1) == "a.csv, row 2 (line 4)");
}

BOOST_AUTO_TEST_CASE(cr_lf_a_byte_order_mark_and_a_missing_last_line_end_change_nothing) {
    const Table table = Written("a.csv", "\xEF\xBB\xBFtext,label\r\none,x\r\n\"t\r\nwo\",y\r\nthree,z").table();
    BOOST_TEST(table.columns[0] == "text");
    BOOST_TEST_REQUIRE(table.rows.size() == 3u);
    BOOST_TEST(table.rows[0][1] == "x");
    BOOST_TEST(table.rows[1][0] == "t\r\nwo");
    BOOST_TEST(table.places[2].line == 5u);
    BOOST_TEST(table.rows[2][1] == "z");
}

BOOST_AUTO_TEST_CASE(empty_lines_are_no_rows_and_are_counted_as_lines) {
    const Table table = Written("a.csv", "text,label\n\none,x\n\r\n\ntwo,y\n\n").table();
    BOOST_TEST_REQUIRE(table.rows.size() == 2u);
    BOOST_TEST(table.places[1].row == 2u);
    BOOST_TEST(table.places[1].line == 6u);
}

BOOST_AUTO_TEST_CASE(blanks_and_empty_cells_are_kept_byte_for_byte) {
    const Table table = Written("a.csv", "text,label\n two  words ,\n,x\n\"\",y\n").table();
    BOOST_TEST(table.rows[0][0] == " two  words ");
    BOOST_TEST(table.rows[0][1].empty());
    BOOST_TEST(table.rows[1][0].empty());
    BOOST_TEST(table.rows.size() == 3u);
}

BOOST_AUTO_TEST_CASE(in_tab_separated_text_a_quotation_mark_is_an_ordinary_character) {
    const Table table = Written("a.tsv", "sentence\tlabel\n\"quoted\" and 5\" \t1\r\n\"open\t0\n").table();
    BOOST_TEST(table.rows[0][0] == "\"quoted\" and 5\" ");
    BOOST_TEST(table.rows[0][1] == "1");
    BOOST_TEST(table.rows[1][0] == "\"open");
}

BOOST_AUTO_TEST_CASE(the_separator_is_found_by_ending_and_content_or_named) {
    BOOST_TEST(Written("a.csv", "a;b\n\"x;y\";z\n").table().rows[0][0] == "x;y");
    BOOST_TEST(Written("a.csv", "a\tb\nx,y\tz\n").table().rows[0][0] == "x,y");
    BOOST_TEST(Written("a.data", "1, b c, 2\n3, d, 4\n").table({"x", "y", "z"}).rows[0][1] == "b c");
    BOOST_TEST(Written("german.data", "A1 6 1\nA2 7 2\n").table({"x", "y", "z"}).rows[1][2] == "2");
    BOOST_TEST(Written("a.txt", "a|b,c\n1,2\n").table({}, ",").columns[0] == "a|b");
    BOOST_TEST(Written("a.txt", "a,b\tc\n1\t2\n").table({}, "tab").columns[0] == "a,b");
    const Error error = Written("a.csv", "a,b\n1,2\n").error({}, "pipe");
    BOOST_TEST(error.slug() == "unknown-separator");
}

BOOST_AUTO_TEST_CASE(leading_comment_lines_are_skipped_and_a_header_that_begins_like_one_is_not) {
    const Table test =
        Written("adult.test", "|1x3 Cross validator\n25, Private, <=50K.\n38, State-gov, >50K.\n\n").table({"age", "work", "income"});
    BOOST_TEST_REQUIRE(test.rows.size() == 2u);
    BOOST_TEST(test.rows[0][2] == "<=50K.");
    BOOST_TEST(test.where(0) == "adult.test, row 1 (line 2)");
    BOOST_TEST(Written("a.csv", "# made by hand\n# twice\ntext,label\na,b\n").table().columns[0] == "text");
    BOOST_TEST(Written("a.csv", "#,text\n1,a\n").table().columns[0] == "#");
}

BOOST_AUTO_TEST_CASE(columns_name_a_file_without_a_header_and_a_header_that_says_the_same_is_no_row) {
    BOOST_TEST(Written("a.csv", "x,y\nz,w\n").table({"text", "label"}).rows.size() == 2u);
    BOOST_TEST(Written("a.csv", "text,label\nz,w\n").table({"text", "label"}).rows.size() == 1u);
}

BOOST_AUTO_TEST_CASE(a_row_of_the_wrong_length_is_named_by_row_and_line) {
    const Error error = Written("a.csv", "text,label\n\"a\nb\",x\none,two,three\n").error();
    BOOST_TEST(error.slug() == "bad-row");
    BOOST_TEST(contains(error.message(), "row 2 (line 4) has 3 cells, and the header has 2"));
    const Error single = Written("a.csv", "text;label\nno separator\n").error({}, ";");
    BOOST_TEST(contains(single.message(), "row 1 (line 2) has 1 cell"));
    BOOST_TEST(contains(single.help(), "separator = \"semicolon\""));
    BOOST_TEST(Written("a.csv", "1,2\n").error({"a", "b", "c"}).slug() == "bad-row");
}

BOOST_AUTO_TEST_CASE(faulty_quotes_are_named_by_line) {
    const Error open = Written("a.csv", "text,label\na,b\n\"never closed,x\n").error();
    BOOST_TEST(open.slug() == "bad-quote");
    BOOST_TEST(contains(open.message(), "line 3 (record 3)"));
    BOOST_TEST(contains(open.message(), "never closed"));
    BOOST_TEST(contains(Written("a.csv", "text,label\n5\" disk,x\n").error().message(), "line 2 (record 2): a quotation mark inside"));
    BOOST_TEST(contains(Written("a.csv", "text,label\n\"a\" b,x\n").error().message(), "after a closing quotation mark"));
}

BOOST_AUTO_TEST_CASE(a_repeated_column_name_is_refused) {
    const Error error = Written("a.csv", "text,label,text\na,b,c\n").error();
    BOOST_TEST(error.slug() == "repeated-column");
    BOOST_TEST(contains(error.message(), "columns 1 and 3 are both called 'text'"));
}

BOOST_AUTO_TEST_CASE(bytes_that_are_not_utf8_are_refused_with_their_place) {
    const Error error = Written("a.csv", "text,label\ngood,x\nna\xEFve,y\n").error();
    BOOST_TEST(error.slug() == "bad-utf8");
    BOOST_TEST(contains(error.message(), "line 3, byte 3 of the line (byte 0xEF)"));
    BOOST_TEST(contains(error.help(), "iconv"));
    BOOST_TEST(Written("a.csv", std::string_view("\xFF\xFEt\0e\0", 6)).error().slug() == "bad-utf8");
}

BOOST_AUTO_TEST_CASE(a_file_without_rows_is_an_error) {
    BOOST_TEST(Written("a.csv", "").error().slug() == "no-rows");
    BOOST_TEST(Written("a.csv", "text,label\n").error().slug() == "no-rows");
    BOOST_TEST(Written("a.jsonl", "\n\n").error().slug() == "no-rows");
    BOOST_TEST(Written("a.csv", "\n \n").error().slug() == "no-rows");
}

BOOST_AUTO_TEST_CASE(json_lines_keep_kinds_and_numbers_as_written) {
    const Table table = Written("a.jsonl",
                                "{\"text\": \"a \\u00e4\\n\\\"b\\\"\", \"label\": 0.10, \"ok\": true}\n\n"
                                "{\"label\": 1e3, \"text\": \"c\", \"more\": {\"x\": [1, \"y\"]}, \"none\": null}\r\n")
                            .table();
    BOOST_TEST(table.columns == (std::vector<std::string>{"text", "label", "ok", "more", "none"}), boost::test_tools::per_element());
    BOOST_TEST(table.rows[0][0] == "a ä\n\"b\"");
    BOOST_TEST(table.rows[0][1] == "0.10");
    BOOST_TEST((table.kind(0, 1) == CellKind::number));
    BOOST_TEST((table.kind(0, 2) == CellKind::on_off));
    BOOST_TEST((table.kind(0, 3) == CellKind::missing));
    BOOST_TEST(table.rows[1][1] == "1e3");
    BOOST_TEST((table.kind(1, 3) == CellKind::nested));
    BOOST_TEST((table.kind(1, 4) == CellKind::null));
    BOOST_TEST(table.where(1) == "a.jsonl, row 2 (line 3)");
}

BOOST_AUTO_TEST_CASE(broken_json_lines_are_named_by_line_and_byte) {
    const auto message = [](std::string_view content) { return Written("a.jsonl", content).error().message(); };
    BOOST_TEST(contains(message("{\"a\": 1}\n{\"a\": }\n"), "line 2, byte 7"));
    BOOST_TEST(contains(message("{\"a\": 1} {}\n"), "line 1, byte 10"));
    BOOST_TEST(contains(message("[1, 2]\n"), "no object"));
    BOOST_TEST(contains(message("{\"a\": 1, \"a\": 2}\n"), "the key 'a' twice"));
    BOOST_TEST(contains(message("{\"a\": \"open\n"), "line 1"));
    BOOST_TEST(Written("a.jsonl", "{\"a\": " + std::string(10000, '[') + "\n").error().slug() == "bad-json");
    BOOST_TEST(Written("a.jsonl", "{\"a\": 1}\n").error({"text"}).slug() == "bad-json");
}

BOOST_AUTO_TEST_CASE(a_folder_is_all_its_data_files_in_the_order_of_names) {
    TemporaryFolder folder;
    write_file(folder / "b.csv", "text,label\nfrom b,x\n");
    write_file(folder / "a.csv", "text,label\nfrom a,x\nagain,y\n");
    write_file(folder / "README.md", "no, data\n");
    write_file(folder / "README.txt", "no, data\n");
    write_file(folder / ".hidden.csv", "no, data\n");
    std::filesystem::create_directory(folder / "c.csv");
    const Table table = read(folder.path());
    BOOST_TEST(table.row_ids == (std::vector<std::string>{"a.csv:1", "a.csv:2", "b.csv:1"}), boost::test_tools::per_element());
    BOOST_TEST(table.rows[2][0] == "from b");
}

BOOST_AUTO_TEST_CASE(files_of_one_name_in_two_folders_keep_ids_apart) {
    TemporaryFolder folder;
    for (const char* part : {"x", "y"}) {
        std::filesystem::create_directory(folder / part);
        write_file(folder.path() / part / "a.csv", "text,label\nt,l\n");
    }
    const Table table = read_table({{folder / "x", folder.path() / "y" / "a.csv"}}, {});
    BOOST_TEST(table.row_ids == (std::vector<std::string>{"x/a.csv:1", "y/a.csv:1"}), boost::test_tools::per_element());
    BOOST_CHECK_EXCEPTION(read_table({{folder / "x", folder.path() / "x" / "a.csv"}}, {}), Error,
                          [](const Error& error) { return error.slug() == "repeated-file"; });
}

BOOST_AUTO_TEST_CASE(files_with_other_columns_missing_files_and_folders_without_data_are_refused) {
    TemporaryFolder folder;
    const auto slug = [&](const std::filesystem::path& path) {
        try {
            read(path);
        } catch (const Error& error) {
            return error.slug();
        }
        return std::string("none");
    };
    BOOST_TEST(slug(folder / "none.csv") == "missing-file");
    BOOST_TEST(slug(folder.path()) == "no-rows");
    write_file(folder / "a.csv", "text,label\na,b\n");
    write_file(folder / "b.csv", "text,class\na,b\n");
    BOOST_TEST(slug(folder.path()) == "unlike-columns");
}

BOOST_AUTO_TEST_CASE(a_missing_column_is_refused_with_those_there_are) {
    const Table table = Written("a.csv", "text,label\na,b\n").table();
    BOOST_CHECK_EXCEPTION(table.column("labels", {}), Error, [](const Error& error) {
        return error.slug() == "unknown-column" && contains(error.message(), "text, label") && contains(error.help(), "'label'");
    });
}

BOOST_AUTO_TEST_CASE(what_is_written_as_csv_is_read_back_for_random_cells) {
    Random random(11);
    Written file("a.csv", "");
    for (int trial = 0; trial < 200; ++trial) {
        const std::size_t width = 2 + random.below(4);
        std::vector<std::vector<std::string>> rows(1 + random.below(6));
        std::vector<std::string> header;
        for (std::size_t i = 0; i < width; ++i) header.push_back("c" + std::to_string(i));
        std::string content = csv_line(header) + "\n";
        for (auto& row : rows) {
            for (std::size_t i = 0; i < width; ++i) row.push_back(random_text(random));
            content += csv_line(row) + (random.below(2) ? "\n" : "\r\n");
        }
        const Table table = file.again(content).table({}, "comma");
        BOOST_TEST_REQUIRE((table.rows == rows));
        for (std::size_t i = 0; i < rows.size(); ++i) {  // the line is where the row begins in the file
            std::size_t at = 0;
            for (std::size_t line = 1; line < table.places[i].line; ++line) at = content.find('\n', at) + 1;
            BOOST_TEST_REQUIRE(content.compare(at, csv_line(rows[i]).size(), csv_line(rows[i])) == 0);
        }
    }
}

BOOST_AUTO_TEST_CASE(random_bytes_are_read_or_refused_and_never_crash) {
    Random random(5);
    std::size_t read_whole = 0;
    for (int trial = 0; trial < 20000; ++trial) {
        const std::string content = random_bytes(random);
        for (const Separator separator : {Separator::comma, Separator::spaced_comma, Separator::tab, separator_of(".txt", content)}) {
            const Records records = delimited_records(content, separator);
            read_whole += !records.fault && !records.records.empty();
            const std::size_t lines =
                1 + static_cast<std::size_t>(std::count_if(content.begin(), content.end(), [](char c) { return c == '\n' || c == '\r'; }));
            for (const Record& record : records.records) BOOST_TEST_REQUIRE((record.line >= 1 && record.line <= lines));
        }
        const JsonRows rows = json_rows(content);
        BOOST_TEST_REQUIRE((!rows.fault || (rows.fault->line >= 1 && !rows.fault->what.empty())));
    }
    BOOST_TEST(read_whole > 1000u);
    Written file("a.txt", "");
    for (int trial = 0; trial < 200; ++trial) BOOST_TEST_REQUIRE(!file.again(random_bytes(random)).error().message().empty());
}

BOOST_AUTO_TEST_SUITE_END()
