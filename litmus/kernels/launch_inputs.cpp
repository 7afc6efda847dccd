#include "litmus/kernels/launch_inputs.hpp"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>

#include "litmus/input/suggestion.hpp"
#include "litmus/kernels/all_values.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/found_launch.hpp"
#include "litmus/kernels/inputs.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/source_records.hpp"
#include "litmus/kernels/tensor_map_inputs.hpp"
#include "litmus/language/tokens.hpp"

namespace opexplore::kernel {

namespace {

using detail::is_digit;
using detail::is_word;
using detail::quote;

bool is_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

constexpr const char* argument_advice =
    "write --input n=4, --input out=buffer(2) or --input out=data";

Argument argument_in(const LaunchWord& word, const CudaParameter& parameter,
                     const std::string& value) {
  if (parameter.is_floating()) {
    const auto bits = float_bits(value, parameter.type == "float" ? 4 : 8);
    if (bits) return *bits;
    fail(word, quote(value) + " is no number", "write --input " + parameter.name + "=1.5");
  }
  if (const std::optional<Value> number = number_in(value)) return *number;
  if (value == "null" && parameter.is_pointer()) return Value{0};
  if (value == "buffer") return buffer_of(parameter, parameter.name, std::nullopt);
  if (const auto count = buffer_size_in(value)) {
    constexpr Value most = 65'535;
    if (*count < 1 || *count > most) {
      fail(word, "a buffer has 1 to 65535 elements", argument_advice);
    }
    return buffer_of(parameter, parameter.name, static_cast<std::uint32_t>(*count));
  }
  if (!is_name(value)) fail(word, "unknown value " + quote(value), argument_advice);
  return buffer_of(parameter, value, std::nullopt);
}

const ParameterField* field_named(const NamedEntry& entry, const std::string& name) {
  const auto field = std::ranges::find(entry.fields, name, &ParameterField::name);
  return field == entry.fields.end() ? nullptr : &*field;
}

/// The key of the parameter that is meant, with an offset behind it as it was written; nothing if
/// there is none.
std::optional<std::string> parameter_key(const std::string& name, const NamedEntry& entry) {
  if (const ParameterField* const field = field_named(entry, name)) return field->key();
  const std::size_t plus = name.find('+');
  const std::string base = name.substr(0, plus);
  const std::string offset = plus == std::string::npos ? "" : name.substr(plus);
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const bool meant = entry.parameters[i].name == base || std::to_string(i) == base;
    if (meant) return std::to_string(i) + offset;
  }
  return std::nullopt;
}

std::vector<std::string_view> parameter_names(const NamedEntry& entry) {
  std::vector<std::string_view> names;
  for (const CudaParameter& parameter : entry.parameters) names.push_back(parameter.name);
  for (const ParameterField& field : entry.fields) names.push_back(field.name);
  return names;
}

/// What names that do not fit are told.
std::string advice_for(const std::string& name, const std::vector<std::string_view>& known,
                       const std::string& start) {
  std::string all;
  for (const std::string_view one : known) all += (all.empty() ? "" : ", ") + std::string(one);
  return detail::did_you_mean(name, known, all.empty() ? "the kernel has none" : start + all);
}

/// The parameter that has the key, as a word about it has to know it.
struct MeantParameter {
  std::string key;
  CudaParameter parameter;
  bool function = false;
  bool narrow = false;  ///< too small for an address
};

std::optional<MeantParameter> parameter_meant(const std::string& name, const NamedEntry& entry) {
  const std::optional<std::string> key = parameter_key(name, entry);
  if (!key) return std::nullopt;
  const auto number = static_cast<std::size_t>(*number_in(key->substr(0, key->find('+'))));
  if (const ParameterField* const field = field_named(entry, name)) {
    return MeantParameter{*key,
                          {field->name, field->type},
                          field->kind == ParameterField::Kind::function,
                          field->bytes < 8};
  }
  const Variable& variable = entry.entry->parameters[number];
  return MeantParameter{*key, entry.parameters[number], false,
                        variable.count == 1U && variable.type.bits < 64};
}

bool is_pointer(const MeantParameter& meant, const NamedEntry& entry) {
  const auto field = std::ranges::find(entry.fields, meant.key, &ParameterField::key);
  if (field != entry.fields.end()) return field->kind == ParameterField::Kind::pointer;
  return meant.key.find('+') == std::string::npos && meant.parameter.is_pointer();
}

/// Whether it is all numbers, or sets of some, which a pointer points to.
bool is_content(const std::string& value) {
  return std::ranges::all_of(listed(value, ','), [](const std::string& part) {
    const bool set = part == "any" || part.find("..") != std::string::npos;
    return set || number_in(part) || float_bits(part, 8);
  });
}

/// What the word says a parameter is; nothing if it is about memory, also about that which a
/// parameter points to.
std::optional<MeantParameter> argument_of(const LaunchWord& word, const NamedEntry& entry) {
  if (word.option == "--init") return std::nullopt;
  const auto [name, value] = assignment(word);
  std::optional<MeantParameter> meant = parameter_meant(name, entry);
  if (word.option == "--arg") {
    if (meant) return meant;
    fail(word, "the kernel has no parameter " + quote(name.substr(0, name.find('+'))),
         advice_for(name, parameter_names(entry), "it has "));
  }
  return meant && is_pointer(*meant, entry) && is_content(value) ? std::nullopt : meant;
}

Argument argument_in(const LaunchWord& word, const MeantParameter& meant,
                     const std::string& value) {
  if (meant.function) return FunctionName{value};
  Argument argument = argument_in(word, meant.parameter, value);
  if (std::holds_alternative<Buffer>(argument) && meant.narrow) {
    const std::string& name = meant.parameter.name;
    fail(word, quote(name) + " is a number", "write --input " + name + "=4");
  }
  return argument;
}

/// Numbers as they were written; 1.5 is one.
std::vector<std::string> values_in(const LaunchWord& word, const std::string& text) {
  std::vector<std::string> values = listed(text, ',');
  for (const std::string& part : values) {
    if (number_in(part) || float_bits(part, 8)) continue;
    fail(word, quote(part) + " is no number", "write --input flag=1 or --input table=1,2");
  }
  return values;
}

/// `flag`, or `table[2]`.
std::pair<std::string, std::size_t> element_in(const LaunchWord& word, const std::string& text) {
  const std::size_t open = text.rfind('[');
  if (open == std::string::npos) return {text, 0};
  const auto index = number_in(std::string_view(text).substr(open + 1, text.size() - open - 2));
  constexpr Value most = 65'535;
  if (!text.ends_with(']') || !index || *index < 0 || *index > most) {
    fail(word, "malformed index in " + quote(text), "write --input table[2]=1");
  }
  return {text.substr(0, open), static_cast<std::size_t>(*index)};
}

/// What a text means depends on what the kernel takes the elements for: see Buffer::written.
void set_values(Buffer& buffer, std::size_t from, const std::vector<std::string>& values) {
  if (buffer.initial_width) {  // words of no one size: all of them are said
    buffer.initial.clear();
    buffer.initial_width.reset();
  }
  buffer.initial.resize(std::max(buffer.initial.size(), from + values.size()));
  buffer.written.resize(buffer.initial.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    buffer.initial[from + i] = number_in(values[i]).value_or(0);
    buffer.written[from + i] = values[i];
  }
}

/// Whether the name is that of a member of some memory.
bool set_members(Launch& launch, const std::string& name, const std::vector<std::string>& values) {
  bool found = false;
  for (Grid& grid : launch.grids) {
    for (Binding& binding : grid.parameters) {
      auto* const buffer = std::get_if<Buffer>(&binding.argument);
      found = (buffer != nullptr && set_member(*buffer, name, values)) || found;
    }
  }
  for (Buffer& buffer : launch.memory) found = set_member(buffer, name, values) || found;
  return found;
}

/// Values of an array, from an element on.
struct Elements {
  std::string name;
  std::size_t from = 0;
  std::vector<std::string> values;
};

/// Whether there are buffers of the name.
bool set_buffers(Launch& launch, const Elements& elements) {
  bool found = false;
  const auto set = [&](Buffer& buffer) {
    if (buffer.location != elements.name) return;
    set_values(buffer, elements.from, elements.values);
    found = true;
  };
  for (Grid& grid : launch.grids) {
    for (Binding& binding : grid.parameters) {
      if (auto* const buffer = std::get_if<Buffer>(&binding.argument)) set(*buffer);
    }
  }
  std::ranges::for_each(launch.memory, set);
  return found;
}

/// Whether the module has a variable of the name.
bool set_variable(const Module& module, Launch& launch, const Elements& elements) {
  const auto is_it = [&](const Variable& variable) {
    return local_name(variable.name.text).name == elements.name;
  };
  if (std::ranges::none_of(module.variables, is_it)) return false;
  const auto known = std::ranges::find(launch.variables, elements.name, &Binding::name);
  Buffer buffer{elements.name, std::nullopt, std::nullopt, {}};
  if (known != launch.variables.end()) buffer = std::get<Buffer>(known->argument);
  set_values(buffer, elements.from, elements.values);
  std::erase_if(launch.variables,
                [&](const Binding& other) { return other.name == elements.name; });
  launch.variables.push_back({elements.name, std::move(buffer)});
  return true;
}

[[noreturn]] void refuse_name(const LaunchWord& word, const std::string& name,
                              const NamedEntry& entry, const Module& module, const Launch& launch) {
  std::vector<std::string_view> known;
  const auto add = [&](std::string_view one) {
    if (std::ranges::find(known, one) == known.end()) known.push_back(one);
  };
  const bool memory = word.option == "--init";
  if (!memory) std::ranges::for_each(parameter_names(entry), add);
  for (const Grid& grid : launch.grids) {
    for (const Binding& binding : grid.parameters) {
      const auto* const buffer = std::get_if<Buffer>(&binding.argument);
      if (buffer != nullptr) add(buffer->location);
    }
  }
  std::vector<std::string> variables;
  for (const Variable& variable : module.variables) {
    variables.push_back(local_name(variable.name.text).name);
  }
  std::ranges::for_each(variables, add);
  fail(word,
       (memory ? "there is no buffer or variable " : "there is no parameter, buffer or variable ") +
           quote(name),
       advice_for(name, known, "there are "));
}

constexpr const char* alias_advice = "write --alias a,b or --alias a,b+4";

/// The pointer of that name.
MeantParameter pointer_in(const LaunchWord& word, const std::string& name,
                          const NamedEntry& entry) {
  std::optional<MeantParameter> meant = parameter_meant(name, entry);
  if (!meant || meant->key.empty()) {
    fail(word, "the kernel has no parameter " + quote(name),
         advice_for(name, parameter_names(entry), "it has "));
  }
  if (!is_pointer(*meant, entry)) fail(word, quote(name) + " is no pointer", alias_advice);
  return *std::move(meant);
}

/// What it points to: memory of its own, if it is that of nobody.
Buffer* memory_of(const LaunchWord& word, const MeantParameter& meant, Grid& grid) {
  const auto binding = std::ranges::find(grid.parameters, meant.key, &Binding::name);
  auto* const buffer =
      binding == grid.parameters.end() ? nullptr : std::get_if<Buffer>(&binding->argument);
  if (buffer == nullptr) {
    fail(word, quote(meant.parameter.name) + " points to no memory", alias_advice);
  }
  return buffer;
}

/// Bytes of what a pointer points to; nothing if its type does not say it.
std::optional<Value> element_bytes(const std::string& type) {
  const Value component = pointed_bytes(type);
  if (component == 0) return std::nullopt;
  const std::string base = type.substr(0, type.find('*'));
  const std::size_t last = base.find_last_not_of(' ');
  const char digit = last == std::string::npos ? '0' : base[last];
  return digit >= '1' && digit <= '4' ? component * (digit - '0') : component;
}

/// How many elements behind, `4` of `b+4`.
Value shift_in(const LaunchWord& word, const std::string& text) {
  const auto number = number_in(text);
  constexpr Value most = 65'535;
  if (!number || *number < 0 || *number > most) {
    fail(word, quote(text) + " is no number of elements", alias_advice);
  }
  return *number;
}

}  // namespace

