#include "litmus/spirv/all_values.hpp"

#include <algorithm>
#include <bit>
#include <map>
#include <optional>
#include <set>
#include <spirv/unified1/spirv.hpp11>
#include <utility>

#include "litmus/kernels/abstract.hpp"
#include "litmus/kernels/value_classes.hpp"

namespace opexplore::spirv {

namespace {

using kernel::difference;
using kernel::sum;
using spv::Op;

/// An id that holds the number and so much more.
using Copy = std::pair<Id, Value>;

constexpr const char* computes = "it is computed with";

bool is_comparison(Op op) { return op >= Op::OpIEqual && op <= Op::OpSLessThanEqual; }

/// Says of ids, and about what is outside of functions, nothing that runs.
bool is_declaration(const Instruction& instruction) {
  const std::string_view name = instruction.name();
  return name.starts_with("OpName") || name.starts_with("OpMember") ||
         name.starts_with("OpDecorate") || name.starts_with("OpEntryPoint") ||
         name.starts_with("OpExecutionMode") || name.starts_with("OpSource");
}

bool reads(const Instruction& instruction, Id id) {
  return std::ranges::any_of(instruction.operands, [&](const Operand& operand) {
    return operand.category() == Category::id && operand.word() == id;
  });
}

/// Where an input is in a variable.
struct InputAt {
  Id variable = 0;
  Id type = 0;
  std::uint32_t offset = 0;
};

class AllValues {
 public:
  AllValues(const Module& module, const Declarations& declarations, const kernel::LaunchWord& word,
            std::string name)
      : module_(module), declarations_(declarations), word_(word), name_(std::move(name)) {}

  std::vector<Value> run() {
    for (const auto& [id, known] : declarations_.constants) {
      if (module_.name_of(id) == '%' + name_) return of_constant(id);
    }
    if (const auto place = this->place()) return of_variable(*place);
    fail(word_, "there is no number of that name",
         "of memory each element is said: " + name_ + "[0]=any");
  }

 private:
  std::vector<Value> of_constant(Id id) {
    const Type& type = declarations_.type(declarations_.type_of.at(id));
    if (type.kind == Type::Kind::boolean) return {0, 1};
    add(id, 0);
    return numbers(type);
  }

  std::vector<Value> of_variable(const InputAt& place) {
    for (const Instruction& instruction : module_.instructions) {
      if (reads(instruction, place.variable)) use_pointer(instruction, place, place.variable, 0);
    }
    return numbers(declarations_.type(place.type));
  }

  [[noreturn]] void refuse(const Instruction& at, const std::string& why) const {
    const std::uint32_t line = at.place.source.line != 0 ? at.place.source.line : at.place.line;
    fail(word_,
         "no small set of numbers is known to stand for all of '" + name_ + "': " + why +
             (line != 0 ? " at line " + std::to_string(line) : "") + " (" + to_string(at, module_) +
             ')',
         "say which are of interest: " + word_.option + ' ' + name_ + "=0..3");
  }

  std::optional<InputAt> place() const {
    const std::size_t open = name_.find('[');
    for (const auto& [id, variable] : declarations_.variables) {
      const auto leaf = leaf_called(module_, declarations_, id, variable.type, name_);
      if (leaf) return InputAt{id, leaf->first, leaf->second};
      const auto element = element_called(module_, declarations_, id, variable.type, name_);
      if (element) return InputAt{id, element->first, element->second};
      if (open == std::string::npos && module_.name_of(id) == '%' + name_ &&
          declarations_.type(variable.type).is_scalar()) {
        return InputAt{id, variable.type, 0};
      }
    }
    return std::nullopt;
  }

  std::vector<Value> numbers(const Type& type) {
    kernel::ValueClasses classes(type.bits);
    if (type.kind != Type::Kind::boolean && type.kind != Type::Kind::integer) {
      fail(word_, "'" + name_ + "' is no integer", "say which numbers are of interest");
    }
    if (type.kind == Type::Kind::boolean) return {0, 1};
    follow(type, classes);
    if (store_ != nullptr) check_store(*store_);
    const auto all = classes.numbers(type.is_signed);
    if (all) return *all;
    fail(word_, "too many numbers would have to stand for all of '" + name_ + "'",
         "say which are of interest: " + word_.option + ' ' + name_ + "=0..3");
  }

