#include "litmus/spirv/declarations.hpp"

#include <algorithm>
#include <spirv/unified1/spirv.hpp11>

#include "litmus/spirv/decorations.hpp"
#include "litmus/spirv/semantics.hpp"

namespace opexplore::spirv {

namespace {

using spv::Op;

// Composites with more numbers are refused: they would have to be written out.
constexpr std::uint32_t most_parts = 4096;
constexpr std::uint32_t most_bytes = 1U << 24U;

class DeclarationReader {
 public:
  DeclarationReader(const Module& module, const std::vector<Input>& inputs, const Shape& shape)
      : module_(module), inputs_(inputs), shape_(shape) {}

  Declarations run() {
    for (const Instruction& instruction : module_.instructions) gather(instruction);
    bool inside = false;
    for (std::size_t i = 0; i < module_.instructions.size(); ++i) {
      const Instruction& instruction = module_.instructions[i];
      const Op op{instruction.opcode};
      if (op == Op::OpFunction) begin_function(i);
      inside = inside || op == Op::OpFunction;
      if (!inside) declare(instruction);
      if (op == Op::OpFunctionEnd) inside = end_function(i);
    }
    if (function_ != nullptr) {
      module_.fail(*function_->declaration, "the function does not end");
    }
    for (const Instruction& instruction : module_.instructions) reflect(instruction);
    check_names(module_, result_, inputs_);
    return std::move(result_);
  }

 private:
  /// What stands in front of what it is about.
  void gather(const Instruction& instruction) {
    switch (Op{instruction.opcode}) {
      case Op::OpDecorate:
      case Op::OpMemberDecorate:
        return decorations_.read(instruction);
      case Op::OpMemoryModel:
        result_.glsl450 = is_glsl450(module_, instruction);
        return;
      case Op::OpEntryPoint:
        result_.entry_points.push_back(&instruction);
        return;
      case Op::OpExtInstImport:
        result_.imports[instruction.result] = text_of(instruction.operands.front());
        return;
      default:
        return note_size_for_host(instruction);
    }
  }

  /// `ArgumentWorkgroup` of clspv: the host chooses the length of the array, by a specialisation
  /// constant (NonSemantic.ClspvReflection).
  void note_size_for_host(const Instruction& instruction) {
    constexpr std::uint32_t argument_workgroup = 11;
    if (reflection(result_.imports, instruction) == argument_workgroup) {
      host_sizes_.push_back(instruction.word(4));
    }
  }

  void declare(const Instruction& instruction) {
    const Op op{instruction.opcode};
    if (instruction.type != 0) result_.type_of[instruction.result] = instruction.type;
    if (op == Op::OpVariable) return declare_variable(instruction);
    if (op == Op::OpTypeForwardPointer) {
      module_.fail(instruction, "not modelled: pointers in memory");
    }
    const std::string_view name = instruction.name();
    if (name.starts_with("OpType")) return declare_type(instruction);
    if (name.starts_with("OpConstant") || name.starts_with("OpSpecConstant") || op == Op::OpUndef) {
      require_type(instruction, instruction.type);
      result_.constants[instruction.result] = constant(instruction);
    }
  }

  const Type& require_type(const Instruction& user, Id id) const {
    const auto type = result_.types.find(id);
    if (type == result_.types.end()) {
      module_.fail(user, module_.name_of(id) + " is no type that is declared before");
    }
    return type->second;
  }

  const Known& require_constant(const Instruction& user, Id id) const {
    const auto known = result_.constants.find(id);
    if (known == result_.constants.end()) {
      module_.fail(user, module_.name_of(id) + " is no constant that is declared before");
    }
    return known->second;
  }