void add_aliases(const LaunchWords& words, const NamedEntry& entry, Launch& launch) {
  Grid& grid = launch.grids.front();
  for (const LaunchWord& word : words.aliases) {
    const std::vector<std::string> names = listed(word.text, ',');
    if (names.size() != 2 || names[0].empty() || names[1].empty()) {
      fail(word, "expected two pointers", alias_advice);
    }
    const std::size_t plus = names[1].rfind('+');
    const MeantParameter first = pointer_in(word, names[0], entry);
    const MeantParameter second = pointer_in(word, names[1].substr(0, plus), entry);
    if (first.key == second.key) fail(word, "a pointer is where it is", alias_advice);
    Buffer* const own = memory_of(word, second, grid);
    Buffer there = *memory_of(word, first, grid);
    const std::string& name = second.parameter.name;
    std::string where = '`' + name + "` points to where `" + first.parameter.name + "` does";
    if (plus != std::string::npos) {
      const Value shift = shift_in(word, names[1].substr(plus + 1));
      const std::optional<Value> bytes = element_bytes(second.parameter.type);
      if (!bytes) {
        fail(word, "how large the elements of " + quote(name) + " are is not known",
             "leave out +" + std::to_string(shift));
      }
      there.offset += shift * *bytes;
      where += ", " + std::to_string(shift) + (shift == 1 ? " element" : " elements") + " further";
    }
    *own = std::move(there);
    if (first.parameter.restricted || second.parameter.restricted) {
      where +=
          ", and __restrict__ says that it does not: the compiler may have moved accesses, and "
          "what the kernel does is undefined in CUDA C++; explored is what was made of it";
    }
    launch.notes.push_back(std::move(where));
    launch.aliased = true;
  }
}

