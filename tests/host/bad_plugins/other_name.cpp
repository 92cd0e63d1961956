// Says that it is another plugin.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.name = "edit";
    return card;
}
();
