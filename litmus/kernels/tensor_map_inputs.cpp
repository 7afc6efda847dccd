#include "litmus/kernels/tensor_map_inputs.hpp"

#include <algorithm>
#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/launch_inputs.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/tensor_map.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::quote;

/// Types of C++ by a part of their name, and what their elements are in a tensor.
struct NamedType {
  std::string_view part;
  std::string_view type;
};
// The first that fits counts.
constexpr std::array named_types = {
    NamedType{"bfloat16", "bfloat16"}, NamedType{"half", "float16"},
    NamedType{"float", "float32"},     NamedType{"double", "float64"},
    NamedType{"uint64", "uint64"},     NamedType{"unsigned long", "uint64"},
    NamedType{"size_t", "uint64"},     NamedType{"long", "int64"},
    NamedType{"int64", "int64"},       NamedType{"short", "uint16"},
    NamedType{"int16", "uint16"},      NamedType{"char", "uint8"},
    NamedType{"int8", "uint8"},        NamedType{"unsigned", "uint32"},
    NamedType{"uint", "uint32"},
};

std::string_view element_behind(const std::string& type) {
  const auto* const known = std::ranges::find_if(named_types, [&](const NamedType& named) {
    return type.find(named.part) != std::string::npos;
  });
  return known == named_types.end() ? "int32" : known->type;
}

/// A tensormap that a word says, and what it is: `map`, `p.map`, `p+128`, `maps[1]`.
struct SaidMap {
  const LaunchWord& word;
  std::string name;
  TensorMap map;
};

/// `maps[1]` is 128 bytes behind `maps`.
std::pair<std::string, Value> memory_of_maps(const SaidMap& said) {
  const std::size_t open = said.name.rfind('[');
  if (open == std::string::npos || !said.name.ends_with(']')) return {said.name, 0};
  const auto index =
      number_in(std::string_view(said.name).substr(open + 1, said.name.size() - open - 2));
  constexpr Value most = 255;
  if (!index || *index < 0 || *index > most) {
    fail(said.word, "malformed index in " + quote(said.name), "write --input maps[1]=tensor:…");
  }
  return {said.name.substr(0, open), *index * tensormap_bytes};
}

class TensorMapWords {
 public:
  TensorMapWords(const NamedEntry& entry, const Module& module, Launch& launch)
      : entry_(entry), module_(module), launch_(launch), grid_(launch.grids.front()) {}

  void add(const LaunchWord& word) {
    const auto [name, value] = assignment(word);
    SaidMap said{word, name, tensormap_in(word, value, usual_type(value))};
    said.map.name = name;
    follow_pointer(said.map);
    const auto [memory, at] = memory_of_maps(said);
    if (const auto whole = place_of_input(name, entry_)) return add_at(*whole, 0, said);
    if (const auto pointer = place_of_input(memory, entry_)) return add_at(*pointer, at, said);
    add_to_variable(memory, at, said);
  }

  /// Memory of their own for tensors that lie in none that has a name already.
  void add_memory() {
    std::vector<Buffer> added;
    for (const TensorMap* const map : tensormaps_of(launch_)) {
      const auto is_it = [&](const Buffer& buffer) { return buffer.location == map->location; };
      const bool known = is_variable(map->location) || std::ranges::any_of(added, is_it) ||
                         std::ranges::any_of(launch_.memory, is_it) ||
                         std::ranges::any_of(grid_.parameters, [&](const Binding& binding) {
                           const auto* const buffer = std::get_if<Buffer>(&binding.argument);
                           return buffer != nullptr && is_it(*buffer);
                         });
      if (!known) added.push_back(buffer_of_tensors(launch_, *map));
    }
    launch_.memory.insert(launch_.memory.end(), added.begin(), added.end());
  }

 private:
  /// What elements are where the word does not say it: those of the pointer to the memory.
  std::string_view usual_type(const std::string& value) const {
    const std::vector<std::string> parts = listed(value, ':');
    const std::string name = parts.size() < 2 ? "" : parts[1].substr(0, parts[1].find('+'));
    const auto place = place_of_input(name, entry_);
    return element_behind(place ? place->type : "");
  }

