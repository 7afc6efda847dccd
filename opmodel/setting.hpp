// How a machine is run: the choices that it offers, and the reductions of the search.
#pragma once

#include <functional>
#include <map>
#include <span>
#include <string>
#include <string_view>

namespace opexplore {

/// A choice that a machine offers: another reading of its source, a part that only some
/// chips have. `false` and `true` make a switch.
struct Setting {
  std::string_view name;                     ///< also of the option: "chip" is --chip
  std::span<const std::string_view> values;  ///< two or more; the first is the default
  std::string_view summary;                  ///< one sentence
  /// Whether several values, but not the first, may be given, joined by '+': "drain+markers".
  bool several = false;
};

// WART: counts-and-reductions. A count is of a version of a machine, not of a memory model.
/// How a machine is run. Each reduction keeps verdicts and outcomes; switching
/// one off changes state counts alone.
struct MachineOptions {
  /// Values of Machine::settings by name; those not named have their defaults.
  std::map<std::string, std::string, std::less<>> settings;
  bool fuse_local = true;   ///< run register arithmetic and branches together with the step before
  bool prune_spins = true;  ///< drop loop iterations that changed nothing
  bool split_components = true;  ///< run threads that can no longer interact one after the other
  bool forget_dead = true;       ///< drop knowledge that no remaining instruction can use
  /// Look at the whole program first: run the smallest form of the machine that is exact for it.
  bool look_ahead = true;
};

/// The value that the setting has.
inline std::string_view value_of(const Setting& setting, const MachineOptions& options) {
  const auto chosen = options.settings.find(setting.name);
  return chosen == options.settings.end() ? setting.values.front() : chosen->second;
}

/// Whether this value is the setting's, or one of several.
inline bool has_value(const Setting& setting, std::string_view value,
                      const MachineOptions& options) {
  std::string_view left = value_of(setting, options);
  while (!left.empty()) {
    const std::size_t end = left.find('+');
    if (left.substr(0, end) == value) return true;
    left = end == std::string_view::npos ? std::string_view{} : left.substr(end + 1);
  }
  return false;
}

}  // namespace opexplore