  void declare_type(const Instruction& instruction) {
    Type type;
    switch (Op{instruction.opcode}) {
      case Op::OpTypeVoid:
        type.kind = Type::Kind::nothing;
        break;
      case Op::OpTypeBool:
        type.kind = Type::Kind::boolean;
        type.bits = 1;
        type.size = type.alignment = 4;
        break;
      case Op::OpTypeInt:
        integer(instruction, type);
        break;
      case Op::OpTypeFloat:
        floating(instruction, type);
        break;
      case Op::OpTypeVector:
      case Op::OpTypeArray:
      case Op::OpTypeRuntimeArray:
        sequence(instruction, type);
        break;
      case Op::OpTypeStruct:
        structure(instruction, type);
        break;
      case Op::OpTypePointer:
        type.kind = Type::Kind::pointer;
        type.storage_class = instruction.word(0);
        type.element = instruction.word(1);
        type.stride = array_stride(instruction, require_type(instruction, type.element).size);
        break;
      case Op::OpTypeFunction:
        type.kind = Type::Kind::function;
        type.element = instruction.word(0);
        break;
      default:  // known, and refused where it is used
        break;
    }
    result_.types[instruction.result] = std::move(type);
  }

  void integer(const Instruction& instruction, Type& type) const {
    type.kind = Type::Kind::integer;
    type.bits = instruction.word(0);
    type.is_signed = instruction.word(1) != 0;
    if (type.bits == 0 || type.bits > 64) {
      module_.fail(instruction, "not modelled: integers of " + std::to_string(type.bits) + " bits",
                   "there are integers of 1 to 64 bits");
    }
    type.size = (type.bits + 7) / 8;
    type.alignment = type.size;
    while ((type.alignment & (type.alignment - 1)) != 0) ++type.alignment;
  }

  /// Those of an encoding of their own are refused where they are used.
  static void floating(const Instruction& instruction, Type& type) {
    const std::uint32_t bits = instruction.word(0);
    if (instruction.operands.size() > 1 || (bits != 16 && bits != 32 && bits != 64)) return;
    type.kind = Type::Kind::floating;
    type.bits = bits;
    type.size = type.alignment = bits / 8;
  }

  std::uint32_t array_stride(const Instruction& instruction, std::uint32_t otherwise) const {
    const Decorations* const said = decorations_.find(instruction.result);
    return said == nullptr ? otherwise : said->array_stride.value_or(otherwise);
  }

  /// Vectors and arrays. Without a decoration their elements lie side by side.
  void sequence(const Instruction& instruction, Type& type) const {
    const Type& element = require_type(instruction, instruction.word(0));
    const Op op{instruction.opcode};
    type.kind = op == Op::OpTypeVector ? Type::Kind::vector : Type::Kind::array;
    type.element = instruction.word(0);
    type.alignment = element.alignment;
    type.stride = array_stride(instruction, element.size);
    if (op == Op::OpTypeVector) {
      type.count = instruction.word(1);
    } else if (op == Op::OpTypeArray) {
      const Id length = instruction.word(1);
      const Known& known = require_constant(instruction, length);
      if (open_.contains(length)) return;
      if (!known.is_number()) module_.fail(instruction, "its length is no number");
      require_parts(instruction, static_cast<std::uint64_t>(known.number));
      type.count = static_cast<std::uint32_t>(known.number);
    } else {
      return;
    }
    if (*type.count == 0) module_.fail(instruction, "it has no elements");
    type.scalars = require_parts(instruction, std::uint64_t{*type.count} * element.scalars);
    type.size =
        require_size(instruction, std::uint64_t{*type.count - 1} * type.stride + element.size);
    if (type.kind == Type::Kind::array) {
      type.size =
          std::max(type.size, require_size(instruction, std::uint64_t{*type.count} * type.stride));
    }
  }

  std::uint32_t require_parts(const Instruction& instruction, std::uint64_t parts) const {
    if (parts <= most_parts) return static_cast<std::uint32_t>(parts);
    module_.fail(instruction,
                 "not modelled: values of more than " + std::to_string(most_parts) + " numbers",
                 "launch with smaller arrays");
  }

