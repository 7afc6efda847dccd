#include "litmus/kernels/found_launch.hpp"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>
#include <variant>

#include "litmus/kernels/describe.hpp"
#include "litmus/kernels/launch_word.hpp"
#include "litmus/kernels/names.hpp"
#include "litmus/kernels/source_records.hpp"
#include "litmus/kernels/whole/contents.hpp"
#include "litmus/language/limits.hpp"

namespace opexplore::kernel {

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

namespace {

std::uint64_t threads_in(const CudaLaunch& launch) {
  const auto size = [](const Triple& shape) { return std::uint64_t{shape.x} * shape.y * shape.z; };
  return size(*launch.blocks) * size(*launch.threads);
}

bool fits(const CudaLaunch& launch, std::uint64_t most_threads) {
  return launch.blocks && launch.threads && threads_in(launch) > 0 &&
         threads_in(launch) <= most_threads;
}

std::string shape_of(const CudaLaunch& launch) {
  return "<<<" + shape_text(*launch.blocks) + ", " + shape_text(*launch.threads) + ">>>";
}

std::string remark_on(const CudaLaunch& launch, std::uint64_t most_threads) {
  if (launch.blocks && launch.threads) {
    return "launch not explored: " + shape_of(launch) + place_of(launch) + " has " +
           std::to_string(threads_in(launch)) + " threads, and at most " +
           std::to_string(most_threads) + " are";
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
      if (other == &chosen) continue;
      notes.push_back(differs(*other, chosen)
                          ? "the kernel is also launched with other arguments" + place_of(*other) +
                                ", which is not explored"
                          : "the kernel is launched once more" + place_of(*other) +
                                ": what it does with memory as it is then is not explored");
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

/// The parameters of a launch as they get what the host hands over.
class Arguments {
 public:
  Arguments(const CudaLaunch& given, const NamedEntry& entry, const CudaSource& source,
            const Module& module, Launch& launch)
      : given_(given), entry_(entry), source_(source), module_(module), launch_(launch) {}

  HostValues set() {
    for (const CudaArgument& argument : given_.arguments) set_value(argument);
    for (const CudaArgument& argument : given_.arguments) {
      Argument* const known = bound(argument);
      if (known == nullptr || argument.value.memory.empty()) continue;
      auto* const buffer = std::get_if<Buffer>(known);
      if (buffer != nullptr) {
        set_content(argument.value.memory, entry_.type_of(argument.parameter), *buffer);
      }
    }
    for (const HostVariable& variable : given_.variables) set_variable(variable);
    // Memory that only other memory leads to; it may lead to more.
    for (std::size_t i = 0; i < reached_.size(); ++i) {
      Buffer buffer{locations_.at(reached_[i].first), std::nullopt, std::nullopt, {}};
      buffer.record = record_of(source_, reached_[i].second);
      set_content(reached_[i].first, reached_[i].second, buffer);
      launch_.memory.push_back(std::move(buffer));
    }
    return {{known_in_part_.begin(), known_in_part_.end()}, lacks_variables_};
  }

 private:
  Argument* bound(const CudaArgument& argument) {
    std::vector<Binding>& parameters = launch_.grids.front().parameters;
    const auto binding = std::ranges::find(parameters, argument.parameter, &Binding::name);
    return binding == parameters.end() ? nullptr : &binding->argument;
  }

  void set_value(const CudaArgument& argument) {
    const HostWord& value = argument.value;
    Argument* const known = bound(argument);
    if (known == nullptr) {
      if (value.number) {
        launch_.grids.front().parameters.push_back({argument.parameter, *value.number});
      }
    } else if (value.number == Value{0}) {
      *known = Value{0};
    } else if (auto* const buffer = std::get_if<Buffer>(known);
               buffer != nullptr && !value.memory.empty()) {
      buffer->offset = value.offset;
      buffer->location = locations_.emplace(value.memory, buffer->location).first->second;
    }
  }

  /// How large memory is that a pointer of that type leads to, and what it holds.
  void set_content(const std::string& name, const std::string& type, Buffer& buffer) {
    const HostMemory& memory = given_.memories.at(name);
    buffer.host_writes = memory.written_later;
    // More than can be explored is as much as is used; a launch that is run once knows where it
    // accesses memory.
    const bool many = given_.blocks && given_.threads && threads_in(given_) > max_threads;
    const std::uint64_t most =
        many ? std::uint64_t{Contents::most_bytes} : std::uint64_t{8 * max_addresses};
    if (memory.bytes.value_or(0) == 0 || *memory.bytes > most) return;
    const auto bytes = static_cast<std::uint32_t>(*memory.bytes);
    const std::uint32_t width = pointed_bytes(type);
    const bool whole = width != 0 && bytes % width == 0;
    if (whole) {
      buffer.count = bytes / width;
      buffer.width = width;
    } else {
      buffer.bytes = bytes;
    }
    const CudaStruct* const made = struct_named(source_, type);
    const bool is_table = std::ranges::count(type, '*') > 1;
    set_addresses(memory, is_table ? nullptr : made, is_table, buffer);
    set_numbers(memory, bytes, whole ? width : 1, made, buffer);
  }

  void set_variable(const HostVariable& copied) {
    HostMemory memory = given_.memories.at(copied.memory);
    const auto knows = [](const auto& byte) { return byte.has_value(); };
    const bool read = std::ranges::any_of(memory.content, knows) || !memory.addresses.empty();
    std::vector<const Variable*> meant;
    const std::string name = local_name(copied.symbol).name;
    for (const Variable& variable : module_.variables) {
      if (local_name(variable.name.text).name == name) meant.push_back(&variable);
    }
    if (copied.managed && meant.empty()) return;  // no kernel uses it
    const auto bytes = meant.size() == 1 ? size_of(*meant.front()) : std::nullopt;
    const std::uint32_t each = meant.empty() ? 1 : meant.front()->type.bits / 8;
    Buffer buffer{name, std::nullopt, std::nullopt, {}};
    buffer.host_writes = memory.written_later;
    if (copied.managed && bytes && !read) {
      if (buffer.host_writes) launch_.variables.push_back({name, std::move(buffer)});
      return;
    }
    if (copied.managed && bytes && meant.front()->initial.empty()) {
      memory.bytes = *bytes;
      memory.content.resize(*bytes);
      for (auto& byte : memory.content) byte = byte.value_or(0);
    }
    if (!read || !bytes || memory.bytes.value_or(*bytes) != *bytes) {
      lacks_variables_ = true;
      return;
    }
    set_addresses(memory, nullptr, false, buffer);
    set_numbers(memory, *bytes, each, nullptr, buffer);
    if (each == 1) buffer.initial_width = 1;  // nvcc declares arrays so
    launch_.variables.push_back({name, std::move(buffer)});
  }

  void set_addresses(const HostMemory& memory, const CudaStruct* made, bool is_table,
                     Buffer& buffer) {
    for (const auto& [at, to] : memory.addresses) {
      const auto offset = static_cast<std::uint32_t>(at);
      const CudaMember* const member = member_at(made, offset);
      const std::string name = buffer.location + (member != nullptr ? '.' + member->name
                                                  : is_table ? '[' + std::to_string(at / 8) + ']'
                                                             : '[' + std::to_string(at) + ']');
      const auto [known, added] = locations_.emplace(to.memory, name);
      if (added) reached_.emplace_back(to.memory, member != nullptr ? member->type : "");
      buffer.addresses.push_back({Value{offset}, known->second, to.offset});
    }
  }

  /// In elements of so many bytes.
  void set_numbers(const HostMemory& memory, std::uint32_t bytes, std::uint32_t each,
                   const CudaStruct* made, Buffer& buffer) {
    std::vector<Value> initial(bytes / each);
    bool some = false, all = true;
    for (std::uint32_t at = 0; at < bytes; ++at) {
      const bool read = at < memory.content.size() && memory.content[at];
      some = some || read;
      all = all && (read || memory.addresses.contains(at / 8 * 8) || is_padding(made, at));
      if (read) initial[at / each] |= Value{*memory.content[at]} << (8 * (at % each));
    }
    if (!some && memory.addresses.empty()) return;
    buffer.in_part = !all;
    if (!all) known_in_part_.insert(buffer.location);
    for (Value& value : initial) value = wide_value(8 * each, value);
    buffer.initial = std::move(initial);
    if (buffer.bytes) buffer.initial_width = each;
  }

  static const CudaMember* member_at(const CudaStruct* made, std::uint32_t offset) {
    if (made == nullptr) return nullptr;
    const auto member = std::ranges::find(made->members, offset, &CudaMember::offset);
    return member == made->members.end() ? nullptr : &*member;
  }

  static bool is_padding(const CudaStruct* made, std::uint32_t at) {
    if (made == nullptr || !made->whole || made->bytes == 0) return false;
    const std::uint32_t in = at % made->bytes;
    return std::ranges::none_of(made->members, [&](const CudaMember& member) {
      return in >= member.offset && in < member.offset + member.bytes;
    });
  }

  const CudaLaunch& given_;
  const NamedEntry& entry_;
  const CudaSource& source_;
  const Module& module_;
  Launch& launch_;
  bool lacks_variables_ = false;
  std::map<std::string, std::string> locations_;              ///< by memory of the host
  std::vector<std::pair<std::string, std::string>> reached_;  ///< memory, and the pointer's type
  std::set<std::string> known_in_part_;
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

FoundLaunch found_launch(const NamedEntry& entry, const CudaSource& source,
                         std::uint64_t most_threads) {
  std::vector<const CudaLaunch*> all;
  for (const CudaLaunch& launch : source.launches) {
    if (is_of(launch, entry)) all.push_back(&launch);
  }
  FoundLaunch found;
  if (all.empty()) return found;
  const auto first =
      std::ranges::find_if(all, [&](const CudaLaunch* one) { return fits(*one, most_threads); });
  found.fits = first != all.end();
  found.launch = found.fits ? *first : all.front();
  if (!found.fits) found.remark = remark_on(*found.launch, most_threads);
  found.notes = other_launches(all, *found.launch);
  return found;
}

HostValues set_arguments(const CudaLaunch& launch, const NamedEntry& entry,
                         const CudaSource& source, const Module& module, Launch& explored) {
  return Arguments(launch, entry, source, module, explored).set();
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
    const CudaParameter& parameter = entry.parameters[i];
    if (!entry.has_fields(i) && parameter.is_pointer()) add(std::to_string(i), parameter.name);
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
      if (launch.place.line == 0 || launch.place.line == words.place.line) {
        launch.place = words.place;
        launch.file = words.file;
      }
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
