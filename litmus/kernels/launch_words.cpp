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
#include "litmus/kernels/float_values.hpp"
#include "litmus/kernels/found_launch.hpp"
#include "litmus/kernels/launch_inputs.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/setup_launch.hpp"
#include "litmus/kernels/source_records.hpp"
#include "litmus/kernels/tensor_map_inputs.hpp"
#include "litmus/kernels/watches/regions.hpp"
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

void add_watched(const LaunchWords& words, Launch& launch) {
  for (const auto& [question, word] : words.watched) {
    const std::vector<Lines> regions = lines_in(word.text);
    if (regions.empty()) {
      fail(word, quote(word.text) + " names no lines",
           "write 12-15, or lock.cuh:12-15 in another file, and + between regions");
    }
    auto known = std::ranges::find(launch.watched, question, &WatchedLines::question);
    if (known == launch.watched.end()) known = launch.watched.insert(known, {question, {}});
    known->lines.insert(known->lines.end(), regions.begin(), regions.end());
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
  if (words.cluster) {
    grid.cluster = shape(*words.cluster);
    if (!words.blocks && !found.fits) grid.blocks = *grid.cluster;
  }
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
    if (std::ranges::any_of(words.inputs, is_given)) continue;
    unread += (unread.empty() ? "" : ", ") + quote(name);
  }
  if (!unread.empty()) {
    launch.notes.push_back("what the launch passes for " + unread +
                           " was not read: memory that it points to is taken as its own, and "
                           "starts as zeros; --input says what it is");
  }
}

void add_notes_on_parts(const HostValues& values, Launch& launch) {
  for (const std::string& name : values.in_part) {
    launch.notes.push_back("of what the host sets in '" + name +
                           "' a part was not read, and starts as zeros; --input says what it "
                           "holds");
  }
}

}  // namespace

std::string LaunchWords::first_option() const {
  for (const auto* const word :
       {&kernel, &blocks, &threads, &cluster, &setup, &vector, &question}) {
    if (*word) return (*word)->option;
  }
  for (const auto* const list : {&inputs, &aliases, &shown}) {
    if (!list->empty()) return list->front().option;
  }
  return watched.empty() ? std::string() : watched.front().lines.option;
}

LaunchWords joined(LaunchWords first, const LaunchWords& second) {
  const auto choose = [](std::optional<LaunchWord>& mine, const std::optional<LaunchWord>& other) {
    if (!mine) mine = other;
  };
  choose(first.kernel, second.kernel);
  choose(first.blocks, second.blocks);
  choose(first.threads, second.threads);
  choose(first.cluster, second.cluster);
  choose(first.setup, second.setup);
  choose(first.vector, second.vector);
  if (!first.question && second.question) {
    first.question = second.question;
    first.quantifier = second.quantifier;
  }
  // What comes later replaces what came before.
  first.inputs.insert(first.inputs.begin(), second.inputs.begin(), second.inputs.end());
  first.aliases.insert(first.aliases.begin(), second.aliases.begin(), second.aliases.end());
  if (first.shown.empty()) first.shown = second.shown;
  if (first.watched.empty()) first.watched = second.watched;
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
    add_notes_on_parts(values, launch);
    const bool as_found = found.fits && !words.blocks && !words.threads;
    if (as_found) grid.dynamic_shared = bytes_of_shared(*found.launch);
    add_notes_on_unread(words, *found.launch, entry, launch);
    if (found.launch->sets_variables || values.lacks_variables) {
      launch.notes.push_back(
          "what the host copies to variables by their symbols was not read: they start as they are "
          "declared; --input says what they hold");
    }
    launch.knows_variables =
        found.launch->worked_out && !found.launch->sets_variables && !values.lacks_variables;
  }
  add_arguments(words, entry, grid);
  set_records(entry, source, grid);
  add_aliases(words, entry, launch);
  add_tensormaps(words, entry, module, launch);
  choose_functions(module, entry, grid, launch.assumed);
  choose_numbers(entry, grid, launch);
  add_initial(words, entry, module, launch);
  add_setup(words, module, source, entry, found.launch, launch);
  if (found.launch != nullptr) add_notes_on_earlier(*found.launch, module, source, launch);
  add_question(words, launch);
  add_watched(words, launch);
  if (words.vector) launch.one_piece = bytes_in_one_piece(*words.vector);
  return launch;
}

}  // namespace opexplore::kernel