  void add(Id id, Value plus) {
    if (copies_.emplace(id, plus).second) open_.emplace_back(id, plus);
    if (copies_.size() > 1000) fail(word_, "'" + name_ + "' goes round in a loop");
  }

  void follow(const Type& type, kernel::ValueClasses& classes) {
    while (!open_.empty()) {
      const Copy copy = open_.back();
      open_.pop_back();
      for (const Instruction& instruction : module_.instructions) {
        if (is_declaration(instruction) || !reads(instruction, copy.first)) continue;
        use(instruction, copy, type, classes);
      }
    }
  }

  std::optional<Value> constant(Id id) const {
    const auto known = declarations_.constants.find(id);
    const bool number = known != declarations_.constants.end() && known->second.is_number();
    return number ? std::optional(known->second.number) : std::nullopt;
  }

  /// The constant that the other operand is.
  Value other(const Instruction& at, const Copy& copy, const char* why) const {
    const Id id = at.word(at.word(0) == copy.first ? 1 : 0);
    const std::optional<Value> known = constant(id);
    if (!known || id == copy.first) refuse(at, why);
    return *known;
  }

  static void part(const Type& type, Value plus, kernel::ValueClasses& classes) {
    if (plus == 0) return;
    classes.split_at(difference(0, plus));
    classes.split_at(difference(Value{1} << (type.bits - 1), plus));
  }

  void use(const Instruction& at, const Copy& copy, const Type& type,
           kernel::ValueClasses& classes) {
    const Op op{at.opcode};
    if (is_comparison(op)) {
      const Value with = other(at, copy, "it is compared with what is no constant");
      classes.split_at(difference(with, copy.second));
      if (op != Op::OpIEqual && op != Op::OpINotEqual) part(type, copy.second, classes);
      return;
    }
    switch (op) {
      case Op::OpCopyObject:
      case Op::OpPhi:
        return add(at.result, copy.second);
      case Op::OpSelect:
        return add(at.result, copy.second);
      case Op::OpUConvert:
      case Op::OpSConvert:
      case Op::OpBitcast:
        if (declarations_.type(at.type).kind != Type::Kind::integer ||
            declarations_.type(at.type).bits < type.bits) {
          refuse(at, computes);
        }
        return add(at.result, copy.second);
      case Op::OpIAdd:
        return add(at.result, sum(copy.second, other(at, copy, computes)));
      case Op::OpISub:
        if (at.word(0) != copy.first) refuse(at, computes);
        return add(at.result, difference(copy.second, other(at, copy, computes)));
      case Op::OpBitwiseAnd:
      case Op::OpUMod:
        return take_bits(at, copy, type, classes);
      case Op::OpSwitch:
        for (std::size_t i = 2; i + 1 < at.operands.size(); i += 2) {
          classes.split_at(difference(literal(at.operands[i], type), copy.second));
        }
        return;
      case Op::OpStore:
        return store(at, copy);
      default:
        refuse(at, computes);
    }
  }

  void take_bits(const Instruction& at, const Copy& copy, const Type& type,
                 kernel::ValueClasses& classes) {
    const bool masks = Op{at.opcode} == Op::OpBitwiseAnd;
    if (!masks && at.word(0) != copy.first) refuse(at, computes);
    const auto number = static_cast<std::uint64_t>(other(at, copy, computes) & mask_of(type));
    if (number == 0) return;
    classes.repeat(masks ? std::uint64_t{1} << std::min<unsigned>(
                               static_cast<unsigned>(std::bit_width(number)), 62U)
                         : number);
    if (masks) return;
    classes.split_at(0);  // numbers of the upper half have other remainders
    part(type, copy.second, classes);
  }

