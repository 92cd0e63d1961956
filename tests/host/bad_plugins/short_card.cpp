// Its card is shorter than ours: of a version that never was.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.size = 16;
    return card;
}
();
