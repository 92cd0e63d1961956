#include <rif/host/caught.hpp>

#include <cstdlib>
#include <memory>
#include <typeinfo>

#include <cxxabi.h>

#include <fmt/core.h>

namespace rif {

namespace {

std::string type_being_handled() {
    const std::type_info* type = abi::__cxa_current_exception_type();
    if (!type) return "something of another language";
    int status = 0;
    const std::unique_ptr<char, void (*)(void*)> name(abi::__cxa_demangle(type->name(), nullptr, nullptr, &status), std::free);
    return status == 0 ? name.get() : type->name();
}

}  // namespace

Error caught_error(const std::string& who, const std::string& slug) {
    try {
        throw;
    } catch (const Error& error) {
        return error;
    } catch (const BudgetSpent&) {
        throw;
    } catch (const Cancelled&) {
        throw;
    } catch (const std::exception& error) {
        return Error(slug, fmt::format("{} failed: {}", who, error.what()), "this is a fault of the plugin; its author wants to know");
    } catch (...) {
        return Error(slug, fmt::format("{} failed: it threw a value of type {}", who, type_being_handled()),
                     "this is a fault of the plugin; its author wants to know");
    }
}

}  // namespace rif