void add_arguments(const LaunchWords& words, const NamedEntry& entry, Grid& grid) {
  for (const LaunchWord& word : words.inputs) {
    if (says_tensormap(word)) continue;
    const std::optional<MeantParameter> meant = argument_of(word, entry);
    if (!meant) continue;
    const Binding binding{meant->key, argument_in(word, *meant, assignment(word).second)};
    std::erase_if(grid.parameters,
                  [&](const Binding& other) { return other.name == binding.name; });
    grid.parameters.push_back(binding);
  }
}

void add_initial(const LaunchWords& words, const NamedEntry& entry, const Module& module,
                 Launch& launch) {
  for (const LaunchWord& word : words.inputs) {
    if (says_tensormap(word) || argument_of(word, entry)) continue;
    const auto [left, right] = assignment(word);
    const std::string& memory = left;  // Clang 14 lets no lambda use a structured binding
    // "v.rows[0]" may be a pointer of its own.
    const bool whole = std::ranges::any_of(launch.grids, [&](const Grid& grid) {
      return std::ranges::any_of(grid.parameters, [&](const Binding& binding) {
        const auto* const buffer = std::get_if<Buffer>(&binding.argument);
        return buffer != nullptr && buffer->location == memory;
      });
    });
    if (!whole && set_members(launch, left, values_in(word, right))) continue;
    const auto [name, index] = whole ? std::pair{left, std::size_t{0}} : element_in(word, left);
    const Elements elements{name, index, values_in(word, right)};
    if (!set_buffers(launch, elements) && !set_variable(module, launch, elements)) {
      refuse_name(word, elements.name, entry, module, launch);
    }
  }
}

