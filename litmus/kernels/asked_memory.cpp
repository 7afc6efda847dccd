#include "litmus/kernels/asked_memory.hpp"

#include <algorithm>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/uncomputed.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// Refuses to speak of an element that is accessed in parts.
void require_location(const Surroundings& around, const std::string& name, int index) {
  std::string parts;
  for (const std::string& part : around.memory.parts_of(name, static_cast<std::uint32_t>(index))) {
    parts += (parts.empty() ? "" : ", ") + part;
  }
  if (parts.empty()) return;
  const Launch& launch = around.launch;
  throw InputError(launch.question_path.empty() ? launch.path : launch.question_path, {},
                   quote(name + '[' + std::to_string(index) + ']') +
                       " is accessed in several sizes, and is no location of its own",
                   "ask for its parts: " + parts);
}

/// `x[1]`, `x_1` and `x` are elements of x.
void mention(Memory& memory, const std::string& name, int index) {
  if (index >= 0) {
    const bool known = memory.mention(name, static_cast<std::uint32_t>(index));
    if (!known) memory.mention(name + '[' + std::to_string(index) + ']', 0);
    return;
  }
  if (memory.mention(name, 0)) return;
  const std::size_t digits = name.find_last_not_of("0123456789");
  constexpr std::size_t most_digits = 6;
  if (digits == std::string::npos || name[digits] != '_' || digits + 1 == name.size() ||
      name.size() - digits > most_digits) {
    return;
  }
  memory.mention(name.substr(0, digits),
                 static_cast<std::uint32_t>(std::stoul(name.substr(digits + 1))));
}

}  // namespace

Names mentioning(Surroundings& around) {
  return {[](std::uint32_t, const std::string& name, bool) { return name; },
          [&around](const std::string& name, int index) {
            mention(around.memory, name, index);
            return name;
          }};
}

std::string asked_location(const Surroundings& around, const std::string& name, int index) {
  if (index < 0) {
    const bool member = name.find_first_of(".[") != std::string::npos;
    return member ? around.memory.element_name(name, 0).value_or(name) : name;
  }
  require_location(around, name, index);
  const auto element = around.memory.element_name(name, static_cast<std::uint32_t>(index));
  // "v.rows[1]" can be a pointer of its own.
  const std::string whole = name + '[' + std::to_string(index) + ']';
  return element ? *element : around.memory.element_name(whole, 0).value_or(name);
}

void show_memory(const Surroundings& around, const std::vector<bool>& is_written, Test& test) {
  const auto objects = around.memory.elements_of_addresses();
  const auto object = [&](std::size_t i) -> const Object& {
    return around.memory.at(objects[i].object);
  };
  const auto show = [&](const auto& wanted) {
    std::size_t found = 0;
    for (std::size_t i = 0; i < objects.size(); ++i) {
      if (!wanted(i)) continue;
      ++found;
      const Observable location = LocationTerm{static_cast<AddressId>(i)};
      if (std::ranges::find(test.observables, location) != test.observables.end()) continue;
      const auto at = test.observables.begin() + static_cast<std::ptrdiff_t>(test.shown++);
      test.observables.insert(at, location);
    }
    return found;
  };
  for (const std::string& name : around.launch.shown) {
    if (show([&](std::size_t i) { return object(i).name == name; }) > 0) continue;
    std::vector<std::string_view> names;
    for (std::size_t i = 0; i < objects.size(); ++i) names.push_back(object(i).name);
    throw InputError("--show", {}, "the kernel does not use " + quote(name),
                     detail::did_you_mean(name, names));
  }
  if (!around.launch.shown.empty()) return;
  const auto of_kind = [&](bool parameter) {
    return show([&](std::size_t i) {
      return is_written[i] && !is_uncomputed(around, objects[i]) && !object(i).hidden &&
             object(i).of_parameter == parameter;
    });
  };
  if (of_kind(true) == 0) of_kind(false);
}

}  // namespace opexplore::kernel
