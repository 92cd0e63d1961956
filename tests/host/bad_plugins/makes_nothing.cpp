// Its factory gives nothing.
#include "host/bad_plugins/constant.hpp"

const rif::PluginCard rif_card = []() constexpr {
    rif::PluginCard card = rif::good_card();
    card.make = [](const rif::Arguments&) -> rif::Component* { return nullptr; };
    return card;
}
();