  /// Variables of functions are followed where all of them is loaded.
  void store(const Instruction& at, const Copy& copy) {
    const Id pointer = at.word(0);
    if (pointer == copy.first) refuse(at, "an access depends on it");
    const auto variable = std::ranges::find_if(module_.instructions, [&](const Instruction& one) {
      return one.result == pointer && Op{one.opcode} == Op::OpVariable;
    });
    const bool local = variable != module_.instructions.end() &&
                       spv::StorageClass{variable->word(0)} == spv::StorageClass::Function;
    if (!local) {
      if (copy.second != 0) refuse(at, computes);
      if (store_ == nullptr) store_ = &at;
      return;
    }
    for (const Instruction& one : module_.instructions) {
      if (is_declaration(one) || !reads(one, pointer) || Op{one.opcode} == Op::OpStore) continue;
      if (Op{one.opcode} != Op::OpLoad) refuse(one, "a part of what holds it is accessed");
      add(one.result, copy.second);
    }
  }

  /// What is stored can be read, and compared with what others store.
  void check_store(const Instruction& store) const {
    for (const Instruction& one : module_.instructions) {
      const std::string_view name = one.name();
      const bool stores = Op{one.opcode} == Op::OpStore && &one != &store;
      if (name.starts_with("OpAtomic") || name == "OpFunctionCall" || stores ||
          (name == "OpLoad" && is_shared(one.word(0)))) {
        refuse(store, "it is stored, and there are other accesses");
      }
    }
  }

  bool is_shared(Id pointer) const {
    const auto root = std::ranges::find_if(
        module_.instructions, [&](const Instruction& one) { return one.result == pointer; });
    if (root == module_.instructions.end()) return true;
    const auto type = declarations_.types.find(root->type);
    if (type == declarations_.types.end()) return true;
    switch (spv::StorageClass{type->second.storage_class}) {
      case spv::StorageClass::Function:
      case spv::StorageClass::Private:
      case spv::StorageClass::Input:
      case spv::StorageClass::PushConstant:
        return false;
      default:
        return true;
    }
  }

  /// A pointer that may lead to the input: `offset` is where it points to, if that is known.
  void use_pointer(const Instruction& at, const InputAt& place, Id pointer,
                   std::optional<std::uint32_t> offset) {
    if (is_declaration(at)) return;
    switch (Op{at.opcode}) {
      case Op::OpAccessChain:
      case Op::OpInBoundsAccessChain: {
        const auto inner = offset ? offset_behind(at, *offset) : std::nullopt;
        const Type& points_to = declarations_.type(declarations_.type(at.type).element);
        const bool apart = inner && (*inner + points_to.size <= place.offset ||
                                     *inner >= place.offset + declarations_.type(place.type).size);
        if (apart && points_to.size != 0) return;
        for (const Instruction& one : module_.instructions) {
          if (reads(one, at.result)) use_pointer(one, place, at.result, inner);
        }
        return;
      }
      case Op::OpLoad:
        if (!declarations_.type(at.type).is_scalar()) refuse(at, "a part of what is loaded is it");
        return add(at.result, 0);
      case Op::OpStore:
        if (at.word(0) != pointer) refuse(at, "a pointer to it is stored");
        return;
      case Op::OpArrayLength:
        return;
      default:
        refuse(at, "what it does with a pointer to it is not followed");
    }
  }

  std::optional<std::uint32_t> offset_behind(const Instruction& chain, std::uint32_t offset) const {
    const Id base = chain.word(0);
    Id type = 0;
    for (const Instruction& one : module_.instructions) {
      if (one.result == base && one.type != 0) type = declarations_.type(one.type).element;
    }
    for (std::size_t i = 1; i < chain.operands.size(); ++i) {
      const auto index = constant(chain.word(i));
      if (!index || type == 0) return std::nullopt;
      const auto [part, begin] = part_of(declarations_, module_, chain, type, *index);
      offset += static_cast<std::uint32_t>(begin);
      type = part;
    }
    return offset;
  }

  const Module& module_;
  const Declarations& declarations_;
  const kernel::LaunchWord& word_;
  std::string name_;
  std::set<Copy> copies_;
  std::vector<Copy> open_;
  const Instruction* store_ = nullptr;
};

}  // namespace

std::vector<Value> values_for_all(const Module& module, const Declarations& declarations,
                                  const kernel::LaunchWord& word, std::string name) {
  if (name.starts_with('%')) name.erase(0, 1);
  return AllValues(module, declarations, word, std::move(name)).run();
}

}  // namespace opexplore::spirv
