// What every plugin's class derives from, through its role.
#pragma once

namespace rif {

/// Made once by the host from checked settings, then asked from several threads at once: every call is const and thread-safe
/// unless its role says otherwise. An exception out of any call, of any type, becomes the error of that cell or individual.
class Component {
public:
    Component() = default;
    Component(const Component&) = delete;
    Component& operator=(const Component&) = delete;
    virtual ~Component();
};

}  // namespace rif
