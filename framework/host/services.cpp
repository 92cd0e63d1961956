#include <rif/host/services.hpp>

#include <rif/host/endpoint_access.hpp>
#include <rif/host/search_path.hpp>

namespace rif {

std::filesystem::path PlainServices::data_file(std::string_view name, const Place& place) const {
    return find_data(data_path_, name, place);
}

EndpointAccess PlainServices::endpoint(std::string_view name, const Place& place) const {
    return endpoint_access(load_site_config(), name, place);
}

std::vector<std::string> PlainServices::data_names(std::string_view folder, std::string_view extension) const {
    return names_of_data(data_path_, folder, extension);
}

}  // namespace rif
