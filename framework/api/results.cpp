#include <rif/api/results.hpp>

#include <algorithm>

namespace rif {

std::vector<std::string> swept_addresses(const std::vector<CellRecord>& cells) {
    std::vector<std::string> addresses;
    for (const CellRecord& cell : cells) {
        for (const auto& [address, value] : cell.settings) {
            if (std::find(addresses.begin(), addresses.end(), address) == addresses.end()) addresses.push_back(address);
        }
    }
    return addresses;
}

std::string swept_value(const CellRecord& cell, std::string_view address) {
    const auto at = std::find_if(cell.settings.begin(), cell.settings.end(), [&](const auto& setting) { return setting.first == address; });
    return at == cell.settings.end() ? std::string() : at->second;
}

const Rate* find_rate(const std::vector<Rate>& rates, std::string_view measure) {
    const auto at = std::find_if(rates.begin(), rates.end(), [&](const Rate& rate) { return rate.measure == measure; });
    return at == rates.end() ? nullptr : &*at;
}

}  // namespace rif