  Binding* binding_of(const InputPlace& place) {
    const std::string number = std::to_string(place.parameter);
    const std::string key = number + '+' + std::to_string(place.offset);
    const auto known = std::ranges::find_if(grid_.parameters, [&](const Binding& binding) {
      return binding.name == key || (place.offset == 0 && binding.name == number);
    });
    return known == grid_.parameters.end() ? nullptr : &*known;
  }

  /// A pointer is said by its name: the tensor begins where it leads to.
  void follow_pointer(TensorMap& map) {
    const auto place = place_of_input(map.location, entry_);
    Binding* const binding = place && place->pointer ? binding_of(*place) : nullptr;
    const auto* const buffer =
        binding == nullptr ? nullptr : std::get_if<Buffer>(&binding->argument);
    if (buffer == nullptr) return;
    map.location = buffer->location;
    map.offset += buffer->offset;
  }

  void add_at(const InputPlace& place, Value at, const SaidMap& said) {
    if (!place.pointer) return add_to_parameter(place, at, said);
    Binding* binding = binding_of(place);
    if (binding == nullptr || !std::holds_alternative<Buffer>(binding->argument)) {
      fail(said.word, quote(said.name) + " points to no memory",
           "leave out what else is said of it");
    }
    store(std::get<Buffer>(binding->argument), at, said.map);
  }

  void add_to_parameter(const InputPlace& place, Value at, const SaidMap& said) {
    const Value offset = place.offset + at;
    const Value bytes = size_of(entry_.entry->parameters[place.parameter]).value_or(0);
    if (offset < 0 || offset + tensormap_bytes > bytes || offset % tensormap_alignment != 0) {
      fail(said.word,
           "at byte " + std::to_string(offset) + " of a parameter of " + std::to_string(bytes) +
               " bytes there is no tensormap",
           "a tensormap has 128 bytes, and begins at a multiple of 64");
    }
    const std::string number = std::to_string(place.parameter);
    std::erase_if(grid_.parameters, [&](const Binding& other) {
      const std::size_t plus = other.name.find('+');
      const Value there =
          plus == std::string::npos ? 0 : number_in(other.name.substr(plus + 1)).value_or(0);
      return other.name.substr(0, plus) == number && there >= offset &&
             there < offset + tensormap_bytes;
    });
    grid_.parameters.push_back({number + '+' + std::to_string(offset), said.map});
  }

  static void store(Buffer& buffer, Value at, const TensorMap& map) {
    std::erase_if(buffer.tensormaps, [&](const StoredTensorMap& other) { return other.at == at; });
    buffer.tensormaps.push_back({at, map});
    if (buffer.count || buffer.width) return;
    buffer.bytes =
        std::max(buffer.bytes.value_or(0), static_cast<std::uint32_t>(at + tensormap_bytes));
  }

  bool is_variable(const std::string& name) const {
    return std::ranges::any_of(module_.variables, [&](const Variable& variable) {
      return local_name(variable.name.text).name == name;
    });
  }

  void add_to_variable(const std::string& name, Value at, const SaidMap& said) {
    if (!is_variable(name)) refuse_name(said);
    auto known = std::ranges::find(launch_.variables, name, &Binding::name);
    if (known == launch_.variables.end()) {
      known = launch_.variables.insert(known, {name, Buffer{name, std::nullopt, std::nullopt, {}}});
    }
    auto& buffer = std::get<Buffer>(known->argument);
    std::erase_if(buffer.tensormaps, [&](const StoredTensorMap& other) { return other.at == at; });
    buffer.tensormaps.push_back({at, said.map});
  }

  [[noreturn]] void refuse_name(const SaidMap& said) const {
    std::vector<std::string_view> known;
    for (const CudaParameter& parameter : entry_.parameters) known.push_back(parameter.name);
    fail(said.word, "there is no parameter or variable " + quote(said.name),
         detail::did_you_mean(said.name, known, "it is the name of a CUtensorMap"));
  }

  const NamedEntry& entry_;
  const Module& module_;
  Launch& launch_;
  Grid& grid_;
};

}  // namespace

bool says_tensormap(const LaunchWord& word) { return is_tensormap(assignment(word).second); }

void add_tensormaps(const LaunchWords& words, const NamedEntry& entry, const Module& module,
                    Launch& launch) {
  TensorMapWords said(entry, module, launch);
  for (const LaunchWord& word : words.inputs) {
    if (says_tensormap(word)) said.add(word);
  }
  said.add_memory();
}

}  // namespace opexplore::kernel
