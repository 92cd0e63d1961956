#include "dsl/layout.hpp"

#include <algorithm>

#include <rif/base/text.hpp>

namespace rif::dsl {

namespace {

bool is_comment(const Row& row) { return row.cells.empty() && !row.comment.empty(); }

/// Past the last row of the run that begins at `first`.
std::size_t run_end(const std::vector<Row>& rows, std::size_t first) {
    std::size_t end = first + 1;
    if (rows[first].run.empty()) return end;
    for (std::size_t i = end; i < rows.size(); ++i) {
        if (is_comment(rows[i])) continue;
        if (rows[i].run != rows[first].run || rows[i].indent != rows[first].indent) break;
        end = i + 1;
    }
    return end;
}

/// Width of each column: the widest cell that another one follows.
std::vector<std::size_t> column_widths(const std::vector<Row>& rows, std::size_t first, std::size_t end) {
    std::vector<std::size_t> widths;
    for (std::size_t i = first; i < end; ++i) {
        const auto& cells = rows[i].cells;
        if (cells.size() > widths.size()) widths.resize(cells.size());
        for (std::size_t column = 0; column + 1 < cells.size(); ++column) {
            widths[column] = std::max(widths[column], display_width(cells[column]));
        }
    }
    return widths;
}

std::string joined(const Row& row, const std::vector<std::size_t>& widths) {
    std::string line(2 * row.indent, ' ');
    for (std::size_t column = 0; column < row.cells.size(); ++column) {
        line += row.cells[column];
        if (column + 1 < row.cells.size()) line.append(widths[column] - display_width(row.cells[column]) + 1, ' ');
    }
    return line;
}

void lay_out_run(const std::vector<Row>& rows, std::size_t first, std::size_t end, std::string& text) {
    const std::vector<std::size_t> widths = column_widths(rows, first, end);
    std::vector<std::string> lines;
    std::size_t longest = 0;
    for (std::size_t i = first; i < end; ++i) {
        lines.push_back(is_comment(rows[i]) ? std::string(2 * rows[i].indent, ' ') + rows[i].comment : joined(rows[i], widths));
        if (!is_comment(rows[i])) longest = std::max(longest, display_width(lines.back()));
    }
    for (std::size_t i = first; i < end; ++i) {
        std::string& line = lines[i - first];
        text += line;
        if (!is_comment(rows[i]) && !rows[i].comment.empty()) text.append(longest - display_width(line) + 2, ' ') += rows[i].comment;
        text += '\n';
    }
}

}  // namespace

std::string laid_out(const std::vector<Row>& rows) {
    std::string text;
    for (std::size_t first = 0; first < rows.size();) {
        const std::size_t end = run_end(rows, first);
        if (rows[first].cells.empty() && rows[first].comment.empty())
            text += '\n';
        else
            lay_out_run(rows, first, end, text);
        first = end;
    }
    return text;
}

}  // namespace rif::dsl
