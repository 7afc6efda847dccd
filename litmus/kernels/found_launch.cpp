#include "litmus/kernels/found_launch.hpp"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>
#include <variant>

#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

namespace {

std::uint64_t threads_in(const CudaLaunch& launch) {
  const auto size = [](const Triple& shape) { return std::uint64_t{shape.x} * shape.y * shape.z; };
  return size(*launch.blocks) * size(*launch.threads);
}

bool fits(const CudaLaunch& launch) {
  return launch.blocks && launch.threads && threads_in(launch) > 0 &&
         threads_in(launch) <= max_threads;
}

bool is_of(const CudaLaunch& launch, const NamedEntry& entry) {
  if (launch.kernel.starts_with("_Z")) {
    return demangled(launch.kernel) == demangled(entry.entry->name.text);
  }
  return launch.kernel == entry.name.substr(entry.name.rfind(':') + 1);
}

std::string place_of(const CudaLaunch& launch) {
  if (launch.place.line == 0) return "";
  return " at " + (launch.file.empty() ? "line " : launch.file + ':') +
         std::to_string(launch.place.line);
}

std::string shape_of(const CudaLaunch& launch) {
  return "<<<" + shape_text(*launch.blocks) + ", " + shape_text(*launch.threads) + ">>>";
}

std::string remark_on(const CudaLaunch& launch) {
  if (launch.blocks && launch.threads) {
    return "launch not explored: " + shape_of(launch) + place_of(launch) + " has " +
           std::to_string(threads_in(launch)) + " threads, and at most " +
           std::to_string(max_threads) + " are";
  }
  return "launch not read: " + (launch.text.empty() ? "that" : '`' + launch.text + '`') +
         place_of(launch) + ' ' + launch.unread;
}

std::vector<std::string> other_shapes(const std::vector<const CudaLaunch*>& all,
                                      const CudaLaunch& chosen) {
  std::vector<std::string> notes;
  for (const CudaLaunch* const other : all) {
    if (other->blocks == chosen.blocks && other->threads == chosen.threads) continue;
    const std::string shape = other->blocks && other->threads ? " as " + shape_of(*other) : "";
    notes.push_back("the kernel is also launched" + shape + place_of(*other) +
                    (shape.empty() ? ", which was not read" : "") +
                    "; --grid and --block explore it so");
    if (std::ranges::find(notes.begin(), notes.end() - 1, notes.back()) != notes.end() - 1) {
      notes.pop_back();
    }
  }
  return notes;
}

/// What a pointer points to, as far as the host says it.
void set_memory(const CudaArgument& argument, const CudaParameter& parameter, Buffer& buffer) {
  const std::uint32_t width = pointed_bytes(parameter.type);
  if (width == 0 || !argument.bytes || *argument.bytes % width != 0) return;
  const std::uint64_t count = *argument.bytes / width;
  if (count == 0 || count > max_addresses) return;  // as much of it as is used
  buffer.count = static_cast<std::uint32_t>(count);
  buffer.width = width;
  if (argument.offset != 0) return;  // what it holds is told from there
  const std::size_t known = std::min<std::size_t>(count, argument.elements.size());
  const auto elements = std::span(argument.elements).first(known);
  if (known < count || !std::ranges::all_of(elements, &std::optional<Value>::has_value)) return;
  for (const std::optional<Value>& element : elements) buffer.initial.push_back(*element);
}

}  // namespace

std::uint32_t pointed_bytes(std::string type) {
  const std::size_t star = type.find('*');
  if (star == std::string::npos || type.find('*', star + 1) != std::string::npos) return 0;
  type.erase(star);
  for (const std::string_view word : {"const", "volatile", "unsigned", "signed", " "}) {
    for (std::size_t at = type.find(word); at != std::string::npos; at = type.find(word)) {
      type.erase(at, word.size());
    }
  }
  // Vectors, float4 or uchar2, by their components.
  if (!type.empty() && type.back() >= '1' && type.back() <= '4') {
    type.pop_back();
    if (type.starts_with('u')) type.erase(0, 1);
  }
  if (type == "char" || type == "bool") return 1;
  if (type == "short") return 2;
  if (type == "int" || type == "float" || type.empty()) return 4;
  return type == "long" || type == "longlong" || type == "double" ? 8 : 0;
}

