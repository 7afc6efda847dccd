#include "litmus/kernels/found_launch.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <utility>
#include <variant>

#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/launch_word.hpp"
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

/// Whether a parameter gets something else, as far as both are known.
bool differs(const CudaLaunch& one, const CudaLaunch& other) {
  return std::ranges::any_of(one.arguments, [&](const CudaArgument& argument) {
    const auto same =
        std::ranges::find(other.arguments, argument.parameter, &CudaArgument::parameter);
    if (same == other.arguments.end()) return false;
    const HostWord &a = argument.value, &b = same->value;
    const bool both = (a.number || !a.memory.empty()) && (b.number || !b.memory.empty());
    return both && (a.number != b.number || a.memory != b.memory || a.offset != b.offset);
  });
}

/// What is said of launches of the kernel that are not the one that is explored.
std::vector<std::string> other_launches(const std::vector<const CudaLaunch*>& all,
                                        const CudaLaunch& chosen) {
  std::vector<std::string> notes;
  for (const CudaLaunch* const other : all) {
    if (other->blocks == chosen.blocks && other->threads == chosen.threads) {
      if (!differs(*other, chosen)) continue;
      notes.push_back("the kernel is also launched with other arguments" + place_of(*other) +
                      ", which is not explored");
    } else {
      const std::string shape = other->blocks && other->threads ? " as " + shape_of(*other) : "";
      notes.push_back("the kernel is also launched" + shape + place_of(*other) +
                      (shape.empty() ? ", which was not read" : "") +
                      "; --grid and --block explore it so");
    }
    if (std::ranges::find(notes.begin(), notes.end() - 1, notes.back()) != notes.end() - 1) {
      notes.pop_back();
    }
  }
  return notes;
}

const ParameterField* field_of(const NamedEntry& entry, const std::string& key) {
  const auto field = std::ranges::find(entry.fields, key, &ParameterField::key);
  return field == entry.fields.end() ? nullptr : &*field;
}

const CudaParameter& parameter_of(const NamedEntry& entry, const std::string& key) {
  return entry.parameters.at(static_cast<std::size_t>(number_in(key).value_or(0)));
}

std::string type_of(const NamedEntry& entry, const std::string& key) {
  const ParameterField* const field = field_of(entry, key);
  return field != nullptr ? field->type : parameter_of(entry, key).type;
}

/// The parameters of a launch as they get what the host hands over.
class Arguments {
 public:
  Arguments(const CudaLaunch& launch, const NamedEntry& entry, const CudaSource& source, Grid& grid)
      : launch_(launch), entry_(entry), source_(source), grid_(grid) {}

  std::vector<std::string> set() {
    for (const CudaArgument& argument : launch_.arguments) set_value(argument);
    // Addresses lead to memory that other parameters have names for.
    for (const CudaArgument& argument : launch_.arguments) {
      Argument* const known = bound(argument);
      if (known == nullptr || argument.value.memory.empty()) continue;
      if (auto* const buffer = std::get_if<Buffer>(known)) set_content(argument, *buffer);
    }
    return std::move(known_in_part_);
  }

 private:
  Argument* bound(const CudaArgument& argument) {
    const auto binding = std::ranges::find(grid_.parameters, argument.parameter, &Binding::name);
    return binding == grid_.parameters.end() ? nullptr : &binding->argument;
  }

  void set_value(const CudaArgument& argument) {
    const HostWord& value = argument.value;
    Argument* const known = bound(argument);
    if (known == nullptr) {
      if (value.number) grid_.parameters.push_back({argument.parameter, *value.number});
    } else if (value.number == Value{0}) {
      *known = Value{0};
    } else if (auto* const buffer = std::get_if<Buffer>(known);
               buffer != nullptr && !value.memory.empty()) {
      buffer->offset = value.offset;
      buffer->location = locations_.emplace(value.memory, buffer->location).first->second;
    }
  }

