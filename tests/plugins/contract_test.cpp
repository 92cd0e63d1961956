// Every plugin that was built keeps the contract of its role.
#include <boost/test/unit_test.hpp>

#include <rif/host/catalogue.hpp>
#include <rif/host/contract.hpp>

#include "dsl/example.hpp"
#include "support/plugin.hpp"
#include "support/test_data.hpp"

namespace {

std::shared_ptr<const rif::Catalogue> built_plugins() {
    static const auto found =
        rif::load_catalogue({{{rif::test::build_folder() / "plugins", "build"}}, {}, rif::test::catalogue()->data_path});
    return found;
}

void keeps_its_contract(const rif::PluginEntry& plugin) {
    const rif::test::TemporaryFolder work;
    const auto settings = rif::dsl::settings_in_example(plugin.folder / "example.rif", role_name(plugin.role), plugin.name);
    bool was_asked = false;
    for (const rif::Clause& clause : rif::contract_of({&plugin, settings, plugin.folder, built_plugins()->data_path, work.path()})) {
        if (clause.state == rif::Clause::State::not_tried) BOOST_TEST_MESSAGE("not tried: " << clause.sentence << ": " << clause.detail);
        BOOST_TEST((clause.state != rif::Clause::State::broken), plugin.full_name() << " " << clause.sentence << ": " << clause.detail);
        was_asked = true;
    }
    BOOST_TEST(was_asked);
}

}  // namespace

BOOST_AUTO_TEST_CASE(no_plugin_that_was_built_is_refused_by_its_manifest) {
    for (const rif::Diagnostic& fault : built_plugins()->faults) BOOST_ERROR(as_text(fault));
    BOOST_TEST(!built_plugins()->plugins.empty());
}

BOOST_AUTO_TEST_CASE(every_plugin_keeps_the_contract_of_its_role) {
    for (const rif::PluginEntry& plugin : built_plugins()->plugins) {
        BOOST_TEST_CONTEXT(plugin.full_name()) { keeps_its_contract(plugin); }
    }
}
