// Built against a libtorch that this rif does not know.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.build_tag = RIF_BUILD_TAG_PLAIN ",torch=0.4.1";
    return card;
}
();
