#include "layout.hpp"

#include <algorithm>

#include <rif/base/csv.hpp>
#include <rif/base/text.hpp>

namespace rif::paper_tables {

namespace {

std::string padded(const std::string& text, std::size_t width) {
    const std::size_t used = display_width(text);
    return used < width ? text + std::string(width - used, ' ') : text;
}

std::string markdown_cell(const std::string& text) {
    std::string result;
    for (const char c : text) result += c == '|' ? std::string("\\|") : c == '\n' ? std::string(" ") : std::string(1, c);
    return result;
}

std::string latex_cell(const std::string& text) {
    std::string result;
    for (const char c : text) {
        if (std::string_view("&%$#_{}").find(c) != std::string_view::npos) result += '\\';
        if (c == '\\')
            result += "\\textbackslash{}";
        else if (c == '~')
            result += "\\textasciitilde{}";
        else if (c == '^')
            result += "\\textasciicircum{}";
        else if (c == '<' || c == '>')
            result += std::string("$") + c + "$";
        else
            result += c;
    }
    return result;
}

template <class Cell>
std::string joined(const std::vector<std::string>& cells, std::string_view between, Cell cell) {
    std::string line;
    for (std::size_t i = 0; i < cells.size(); ++i) line.append(i == 0 ? std::string_view() : between).append(cell(cells[i], i));
    return line;
}

}  // namespace

std::string as_markdown(const Layout& table) {
    std::vector<std::size_t> widths(table.columns.size(), 3);
    const auto widen = [&](const std::vector<std::string>& row) {
        for (std::size_t i = 0; i < row.size(); ++i) widths[i] = std::max(widths[i], display_width(markdown_cell(row[i])));
    };
    widen(table.columns);
    for (const auto& row : table.rows) widen(row);
    const auto line = [&](const std::vector<std::string>& row) {
        return "| " + joined(row, " | ", [&](const std::string& cell, std::size_t i) { return padded(markdown_cell(cell), widths[i]); }) +
               " |\n";
    };
    std::string text = "## " + table.title + "\n\n" + line(table.columns);
    text += "| " + joined(table.columns, " | ", [&](const std::string&, std::size_t i) { return std::string(widths[i], '-'); }) + " |\n";
    for (const auto& row : table.rows) text += line(row);
    if (!table.note.empty()) text += "\n" + table.note + "\n";
    return text + "\n";
}

std::string as_csv(const Layout& table) {
    std::string text;
    for (std::size_t r = 0; r < table.rows.size(); ++r) {
        for (std::size_t c = 0; c < table.columns.size(); ++c) {
            text += csv_cell(table.title) + "," + std::to_string(r + 1) + "," + csv_cell(table.columns[c]) + "," +
                    csv_cell(table.rows[r][c]) + "\n";
        }
    }
    return text;
}

std::string as_latex(const Layout& table) {
    const auto line = [](const std::vector<std::string>& row) {
        return "  " + joined(row, " & ", [](const std::string& cell, std::size_t) { return latex_cell(cell); }) + " \\\\\n";
    };
    std::string text = "% " + table.title + "\n\\begin{tabular}{" + std::string(table.columns.size(), 'l') + "}\n  \\hline\n" +
                       line(table.columns) + "  \\hline\n";
    for (const auto& row : table.rows) text += line(row);
    text += "  \\hline\n\\end{tabular}\n";
    if (!table.note.empty()) text += "% " + table.note + "\n";
    return text + "\n";
}

}  // namespace rif::paper_tables
