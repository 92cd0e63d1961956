// Says that it has another role.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.role = "attack";
    return card;
}
();
