#include "litmus/kernels/launch_words.hpp"

#include <algorithm>
#include <limits>
#include <numeric>
#include <string_view>
#include <utility>

#include "litmus/input/input_error.hpp"
#include "litmus/input/suggestion.hpp"
#include "litmus/input/usage_error.hpp"
#include "litmus/kernels/default_launch.hpp"
#include "litmus/kernels/exclusion.hpp"
#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/found_launch.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/setup_launch.hpp"
#include "litmus/kernels/source_records.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/words.hpp"

namespace opexplore::kernel {

namespace {

using detail::is_digit;
using detail::is_word;
using detail::quote;

/// See Launch::one_piece.
std::uint32_t bytes_in_one_piece(const LaunchWord& word) {
  const auto bytes = find_word<std::uint32_t>(vector_words, word.text);
  if (!bytes) fail(word, "expected split, 8 or 16", "the default is split, as PTX says");
  return *bytes;
}

/// `name=value`.
std::pair<std::string, std::string> assignment(const LaunchWord& word, const char* advice) {
  const std::size_t at = word.text.find('=');
  if (at == std::string::npos || at == 0 || at + 1 == word.text.size()) {
    fail(word, "expected NAME=VALUE", advice);
  }
  return {word.text.substr(0, at), word.text.substr(at + 1)};
}

bool is_name(std::string_view text) {
  return !text.empty() && !is_digit(text.front()) && std::ranges::all_of(text, is_word);
}

constexpr const char* argument_advice = "write --arg n=4, --arg out=buffer(2) or --arg out=data";

Argument argument_in(const LaunchWord& word, const CudaParameter& parameter,
                     const std::string& value) {
  if (parameter.is_floating()) {
    const auto bits = float_bits(value, parameter.type == "float" ? 4 : 8);
    if (bits) return *bits;
    fail(word, quote(value) + " is no number", "write --arg " + parameter.name + "=1.5");
  }
  if (const std::optional<Value> number = number_in(value)) return *number;
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

/// The number of the parameter that is meant, with an offset behind it as it was written.
std::string parameter_key(const LaunchWord& word, const std::string& name,
                          const NamedEntry& entry) {
  const std::vector<CudaParameter>& parameters = entry.parameters;
  const std::size_t plus = name.find('+');
  const std::string base = name.substr(0, plus);
  const std::string offset = plus == std::string::npos ? "" : name.substr(plus);
  std::vector<std::string_view> names;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    if (parameters[i].name == base || std::to_string(i) == base) return std::to_string(i) + offset;
    names.push_back(parameters[i].name);
  }
  std::string all;
  for (const ParameterField& field : entry.fields) names.push_back(field.name);
  for (const std::string_view known : names) all += (all.empty() ? "" : ", ") + std::string(known);
  fail(word, "the kernel has no parameter " + quote(base),
       detail::did_you_mean(base, names, all.empty() ? "it has none" : "it has " + all));
}

void add_arguments(const LaunchWords& words, const NamedEntry& entry, Grid& grid) {
  for (const LaunchWord& word : words.arguments) {
    const auto [name, value] = assignment(word, argument_advice);
    const ParameterField* const field = field_named(entry, name);
    const std::string key = field != nullptr ? field->key() : parameter_key(word, name, entry);
    const std::size_t number = static_cast<std::size_t>(*number_in(key.substr(0, key.find('+'))));
    const CudaParameter meant =
        field != nullptr ? CudaParameter{field->name, field->type} : entry.parameters[number];
    const bool function = field != nullptr && field->kind == ParameterField::Kind::function;
    const Binding binding{
        key, function ? Argument(FunctionName{value}) : argument_in(word, meant, value)};
    const Variable& parameter = entry.entry->parameters[number];
    const bool narrow =
        field != nullptr ? field->bytes < 8 : parameter.count == 1U && parameter.type.bits < 64;
    if (std::holds_alternative<Buffer>(binding.argument) && narrow) {
      fail(word, quote(name) + " is a number", "write --arg " + name + "=4");
    }
    std::erase_if(grid.parameters, [&](const Binding& other) { return other.name == key; });
    grid.parameters.push_back(binding);
  }
}

/// Numbers as they were written; 1.5 is one.
std::vector<std::string> values_in(const LaunchWord& word, const std::string& text) {
  std::vector<std::string> values = listed(text, ',');
  for (const std::string& part : values) {
    if (number_in(part) || float_bits(part, 8)) continue;
    fail(word, quote(part) + " is no number", "write --init flag=1 or --init table=1,2");
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
    fail(word, "malformed index in " + quote(text), "write --init table[2]=1");
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

void add_initial(const LaunchWords& words, const Module& module, Launch& launch) {
  for (const LaunchWord& word : words.initial) {
    const auto [left, right] = assignment(word, "write --init flag=1");
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
    const std::vector<std::string> values = values_in(word, right);
    bool found = false;
    std::vector<std::string> names;
    for (Grid& grid : launch.grids) {
      for (Binding& binding : grid.parameters) {
        auto* const buffer = std::get_if<Buffer>(&binding.argument);
        if (buffer == nullptr) continue;
        names.push_back(buffer->location);
        if (buffer->location != name) continue;
        set_values(*buffer, index, values);
        found = true;
      }
    }
    for (const Variable& variable : module.variables) {
      names.push_back(local_name(variable.name.text).name);
      if (found || names.back() != name) continue;
      const auto known = std::ranges::find(launch.variables, name, &Binding::name);
      Buffer buffer{name, std::nullopt, std::nullopt, {}};
      if (known != launch.variables.end()) buffer = std::get<Buffer>(known->argument);
      set_values(buffer, index, values);
      std::erase_if(launch.variables,
                    [name = name](const Binding& other) { return other.name == name; });
      launch.variables.push_back({name, std::move(buffer)});
      found = true;
    }
    if (found) continue;
    std::string all;
    for (const std::string& known : names) all += (all.empty() ? "" : ", ") + known;
    fail(word, "there is no buffer or variable " + quote(name),
         detail::did_you_mean(name, {names.begin(), names.end()},
                              all.empty() ? "the kernel has none" : "there are " + all));
  }
}

/// An expression of C as litmus tests write it.
struct Rewritten {
  std::string text;
  std::vector<std::uint32_t> added;  ///< where characters were put in, from 0
};

/// Where a name ends, the first word of which ends at `end`: "v.rows[0][1]".
std::size_t behind_name(const std::string& text, std::size_t end) {
  while (end < text.size()) {
    if (text[end] == '[') {
      end = std::min(text.find(']', end), text.size() - 1) + 1;
    } else if (text[end] == '.' && end + 1 < text.size() && is_word(text[end + 1])) {
      ++end;
      while (end < text.size() && is_word(text[end])) ++end;
    } else {
      break;
    }
  }
  return end;
}

/// Operators stay as long as they are. Names get brackets, for a bare one on the right of a
/// comparison would be an address.
Rewritten as_proposition(const std::string& text) {
  Rewritten result;
  const auto add = [&](char c) {
    result.added.push_back(static_cast<std::uint32_t>(result.text.size()));
    result.text += c;
  };
  for (std::size_t i = 0; i < text.size();) {
    const std::string_view two = std::string_view(text).substr(i, 2);
    if (is_word(text[i])) {
      std::size_t end = i;
      while (end < text.size() && is_word(text[end])) ++end;
      const std::string word = text.substr(i, end - i);
      const bool name =
          (word.front() < '0' || word.front() > '9') && word != "true" && word != "false";
      if (name) end = behind_name(text, end);
      if (name) add('[');
      result.text += text.substr(i, end - i);
      if (name) add(']');
      i = end;
    } else if (two == "==" || two == "&&" || two == "||") {
      result.text += two == "==" ? "= " : two == "&&" ? "/\\" : "\\/";
      i += 2;
    } else if (two == "!=" || two == "<=" || two == ">=") {
      result.text += two;
      i += 2;
    } else {
      result.text += text[i] == '!' ? '~' : text[i];
      ++i;
    }
  }
  return result;
}

void add_question(const LaunchWords& words, Launch& launch) {
  for (const LaunchWord& word : words.shown) {
    for (std::string& name : listed(word.text, ',')) launch.shown.push_back(std::move(name));
  }
  if (!words.question) return;
  const LaunchWord& word = *words.question;
  const std::string prefix = std::string(words.quantifier == Quantifier::exists   ? "exists"
                                         : words.quantifier == Quantifier::forall ? "forall"
                                                                                  : "~exists") +
                             " (";
  const Rewritten rewritten = as_proposition(word.text);
  launch.question = prefix + rewritten.text + ')';
  launch.question_path = word.path.empty() ? word.option : word.path;
  launch.question_place = word.path.empty() ? SourcePlace{1, 1} : word.place;
  launch.question_added.resize(prefix.size());
  std::iota(launch.question_added.begin(), launch.question_added.end(), 0U);
  for (const std::uint32_t at : rewritten.added) {
    launch.question_added.push_back(static_cast<std::uint32_t>(prefix.size()) + at);
  }
}

void add_exclusive(const LaunchWords& words, Launch& launch) {
  for (const LaunchWord& word : words.exclusive) {
    const std::vector<Lines> regions = lines_in(word.text);
    if (regions.empty()) {
      fail(word, quote(word.text) + " names no lines",
           "write 12-15, or lock.cuh:12-15 in another file, and + between regions");
    }
    launch.exclusive.insert(launch.exclusive.end(), regions.begin(), regions.end());
  }
}

/// The kernel that the word names.
NamedEntry entry_called(const LaunchWord& word, const Module& module, const CudaSource& source) {
  try {
    return entry_named(module, source, word.text);
  } catch (const UsageError& error) {
    fail(word, error.what(), error.suggestion);
  }
}

void add_setup(const LaunchWords& words, const Module& module, const CudaSource& source,
               const NamedEntry& launched, const CudaLaunch* explored, Launch& launch) {
  if (!words.setup) return;
  const NamedEntry entry = entry_called(*words.setup, module, source);
  set_setup(entry, module, source, launched, explored, launch);
}

/// The launch, with memory as it is when main launches the setup.
CudaLaunch from_setup_on(const LaunchWords& words, const Module& module, const CudaSource& source,
                         const CudaLaunch& launch) {
  if (!words.setup) return launch;
  const NamedEntry entry = entry_called(*words.setup, module, source);
  const CudaLaunch* const setup = launch_before(entry, source, launch);
  return setup == nullptr ? launch : with_memory_of(launch, *setup);
}

/// What is said counts most, then what the source launches it with.
void set_shape(const LaunchWords& words, const FoundLaunch& found, Launch& launch, Grid& grid) {
  if (found.fits) {
    grid.blocks = *found.launch->blocks;
    grid.threads_per_block = *found.launch->threads;
  }
  if (words.blocks) grid.blocks = shape(*words.blocks);
  if (words.threads) grid.threads_per_block = shape(*words.threads);
  launch.cooperative = found.launch != nullptr && found.launch->cooperative;
  launch.plain = found.launch != nullptr && !found.launch->cooperative;
  if (words.blocks && words.threads) return;
  launch.chosen = !words.blocks && !words.threads && !found.fits;
  launch.remark = found.remark;
  launch.notes = found.notes;
}

/// What a block has beside the variables with a size, if that is known.
std::optional<std::uint32_t> bytes_of_shared(const CudaLaunch& launch) {
  const Value bytes = launch.dynamic_shared.value_or(-1);
  if (bytes < 0 || bytes > std::numeric_limits<std::uint32_t>::max()) return std::nullopt;
  return static_cast<std::uint32_t>(bytes);
}

/// Of pointers, structures and variables; who lacks a number asks for it.
void add_notes_on_unread(const LaunchWords& words, const CudaLaunch& found, const NamedEntry& entry,
                         Launch& launch) {
  std::string unread;
  for (const std::string& name : unread_arguments(found, entry)) {
    const auto is_given = [&](const LaunchWord& word) {
      const std::string& text = word.text;
      return text.starts_with(name) && text.size() > name.size() &&
             (text[name.size()] == '=' || text[name.size()] == '.');
    };
    if (std::ranges::any_of(words.arguments, is_given)) continue;
    unread += (unread.empty() ? "" : ", ") + quote(name);
  }
  if (!unread.empty()) {
    launch.notes.push_back("what the launch passes for " + unread +
                           " was not read: memory that it points to is taken as its own, and "
                           "starts as zeros; --arg and --init say what it is");
  }
}

}  // namespace

std::string LaunchWords::first_option() const {
  for (const auto* const word : {&kernel, &blocks, &threads, &setup, &vector, &question}) {
    if (*word) return (*word)->option;
  }
  for (const auto* const list : {&arguments, &initial, &shown, &exclusive}) {
    if (!list->empty()) return list->front().option;
  }
  return {};
}

LaunchWords joined(LaunchWords first, const LaunchWords& second) {
  const auto choose = [](std::optional<LaunchWord>& mine, const std::optional<LaunchWord>& other) {
    if (!mine) mine = other;
  };
  choose(first.kernel, second.kernel);
  choose(first.blocks, second.blocks);
  choose(first.threads, second.threads);
  choose(first.setup, second.setup);
  choose(first.vector, second.vector);
  if (!first.question && second.question) {
    first.question = second.question;
    first.quantifier = second.quantifier;
  }
  // What comes later replaces what came before.
  first.arguments.insert(first.arguments.begin(), second.arguments.begin(), second.arguments.end());
  first.initial.insert(first.initial.begin(), second.initial.begin(), second.initial.end());
  if (first.shown.empty()) first.shown = second.shown;
  if (first.exclusive.empty()) first.exclusive = second.exclusive;
  return first;
}

NamedEntry launched_entry(const LaunchWords& words, const Module& module, const CudaSource& source,
                          const std::string& path) {
  if (words.kernel) return entry_called(*words.kernel, module, source);
  return only_entry(module, source, words.setup ? words.setup->text : "", path);
}

Launch launch_of(const LaunchWords& words, const Module& module, const CudaSource& source,
                 const std::string& path) {
  Launch launch;
  launch.path = path;
  const NamedEntry entry = launched_entry(words, module, source, path);
  launch.grids.push_back(default_grid(module, entry));
  Grid& grid = launch.grids.front();
  launch.knows_unwritten = true;
  const FoundLaunch found = found_launch(entry, source, words.most_threads);
  set_shape(words, found, launch, grid);
  if (found.launch != nullptr) {
    const CudaLaunch host = from_setup_on(words, module, source, *found.launch);
    const HostValues values = set_arguments(host, entry, source, module, launch);
    for (const std::string& name : values.in_part) {
      launch.notes.push_back("of what the host sets in '" + name +
                             "' a part was not read, and starts as zeros; --init says what it "
                             "holds");
    }
    const bool as_found = found.fits && !words.blocks && !words.threads;
    if (as_found) grid.dynamic_shared = bytes_of_shared(*found.launch);
    add_notes_on_unread(words, *found.launch, entry, launch);
    if (found.launch->sets_variables || values.lacks_variables) {
      launch.notes.push_back(
          "what the host copies to variables by their symbols was not read: they start as they are "
          "declared; --init says what they hold");
    }
    launch.knows_variables =
        found.launch->worked_out && !found.launch->sets_variables && !values.lacks_variables;
  }
  add_arguments(words, entry, grid);
  set_records(entry, source, grid);
  choose_functions(module, entry, grid, launch.assumed);
  choose_numbers(entry, grid, launch);
  add_initial(words, module, launch);
  add_setup(words, module, source, entry, found.launch, launch);
  if (found.launch != nullptr) add_notes_on_earlier(*found.launch, module, source, launch);
  add_question(words, launch);
  add_exclusive(words, launch);
  if (words.vector) launch.one_piece = bytes_in_one_piece(*words.vector);
  return launch;
}

}  // namespace opexplore::kernel
