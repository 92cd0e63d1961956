// Lines on their way to text: cells that are aligned over a run of lines, and a comment after them.
#pragma once

#include <string>
#include <vector>

namespace rif::dsl {

struct Row {
    std::size_t indent = 0;          // in levels of two blanks
    std::vector<std::string> cells;  // one blank between them, columns aligned within a run; none: a blank line
    std::string run;                 // consecutive rows with the same one are a run; "": a row for itself
    std::string comment = {};        // from '#'; alone where there are no cells
};

/// The rows as text, ending with a newline. A row that is only a comment does not end the run it stands in.
std::string laid_out(const std::vector<Row>& rows);

}  // namespace rif::dsl