  /// How large memory is, and what it holds.
  void set_content(const CudaArgument& argument, Buffer& buffer) {
    const std::optional<std::uint32_t> bytes = size_of(argument.value);
    const std::uint32_t width = pointed_bytes(type_of(entry_, argument.parameter));
    const std::uint32_t each = argument.element_bytes;
    if (!bytes || (width != 0 && *bytes % width != 0)) return;  // as much of it as is used
    if (width == 0) {
      buffer.bytes = bytes;
    } else {
      buffer.count = *bytes / width;
      buffer.width = width;
    }
    if (argument.value.offset != 0 || each == 0) return;  // what it holds is told from there
    const std::vector<bool> addressed = set_addresses(argument, *bytes, buffer);
    const std::size_t count = *bytes / each;
    std::vector<Value> initial(count);
    std::size_t known = 0;
    for (std::size_t k = 0; k < count; ++k) {
      const std::size_t word = k * each / 8;
      const bool read = k < argument.elements.size() && argument.elements[k];
      if (read) initial[k] = *argument.elements[k];
      if (read || (word < addressed.size() && addressed[word])) ++known;
    }
    if (known == 0) return;
    if (known < count) known_in_part_.push_back(buffer.location);
    buffer.initial = std::move(initial);
    if (width == 0) buffer.initial_width = each;
  }

  /// Which words of eight bytes are addresses.
  std::vector<bool> set_addresses(const CudaArgument& argument, std::uint32_t bytes,
                                  Buffer& buffer) {
    std::vector<bool> are(argument.addresses.size());
    for (std::size_t word = 0; word < are.size() && 8 * (word + 1) <= bytes; ++word) {
      const HostWord& to = argument.addresses[word];
      if (to.memory.empty()) continue;
      are[word] = true;
      const auto at = static_cast<std::uint32_t>(8 * word);
      const std::string name = buffer.location + member_at(argument, at);
      const std::string& location = locations_.emplace(to.memory, name).first->second;
      buffer.addresses.push_back({Value{at}, location, size_of(to), to.offset});
    }
    return are;
  }

  /// ".next" of the structure that the parameter points to, or "[8]".
  std::string member_at(const CudaArgument& argument, std::uint32_t at) const {
    const CudaStruct* const made = struct_named(source_, type_of(entry_, argument.parameter));
    if (made != nullptr) {
      for (const CudaMember& member : made->members) {
        if (member.offset == at) return '.' + member.name;
      }
    }
    return '[' + std::to_string(at) + ']';
  }

  static std::optional<std::uint32_t> size_of(const HostWord& word) {
    const bool fits = word.bytes && *word.bytes > 0 && *word.bytes <= 8 * max_addresses;
    if (!fits) return std::nullopt;
    return static_cast<std::uint32_t>(*word.bytes);
  }

  const CudaLaunch& launch_;
  const NamedEntry& entry_;
  const CudaSource& source_;
  Grid& grid_;
  std::map<std::string, std::string> locations_;  ///< by memory of the host
  std::vector<std::string> known_in_part_;
};

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
  found.notes = other_launches(all, *found.launch);
  return found;
}

std::vector<std::string> set_arguments(const CudaLaunch& launch, const NamedEntry& entry,
                                       const CudaSource& source, Grid& grid) {
  return Arguments(launch, entry, source, grid).set();
}

std::vector<std::string> unread_arguments(const CudaLaunch& launch, const NamedEntry& entry) {
  std::vector<std::string> unread;
  const auto add = [&](const std::string& key, const std::string& name) {
    const auto argument = std::ranges::find(launch.arguments, key, &CudaArgument::parameter);
    const bool is_read = argument != launch.arguments.end() &&
                         (argument->value.number || !argument->value.memory.empty());
    if (!is_read) unread.push_back(name);
  };
  for (std::size_t i = 0; i < entry.parameters.size(); ++i) {
    const bool has_fields =
        std::ranges::find(entry.fields, i, &ParameterField::parameter) != entry.fields.end();
    const CudaParameter& parameter = entry.parameters[i];
    if (!has_fields && parameter.is_pointer()) add(std::to_string(i), parameter.name);
  }
  for (const ParameterField& field : entry.fields) {
    const bool pointer = field.kind == ParameterField::Kind::pointer;
    if (pointer && field.read) add(field.key(), field.name);
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
