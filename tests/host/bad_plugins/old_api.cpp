// Built for an older plugin interface.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.api = 0;
    return card;
}
();
