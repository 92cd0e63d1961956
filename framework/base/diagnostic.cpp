// The sink of diagnostics, and the one place where a diagnostic becomes text, colour or JSON.
#include <rif/base/diagnostic.hpp>

#include <algorithm>
#include <map>
#include <utility>

#include <fmt/core.h>

#include <rif/base/json.hpp>
#include <rif/base/excerpt.hpp>

namespace rif {

namespace {

std::string_view severity_name(Severity severity) { return severity == Severity::error ? "error" : "warning"; }

/// Paints with terminal colours, or not at all.
struct Paint {
    bool colour = false;
    std::string operator()(std::string_view code, std::string_view text) const {
        return colour && !text.empty() ? fmt::format("\x1b[{}m{}\x1b[0m", code, text) : std::string(text);
    }
};

constexpr std::string_view k_error_colour = "1;31", k_warning_colour = "1;33", k_bold = "1", k_dim = "2", k_help_colour = "36";

/// The line before (unless it is blank), the line, and the caret under the span with its label.
std::string excerpt_text(const Place& place, std::string_view label, std::size_t gutter, std::string_view colour_code, const Paint& paint) {
    const std::size_t line = place.start().line;
    std::string result;
    if (line > 1 && !is_blank(place.source->line(line - 1))) {
        result +=
            fmt::format("  {}\n", paint(k_dim, fmt::format("{:>{}} | {}", line - 1, gutter, shown_line(place.source->line(line - 1)))));
    }
    const Excerpt excerpt = excerpt_of(place);
    const std::string gap = label.empty() ? "" : " ";
    result += fmt::format("  {:>{}} | {}\n", line, gutter, excerpt.line);
    result += fmt::format("  {:>{}} | {}{}\n", "", gutter, excerpt.indent, paint(colour_code, excerpt.carets + gap + printable(label)));
    return result;
}

std::size_t digits(std::size_t number) { return std::to_string(number).size(); }

std::size_t gutter_of(const Diagnostic& diagnostic) {
    std::size_t result = diagnostic.place ? digits(diagnostic.place.start().line) : 1;
    for (const Related& related : diagnostic.related) {
        if (related.place) result = std::max(result, digits(related.place.start().line));
    }
    return std::max<std::size_t>(result, 2);
}

std::string where(const Place& place) { return place ? place.to_string() + ": " : ""; }

/// "Included by" stands once, under the excerpt of the diagnostic itself.
std::string includers_text(const Place& place, const Paint& paint) {
    if (!place) return {};
    std::string result;
    for (const std::string& includer : place.source->includers) result += fmt::format("  {}\n", paint(k_dim, "included by " + includer));
    return result;
}

std::string place_json(const Place& place) {
    if (!place) return R"("file":null,"line":null,"column":null,"end_line":null,"end_column":null)";
    const LineColumn start = place.start();
    const LineColumn end = Place{place.source, place.end, place.end}.start();
    return fmt::format(R"("file":{},"line":{},"column":{},"end_line":{},"end_column":{})", json_string(place.source->name), start.line,
                       start.column, end.line, end.column);
}

std::string includers_json(const Place& place) {
    std::string result;
    if (!place) return result;
    for (const std::string& includer : place.source->includers) result += (result.empty() ? "" : ",") + json_string(includer);
    return result;
}

}  // namespace

void Diagnostics::add(Diagnostic diagnostic) {
    const auto key = std::make_tuple(diagnostic.place.source.get(), diagnostic.place.begin, diagnostic.place.end);
    const bool is_error = diagnostic.severity == Severity::error;
    if (diagnostic.place) {
        const auto [there, fresh] = at_.try_emplace(key, all_.size());
        if (!fresh) {
            Diagnostic& first = all_[there->second];
            if (is_error && first.severity == Severity::warning) first = std::move(diagnostic), ++errors_;
            return;
        }
    }
    errors_ += is_error ? 1 : 0;
    all_.push_back(std::move(diagnostic));
}

void Diagnostics::error(std::string slug, Place place, std::string message, std::string label, std::string help) {
    add({Severity::error, std::move(slug), std::move(place), std::move(message), std::move(label), std::move(help)});
}

void Diagnostics::warning(std::string slug, Place place, std::string message, std::string label, std::string help) {
    add({Severity::warning, std::move(slug), std::move(place), std::move(message), std::move(label), std::move(help)});
}

std::vector<Diagnostic> Diagnostics::sorted() const {
    // depth of inclusion first (nowhere counts as outermost), then the order in which sources were met, then the place in the source
    std::map<const Source*, std::size_t> met;
    for (const Diagnostic& diagnostic : all_) met.try_emplace(diagnostic.place.source.get(), met.size());
    const auto key = [&](const Diagnostic& d) {
        const std::size_t depth = d.place ? d.place.source->includers.size() : 0;
        return std::make_tuple(depth, met.at(d.place.source.get()), d.place.begin);
    };
    std::vector<Diagnostic> result = all_;
    std::stable_sort(result.begin(), result.end(), [&](const Diagnostic& a, const Diagnostic& b) { return key(a) < key(b); });
    return result;
}

std::string as_text(const Diagnostic& diagnostic, bool colour) {
    const Paint paint{colour};
    const std::string_view code = diagnostic.severity == Severity::error ? k_error_colour : k_warning_colour;
    const std::size_t gutter = gutter_of(diagnostic);
    std::string result = fmt::format("{}{} {}  {}\n", paint(k_bold, where(diagnostic.place)),
                                     paint(code, fmt::format("{}:", severity_name(diagnostic.severity))),
                                     paint(k_bold, printable(diagnostic.message)), paint(k_dim, fmt::format("[{}]", diagnostic.slug)));
    if (diagnostic.place)
        result += excerpt_text(diagnostic.place, diagnostic.label, gutter, code, paint);
    else if (!diagnostic.label.empty())
        result += fmt::format("  {}\n", printable(diagnostic.label));
    result += includers_text(diagnostic.place, paint);
    for (const Related& related : diagnostic.related) {
        result += fmt::format("  {}{}\n", where(related.place), printable(related.message));
        if (related.place) result += excerpt_text(related.place, "", gutter, k_help_colour, paint);
    }
    if (!diagnostic.help.empty()) result += fmt::format("  {} {}\n", paint(k_help_colour, "help:"), printable(diagnostic.help));
    return result;
}

std::string as_json(const Diagnostic& diagnostic) {
    std::string related;
    for (const Related& other : diagnostic.related) {
        related += fmt::format("{}{{{},\"message\":{}}}", related.empty() ? "" : ",", place_json(other.place), json_string(other.message));
    }
    return fmt::format(
        "{{\"severity\":\"{}\",\"slug\":{},{},\"message\":{},\"label\":{},\"help\":{},\"included_by\":[{}],\"related\":[{}]}}\n",
        severity_name(diagnostic.severity), json_string(diagnostic.slug), place_json(diagnostic.place), json_string(diagnostic.message),
        json_string(diagnostic.label), json_string(diagnostic.help), includers_json(diagnostic.place), related);
}

}  // namespace rif