  std::uint32_t require_size(const Instruction& instruction, std::uint64_t size) const {
    if (size > most_bytes) module_.fail(instruction, "not modelled: types of more than 16 MiB");
    return static_cast<std::uint32_t>(size);
  }

  void structure(const Instruction& instruction, Type& type) const {
    type.kind = Type::Kind::structure;
    std::uint64_t next = 0;
    type.scalars = 0;
    for (std::uint32_t i = 0; i < instruction.operands.size(); ++i) {
      const Type& member = require_type(instruction, instruction.word(i));
      const std::uint64_t alignment = std::max(member.alignment, 1U);
      next = (next + alignment - 1) / alignment * alignment;
      const Decorations* const said = decorations_.find(instruction.result, i);
      if (said != nullptr && said->offset) next = *said->offset;
      type.coherent.push_back(said != nullptr && said->coherent);
      type.members.push_back(instruction.word(i));
      type.scalars = require_parts(instruction, type.scalars + member.scalars);
      type.offsets.push_back(require_size(instruction, next));
      type.alignment = std::max(type.alignment, member.alignment);
      next += member.size;
      type.size = std::max(type.size, require_size(instruction, next));
    }
    const std::uint64_t alignment = type.alignment;
    type.scalars = std::max(type.scalars, 1U);  // an empty one is no smaller to go through
    type.size = require_size(instruction, (type.size + alignment - 1) / alignment * alignment);
  }

  void declare_variable(const Instruction& instruction) {
    const Type& type = require_type(instruction, instruction.type);
    if (type.kind != Type::Kind::pointer) {
      module_.fail(instruction, "its type is no pointer");
    }
    Variable variable{instruction.result, type.element, instruction.word(0),
                      std::nullopt,       std::nullopt, instruction.place};
    if (instruction.operands.size() > 1) {
      variable.initial = require_constant(instruction, instruction.word(1));
    }
    if (const Decorations* const said = decorations_.find(instruction.result)) {
      variable.builtin = said->builtin;
      variable.coherent = said->coherent;
    }
    result_.variables[instruction.result] = std::move(variable);
  }

  /// The value of a specialisation constant that the launch gives, or of a size that is built in.
  std::optional<Known> given(const Instruction& instruction) const {
    const Decorations* const said = decorations_.find(instruction.result);
    if (said != nullptr && said->builtin &&
        spv::BuiltIn{*said->builtin} == spv::BuiltIn::WorkgroupSize) {
      const kernel::Triple& size = shape_.threads_per_workgroup;
      return composite({number(size.x), number(size.y), number(size.z)});
    }
    if (!instruction.name().starts_with("OpSpecConstant")) return std::nullopt;
    const std::string name = module_.name_of(instruction.result).substr(1);
    for (const Input& input : inputs_) {
      if (input.name != name) continue;
      return number(number_for(module_, require_type(instruction, instruction.type), input.value));
    }
    return std::nullopt;
  }

  Known constant(const Instruction& instruction) {
    const Type& type = require_type(instruction, instruction.type);
    if (const auto known = given(instruction)) return *known;
    const Decorations* const said = decorations_.find(instruction.result);
    if (said != nullptr && said->specialisation && is_for_host(*said->specialisation)) {
      open_.insert(instruction.result);
    }
    switch (Op{instruction.opcode}) {
      case Op::OpConstantTrue:
      case Op::OpSpecConstantTrue:
        return number(1);
      case Op::OpConstantFalse:
      case Op::OpSpecConstantFalse:
        return number(0);
      case Op::OpConstant:
      case Op::OpSpecConstant:
        if (type.kind != Type::Kind::integer && type.kind != Type::Kind::floating) return {};
        return number(literal(instruction.operands[0], type));
      case Op::OpConstantNull:
        return type.is_scalar() || type.is_composite() ? zero_of(result_, instruction.type)
                                                       : Known{};
      case Op::OpConstantComposite:
      case Op::OpSpecConstantComposite:
        return parts(instruction);
      case Op::OpSpecConstantOp:
        return operation(instruction, type);
      default:
        return {};
    }
  }

