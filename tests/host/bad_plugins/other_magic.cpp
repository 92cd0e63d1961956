// Exports something else under the card's name.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.magic[0] = 'R';
    return card;
}
();