std::optional<InputPlace> place_of_input(const std::string& name, const NamedEntry& entry) {
  const std::optional<MeantParameter> meant = parameter_meant(name, entry);
  if (!meant) return std::nullopt;
  const std::size_t plus = meant->key.find('+');
  InputPlace place;
  place.parameter = static_cast<std::size_t>(*number_in(meant->key.substr(0, plus)));
  if (plus != std::string::npos) place.offset = number_in(meant->key.substr(plus + 1)).value_or(0);
  place.bytes = entry.entry->parameters[place.parameter].type.bits / 8;
  const auto field = std::ranges::find(entry.fields, meant->key, &ParameterField::key);
  if (field != entry.fields.end()) place.bytes = field->bytes;
  place.type = meant->parameter.type;
  place.pointer = is_pointer(*meant, entry);
  return place;
}

std::vector<LaunchCase> cases_of(const LaunchWords& words, const Module& module,
                                 const CudaSource& source, const std::string& path) {
  if (words.inputs.empty()) return cases_of(words, InputNames{});
  const NamedEntry entry = launched_entry(words, module, source, path);
  InputNames names;
  names.is_number = [&](const std::string& name) {
    return is_one_number(name, entry, module, source);
  };
  names.any = [](const LaunchWord&, const std::string&) { return std::vector<Value>{0}; };
  const std::vector<LaunchCase> with_zeros = cases_of(words, names);
  std::optional<Launch> launch;
  names.any = [&](const LaunchWord& word, const std::string& name) {
    if (!launch) launch = launch_of(with_zeros.front().words, module, source, path);
    return values_for_all(word, name, {module, entry, source, *launch});
  };
  return cases_of(words, names);
}

bool is_one_number(const std::string& name, const NamedEntry& entry, const Module& module,
                   const CudaSource& source) {
  if (name.ends_with(']')) return true;
  if (const auto meant = parameter_meant(name, entry)) return !is_pointer(*meant, entry);
  for (const CudaParameter& parameter : entry.parameters) {
    const Record record = record_of(source, parameter.type);
    if (!place_in_record(record, parameter.name, name)) continue;
    return !place_in_record(record, parameter.name, name + "[1]");
  }
  return std::ranges::any_of(module.variables, [&](const Variable& variable) {
    return local_name(variable.name.text).name == name && variable.count == 1U;
  });
}

}  // namespace opexplore::kernel
