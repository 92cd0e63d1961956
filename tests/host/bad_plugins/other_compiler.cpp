// Built by another compiler with another C++ ABI.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.build_tag = "msvc,cxx11abi=0";
    return card;
}
();
