#include "hardware/machine_code/elf.hpp"

#include <algorithm>
#include <cstring>

namespace opexplore::hardware {

namespace {

constexpr std::uint16_t cuda_machine = 190;  // EM_CUDA
constexpr std::uint32_t rela = 4, rel = 9, no_bits = 8;

template <class Number>
Number number_at(std::span<const std::byte> bytes, std::uint64_t at) {
  if (at > bytes.size() || bytes.size() - at < sizeof(Number)) {
    throw MachineCodeError("the cubin ends too early");
  }
  Number value{};
  std::memcpy(&value, bytes.data() + at, sizeof value);
  return value;
}

std::span<const std::byte> part(std::span<const std::byte> bytes, std::uint64_t at,
                                std::uint64_t size) {
  if (at > bytes.size() || bytes.size() - at < size) {
    throw MachineCodeError("a section of the cubin reaches beyond its end");
  }
  return bytes.subspan(at, size);
}

std::string text_at(std::span<const std::byte> strings, std::uint64_t at) {
  const char* const begin = reinterpret_cast<const char*>(strings.data());
  if (at >= strings.size()) throw MachineCodeError("a name of the cubin is outside its table");
  const auto* const end = static_cast<const char*>(std::memchr(begin + at, 0, strings.size() - at));
  if (end == nullptr) throw MachineCodeError("a name of the cubin has no end");
  return {begin + at, end};
}

struct Section {
  std::string name;
  std::uint32_t type = 0, link = 0;
  std::span<const std::byte> bytes;
};

/// The header's fields are those of Elf64_Ehdr, by their offsets.
void require_cubin(std::span<const std::byte> bytes) {
  constexpr std::uint32_t magic = 0x464c457f;
  constexpr std::uint16_t little_endian_64 = 0x0102;
  if (bytes.size() < 64 || number_at<std::uint32_t>(bytes, 0) != magic) {
    throw MachineCodeError("this is no ELF file");
  }
  if (number_at<std::uint16_t>(bytes, 4) != little_endian_64) {
    throw MachineCodeError("this ELF file is not one of 64 bits, little endian");
  }
  if (number_at<std::uint16_t>(bytes, 18) != cuda_machine) {
    throw MachineCodeError("this ELF file is not for a GPU of NVIDIA");
  }
}

/// Since CUDA 13 (ABI version 8) the flags have the architecture in their second byte, before in
/// their first.
std::uint32_t architecture(std::span<const std::byte> bytes) {
  const auto flags = number_at<std::uint32_t>(bytes, 48);
  const auto abi_version = number_at<std::uint8_t>(bytes, 8);
  return abi_version >= 8 ? (flags >> 8) & 0xff : flags & 0xff;
}

std::vector<Section> sections_of(std::span<const std::byte> bytes) {
  constexpr std::uint64_t header_size = 64;
  const auto table = number_at<std::uint64_t>(bytes, 40);
  const auto count = number_at<std::uint16_t>(bytes, 60);
  const auto names_index = number_at<std::uint16_t>(bytes, 62);
  if (number_at<std::uint16_t>(bytes, 58) != header_size || names_index >= count) {
    throw MachineCodeError("the cubin's table of sections is malformed");
  }
  const auto headers = part(bytes, table, count * header_size);
  const auto contents = [&](std::uint64_t index) -> std::span<const std::byte> {
    const auto header = headers.subspan(index * header_size, header_size);
    if (number_at<std::uint32_t>(header, 4) == no_bits) return {};
    return part(bytes, number_at<std::uint64_t>(header, 24), number_at<std::uint64_t>(header, 32));
  };
  const auto names = contents(names_index);
  std::vector<Section> sections;
  for (std::uint64_t i = 0; i < count; ++i) {
    const auto header = headers.subspan(i * header_size, header_size);
    sections.push_back({text_at(names, number_at<std::uint32_t>(header, 0)),
                        number_at<std::uint32_t>(header, 4), number_at<std::uint32_t>(header, 40),
                        contents(i)});
  }
  return sections;
}

/// Relocations name their symbol by its index in the symbol table that the section links to.
void add_references(std::vector<CodeReference>& references, const Section& relocations,
                    const std::vector<Section>& sections) {
  constexpr std::uint64_t symbol_size = 24;
  const std::uint64_t size = relocations.type == rela ? 24 : 16;
  if (relocations.link >= sections.size()) {
    throw MachineCodeError("relocations of the cubin have no symbols");
  }
  const Section& symbols = sections[relocations.link];
  if (symbols.link >= sections.size()) throw MachineCodeError("symbols of the cubin have no names");
  for (std::uint64_t at = 0; at + size <= relocations.bytes.size(); at += size) {
    const std::uint64_t index = number_at<std::uint32_t>(relocations.bytes, at + 12);
    const auto symbol = part(symbols.bytes, index * symbol_size, symbol_size);
    references.push_back(
        {number_at<std::uint64_t>(relocations.bytes, at),
         text_at(sections[symbols.link].bytes, number_at<std::uint32_t>(symbol, 0))});
  }
}

}  // namespace

Cubin read_cubin(std::span<const std::byte> bytes) {
  require_cubin(bytes);
  Cubin cubin;
  cubin.sm = architecture(bytes);
  const std::vector<Section> sections = sections_of(bytes);
  constexpr std::string_view text = ".text.";
  for (const Section& section : sections) {
    if (section.name.rfind(text, 0) != 0 || section.type == no_bits) continue;
    Function function{section.name.substr(text.size()), section.bytes, {}};
    for (const Section& other : sections) {
      const bool relocations = (other.type == rela && other.name == ".rela" + section.name) ||
                               (other.type == rel && other.name == ".rel" + section.name);
      if (relocations) add_references(function.references, other, sections);
    }
    cubin.functions.push_back(std::move(function));
  }
  return cubin;
}

const Function* function_named(const Cubin& cubin, std::string_view name) {
  const auto found = std::ranges::find(cubin.functions, name, &Function::name);
  return found == cubin.functions.end() ? nullptr : &*found;
}

}  // namespace opexplore::hardware
