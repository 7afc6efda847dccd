#include "litmus/kernels/parameter_fields.hpp"

#include <algorithm>
#include <optional>

#include "litmus/kernels/address_uses.hpp"

namespace opexplore::kernel {

namespace {

using FieldKind = ParameterField::Kind;

FieldKind kind_of(const CudaMember& member) {
  if (member.type.find("( *") != std::string::npos) return FieldKind::function;
  if (member.type.find('*') != std::string::npos) return FieldKind::pointer;
  if (member.type.find("CUtensorMap") != std::string::npos) return FieldKind::tensormap;
  const bool floating = member.type.find("float") != std::string::npos ||
                        member.type.find("double") != std::string::npos;
  return floating ? FieldKind::floating : FieldKind::number;
}

class Fields {
 public:
  Fields(std::size_t number, const CudaParameter& parameter, std::uint32_t bytes)
      : number_(number), parameter_(parameter), bytes_(bytes) {}

  void add_members(const CudaStruct& made) {
    // Tensormaps are aligned to 64 bytes before CUDA 13, and the names may be wrong then.
    const bool differs = made.whole && made.bytes != bytes_;
    if (differs && std::ranges::any_of(made.members, [](const CudaMember& member) {
          return kind_of(member) == FieldKind::tensormap;
        })) {
      return;
    }
    for (const CudaMember& member : made.members) {
      if (member.offset + member.bytes > bytes_) continue;
      fields_.push_back({number_, member.offset, member.bytes, kind_of(member),
                         parameter_.name + '.' + member.name, member.type, false});
    }
  }

  void add_uses(const ParameterUses& uses) {
    for (const ParameterUse& use : uses.loads) {
      ParameterField* const field = at(use.offset, use.bytes);
      if (field == nullptr) {
        const FieldKind kind = kind_by(use);
        if (use.offset + use.bytes <= bytes_) add(use.offset, use.bytes, kind);
      } else {
        const bool wide = field->bytes == 8;
        if (wide && use.address) field->kind = FieldKind::pointer;
        if (wide && use.called) field->kind = FieldKind::function;
      }
      ParameterField* const used = at(use.offset, use.bytes);
      if (used != nullptr && use.called) used->shape = use.called;
      for (ParameterField& read : fields_) read.read = read.read || overlaps(read, use);
    }
    if (uses.indexed) add_words(uses.indexed_address ? FieldKind::pointer : FieldKind::number);
  }

  std::vector<ParameterField> sorted() {
    std::ranges::sort(fields_, {}, &ParameterField::offset);
    return std::move(fields_);
  }

 private:
  static FieldKind kind_by(const ParameterUse& use) {
    return use.called     ? FieldKind::function
           : use.address  ? FieldKind::pointer
           : use.floating ? FieldKind::floating
                          : FieldKind::number;
  }

  static bool overlaps(const ParameterField& field, const ParameterUse& use) {
    return field.offset < use.offset + use.bytes && use.offset < field.offset + field.bytes;
  }

  /// Any of them may be read.
  void add_words(FieldKind kind) {
    constexpr std::uint32_t word = 8;
    for (std::uint32_t offset = 0; offset + word <= bytes_; offset += word) {
      if (at(offset, word) == nullptr) add(offset, word, kind);
    }
    for (ParameterField& field : fields_) field.read = true;
  }

  void add(std::uint32_t offset, std::uint32_t bytes, FieldKind kind) {
    fields_.push_back({number_, offset, bytes, kind,
                       parameter_.name + '[' + std::to_string(offset) + ']', "", false});
  }

  /// One with bytes in common.
  ParameterField* at(std::uint32_t offset, std::uint32_t bytes) {
    const auto known = std::ranges::find_if(fields_, [&](const ParameterField& field) {
      return field.offset < offset + bytes && offset < field.offset + field.bytes;
    });
    return known == fields_.end() ? nullptr : &*known;
  }

  std::size_t number_;
  const CudaParameter& parameter_;
  std::uint32_t bytes_;
  std::vector<ParameterField> fields_;
};

/// A parameter that is a word, if the kernel takes it for something else than its type says.
std::optional<ParameterField> whole_parameter(std::size_t number, const CudaParameter& parameter,
                                              const ParameterUses& uses) {
  for (const ParameterUse& use : uses.loads) {
    const bool address = use.address && !parameter.is_pointer();
    if (use.bytes != 8 || !(use.called || address)) continue;
    const FieldKind kind = use.called ? FieldKind::function : FieldKind::pointer;
    ParameterField field{number, 0, use.bytes, kind, parameter.name, parameter.type, true};
    field.shape = use.called;
    return field;
  }
  return std::nullopt;
}

}  // namespace

std::vector<ParameterField> parameter_fields(const Module& module, const Entry& entry,
                                             const std::vector<CudaParameter>& parameters,
                                             const CudaSource& source) {
  AddressUses uses(module);
  std::vector<ParameterField> result;
  for (std::size_t i = 0; i < parameters.size(); ++i) {
    const Variable& parameter = entry.parameters[i];
    const auto bytes = size_of(parameter);
    if (!bytes) continue;
    if (parameter.count == 1U) {
      const auto field =
          whole_parameter(i, parameters[i], uses.of_parameter(entry, parameter.name.text));
      if (field) result.push_back(*field);
      continue;
    }
    Fields fields(i, parameters[i], *bytes);
    if (const CudaStruct* const made = struct_named(source, parameters[i].type)) {
      fields.add_members(*made);
    }
    fields.add_uses(uses.of_parameter(entry, parameter.name.text));
    for (ParameterField& field : fields.sorted()) result.push_back(std::move(field));
  }
  return result;
}

}  // namespace opexplore::kernel