  bool is_for_host(std::uint32_t specialisation) const {
    return std::ranges::any_of(host_sizes_, [&](Id id) {
      const auto known = std::ranges::find_if(module_.instructions, [&](const Instruction& i) {
        return i.result == id && Op{i.opcode} == Op::OpConstant;
      });
      return known != module_.instructions.end() && known->word(0) == specialisation;
    });
  }

  Known parts(const Instruction& instruction) const {
    std::vector<Known> all;
    for (const Operand& operand : instruction.operands) {
      all.push_back(require_constant(instruction, operand.word()));
    }
    return composite(std::move(all));
  }

  Known operation(const Instruction& instruction, const Type& type) const {
    std::vector<Known> operands;
    for (std::size_t i = 1; i < instruction.operands.size(); ++i) {
      operands.push_back(require_constant(instruction, instruction.word(i)));
    }
    const auto is_number = [](const Known& known) { return known.is_number(); };
    const auto opcode = static_cast<std::uint16_t>(instruction.word(0));
    if (!operands.empty() && std::ranges::all_of(operands, is_number) && type.is_integral()) {
      if (Op{opcode} == Op::OpSelect && operands.size() == 3) {
        return operands[operands[0].number != 0 ? 1 : 2];
      }
      const auto of = result_.type_of.find(instruction.word(1));
      const Type& computed = of == result_.type_of.end() ? type : result_.types.at(of->second);
      const Value right = operands.size() > 1 ? operands[1].number : 0;
      const auto value = fold(opcode, computed, operands[0].number, right);
      if (value) return number(*value);
    }
    module_.fail(instruction, "not modelled: this operation on constants",
                 "the operations are those of integers and truths");
  }

  void begin_function(std::size_t index) {
    if (function_ != nullptr) module_.fail(module_.instructions[index], "a function in a function");
    const Instruction& instruction = module_.instructions[index];
    require_type(instruction, instruction.type);
    function_ = &result_.functions[instruction.result];
    *function_ = {index + 1, index + 1, &instruction};
  }

  /// Always false: from here on nothing is inside of a function.
  bool end_function(std::size_t index) {
    if (function_ == nullptr)
      module_.fail(module_.instructions[index], "no function begins before");
    function_->end = index;
    function_ = nullptr;
    return false;
  }

  /// What clspv's kernels expect in push constants (NonSemantic.ClspvReflection).
  void reflect(const Instruction& instruction) {
    const kernel::Triple& size = shape_.threads_per_workgroup;
    const kernel::Triple& groups = shape_.workgroups;
    kernel::Triple value;
    switch (reflection(result_.imports, instruction)) {
      case 16:  // PushConstantEnqueuedLocalSize
        value = size;
        break;
      case 17:  // PushConstantGlobalSize
        value = {size.x * groups.x, size.y * groups.y, size.z * groups.z};
        break;
      case 19:  // PushConstantNumWorkgroups
        value = groups;
        break;
      default:  // offsets are 0
        return;
    }
    const Known& offset = require_constant(instruction, instruction.word(2));
    if (offset.is_number()) {
      result_.push_constants.push_back({static_cast<std::uint32_t>(offset.number), value});
    }
  }

  const Module& module_;
  const std::vector<Input>& inputs_;
  const Shape& shape_;
  Declarations result_;
  DecorationTable decorations_;
  std::vector<Id> host_sizes_;
  std::set<Id> open_;
  Function* function_ = nullptr;
};

}  // namespace

Declarations read_declarations(const Module& module, const std::vector<Input>& inputs,
                               const Shape& shape) {
  return DeclarationReader(module, inputs, shape).run();
}

}  // namespace opexplore::spirv
