#include "litmus/spirv/decorations.hpp"

#include <spirv/unified1/spirv.hpp11>

namespace opexplore::spirv {

void DecorationTable::read(const Instruction& instruction) {
  const bool member = spv::Op{instruction.opcode} == spv::Op::OpMemberDecorate;
  const std::size_t at = member ? 2 : 1;
  Decorations& about = all_[{instruction.word(0), member ? instruction.word(1) : no_member}];
  const std::uint32_t value = instruction.word(at + 1);
  switch (spv::Decoration{instruction.word(at)}) {
    case spv::Decoration::BuiltIn:
      about.builtin = value;
      return;
    case spv::Decoration::ArrayStride:
      about.array_stride = value;
      return;
    case spv::Decoration::Offset:
      about.offset = value;
      return;
    case spv::Decoration::SpecId:
      about.specialisation = value;
      return;
    case spv::Decoration::Coherent:
    case spv::Decoration::Volatile:
      about.coherent = true;
      return;
    default:
      return;
  }
}

const Decorations* DecorationTable::find(Id id, std::uint32_t member) const {
  const auto found = all_.find({id, member});
  return found == all_.end() ? nullptr : &found->second;
}

std::uint32_t reflection(const std::map<Id, std::string>& imports, const Instruction& instruction) {
  if (spv::Op{instruction.opcode} != spv::Op::OpExtInst) return 0;
  const auto set = imports.find(instruction.word(0));
  const bool is_it =
      set != imports.end() && set->second.starts_with("NonSemantic.ClspvReflection.");
  return is_it ? instruction.word(1) : 0;
}

}  // namespace opexplore::spirv
