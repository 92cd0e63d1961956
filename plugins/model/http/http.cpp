// model/http: a classifier behind an address. Texts are posted as JSON, scores come back as JSON. Source: none; `hosted` is the format of
// the inference services for text classification. Keys come from the site configuration alone.
// Cost: the server's own and the network's; rif adds some 60 microseconds a request.

#include <fmt/core.h>

#include <rif/api/endpoints.hpp>
#include <rif/api/model.hpp>
#include <rif/api/register.hpp>
#include <rif/api/score_reply.hpp>
#include <rif/base/hash.hpp>
#include <rif/http/client.hpp>

namespace rif {
namespace {

HttpSettings http_settings(const Arguments& arguments) {
    HttpSettings settings;
    settings.who = arguments.address();
    settings.access = endpoint_of(arguments, "endpoint");
    settings.timeout = std::chrono::duration<double>(arguments.number("timeout"));
    settings.retries = static_cast<std::size_t>(arguments.count("retries"));
    settings.first_pause = std::chrono::duration<double>(arguments.number("pause"));
    settings.connections = static_cast<std::size_t>(arguments.count("connections"));
    settings.wait = [services = arguments.services_pointer()] { services->check_cancelled(); };
    return settings;
}

class Http final : public Model {
public:
    explicit Http(const Arguments& arguments)
        : form_{arguments.address(), arguments.texts("labels"),
                arguments.choice("scores") == "logits" ? ScoreKind::logits : ScoreKind::probabilities},
          place_(arguments.place("endpoint")),
          endpoint_(arguments.text("endpoint")),
          version_(arguments.text("version")),
          is_hosted_(arguments.choice("format") == "hosted"),
          batch_(static_cast<std::size_t>(arguments.count("batch"))),
          client_(http_settings(arguments)) {}

    ScoreKind score_kind() const override { return form_.kind; }
    std::vector<std::string> labels() const override { return form_.labels; }

    /// Of the address or name as it is written, the address that it stands for, and `version`; of no key.
    std::string fingerprint() const override {
        Hasher hasher;
        hasher.add("http").add(endpoint_).add(client_.shown_url()).add(version_).add(is_hosted_ ? "hosted" : "plain");
        return hasher.hex();
    }

    /// texts: n texts, UTF-8.  returns: [n, labels]. errors: rif::Error "http-…" of the request, "model-output" of the answer.
    Matrix predict(std::span<const std::string> texts) const override {
        Matrix result(texts.size(), form_.labels.size());
        for (std::size_t first = 0; first < texts.size(); first += batch_) {
            const auto batch = texts.subspan(first, std::min(batch_, texts.size() - first));
            const Matrix rows = scores_of_reply(asked(batch), batch.size(), form_);
            std::ranges::copy(rows.values(), result[first].data());
        }
        return result;
    }

private:
    std::string asked(std::span<const std::string> texts) const {
        try {
            return client_.post(is_hosted_ ? hosted_request(texts) : texts_as_json(texts));
        } catch (const Error& error) {
            throw error.at(place_);
        }
    }

    /// All labels are asked for; those services answer with the best one alone otherwise.
    std::string hosted_request(std::span<const std::string> texts) const {
        const std::string parameters = fmt::format(R"({{"top_k":{}{}}})", form_.labels.size(),
                                                   form_.kind == ScoreKind::logits ? R"(,"function_to_apply":"none")" : "");
        return fmt::format(R"({{"inputs":{},"parameters":{}}})", json_strings(texts), parameters);
    }

    ReplyForm form_;
    Place place_;
    std::string endpoint_, version_;
    bool is_hosted_;
    std::size_t batch_;
    mutable HttpClient client_;
};

RIF_PLUGIN(Http)

}  // namespace
}  // namespace rif