FoundLaunch found_launch(const NamedEntry& entry, const CudaSource& source) {
  std::vector<const CudaLaunch*> all;
  for (const CudaLaunch& launch : source.launches) {
    if (is_of(launch, entry)) all.push_back(&launch);
  }
  FoundLaunch found;
  if (all.empty()) return found;
  const auto first = std::ranges::find_if(all, [](const CudaLaunch* one) { return fits(*one); });
  found.fits = first != all.end();
  found.launch = found.fits ? *first : all.front();
  if (!found.fits) found.remark = remark_on(*found.launch);
  found.notes = other_shapes(all, *found.launch);
  return found;
}

void set_arguments(const CudaLaunch& launch, const NamedEntry& entry, Grid& grid) {
  std::vector<std::string> locations(launch.arguments.size());
  for (std::size_t i = 0; i < std::min(launch.arguments.size(), entry.parameters.size()); ++i) {
    const CudaArgument& argument = launch.arguments[i];
    const std::string key = std::to_string(i);
    const auto bound = std::ranges::find(grid.parameters, key, &Binding::name);
    if (bound == grid.parameters.end()) {
      if (argument.number) grid.parameters.push_back({key, *argument.number});
      continue;
    }
    auto* const buffer = std::get_if<Buffer>(&bound->argument);
    if (buffer == nullptr) continue;
    if (argument.number == Value{0}) {
      bound->argument = Value{0};
    } else if (!argument.memory.empty()) {
      set_memory(argument, entry.parameters[i], *buffer);
      buffer->offset = argument.offset;
      for (std::size_t k = 0; k < i; ++k) {
        const bool same = launch.arguments[k].memory == argument.memory && !locations[k].empty();
        if (same) buffer->location = locations[k];
      }
      locations[i] = buffer->location;
    }
  }
}

std::vector<const CudaParameter*> unread_arguments(const CudaLaunch& launch,
                                                   const NamedEntry& entry) {
  std::vector<const CudaParameter*> unread;
  for (std::size_t i = 0; i < std::min(launch.arguments.size(), entry.parameters.size()); ++i) {
    const CudaArgument& argument = launch.arguments[i];
    const CudaParameter& parameter = entry.parameters[i];
    const bool is_number = !parameter.is_pointer() && pointed_bytes(parameter.type + '*') != 0;
    const bool is_read = argument.number || !argument.memory.empty();
    if (!is_read && !is_number) unread.push_back(&parameter);
  }
  return unread;
}

void use_host_launches(std::vector<CudaLaunch> found, const NamedEntry& entry, CudaSource& source) {
  std::vector<CudaLaunch> written;
  std::erase_if(source.launches, [&](CudaLaunch& launch) {
    if (!is_of(launch, entry)) return false;
    written.push_back(std::move(launch));
    return true;
  });
  for (CudaLaunch& launch : found) {
    launch.unread = "depends on what only a run tells";
    for (const CudaLaunch& words : written) {
      const bool only = written.size() == 1 || words.place.line == launch.place.line;
      if (!only) continue;
      launch.text = words.text;
      if (launch.place.line == 0) launch.place = words.place;
      break;
    }
  }
  if (found.empty()) {
    for (CudaLaunch& launch : written) {
      if (launch.blocks) continue;
      launch.unread = "is not compiled: nobody instantiates the template, or calls the function";
    }
    found = std::move(written);
  }
  std::ranges::move(found, std::back_inserter(source.launches));
}

}  // namespace opexplore::kernel
