// A model of the four professions of the made-up biographies that counts words: what the tests' server answers.
#pragma once

#include <string>

#include "support/http_server.hpp"

namespace rif::test {

/// {"labels": […], "probabilities": [[…], …]}: each word of a profession in a text doubles its weight.
HttpReply answer_by_words(const HttpRequest& request);

/// The same in shell, for a program that is asked about one text a line (batch = 1): the first of its words decides. Ends without a line
/// end; what stands in `before` is done for each line first, with the line in $line.
std::string words_in_shell(const std::string& before = {});

}  // namespace rif::test
