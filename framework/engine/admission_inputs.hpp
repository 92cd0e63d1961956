// From a perturbation's block of an experiment to the settings that its admission is built with.
#pragma once

#include <rif/engine/admission.hpp>
#include <rif/engine/plan.hpp>

namespace rif {

/// arguments: of `block`. Conditions know what their similarities take and what their values depend on (settings and library, so that a
/// mended similarity is asked again). The perturbation's own fingerprint is its plugin and its own settings as given, readable and
/// without the framework's: a new threshold, or more candidates, go on with the same dictionary. threads and progress are left open.
AdmissionSettings admission_settings(const dsl::Experiment& experiment, const dsl::Block& block, const ChangedSettings& changed,
                                     const Arguments& arguments);

}  // namespace rif
