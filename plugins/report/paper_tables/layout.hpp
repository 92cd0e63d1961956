// A table as rows of text, and its three forms. Knows nothing of rates.
#pragma once

#include <string>
#include <vector>

namespace rif::paper_tables {

/// rows: each as long as `columns`.
struct Layout {
    std::string title;
    std::string note;  // below the table; may be empty
    std::vector<std::string> columns;
    std::vector<std::vector<std::string>> rows;
};

/// A heading, a pipe table with aligned columns, the note.
std::string as_markdown(const Layout& table);
/// `table,row,column,value`: one line a cell of the table, without a header.
std::string as_csv(const Layout& table);
/// A tabular environment under a comment with the title; nothing in it needs a package.
std::string as_latex(const Layout& table);

}  // namespace rif::paper_tables
