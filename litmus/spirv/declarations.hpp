// What a module declares: types with their layout, constants, variables, functions, and what is
// said about them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "litmus/spirv/annotations.hpp"
#include "litmus/spirv/module.hpp"
#include "litmus/spirv/value.hpp"

namespace opexplore::spirv {

struct Variable {
  Id id = 0;
  Id type = 0;                           ///< of what it holds
  std::uint32_t storage_class = 0;       ///< number of spv::StorageClass
  std::optional<Known> initial;          ///< as the module says
  std::optional<std::uint32_t> builtin;  ///< number of spv::BuiltIn
  Place place;
  bool coherent = false;  ///< Coherent or Volatile
};

/// Instructions from the one behind OpFunction up to OpFunctionEnd, by index.
struct Function {
  std::size_t begin = 0;
  std::size_t end = 0;
  const Instruction* declaration = nullptr;
};

/// What the launch says that modules depend on.
struct Shape {
  kernel::Triple threads_per_workgroup{1, 1, 1};
  kernel::Triple workgroups{1, 1, 1};
};

/// A value of three words that the loader puts into push constants.
struct PushConstant {
  std::uint32_t offset = 0;  ///< bytes
  kernel::Triple value;
};

struct Declarations {
  std::map<Id, Type> types;
  std::map<Id, Known> constants;
  std::map<Id, Id> type_of;  ///< of constants and variables
  std::map<Id, Variable> variables;
  std::map<Id, Function> functions;
  std::vector<const Instruction*> entry_points;
  std::map<Id, std::string> imports;
  std::vector<PushConstant> push_constants;
  bool glsl450 = false;  ///< the memory model is the one from before Vulkan's

  const Type& type(Id id) const { return types.at(id); }
};

/// Reads what is outside of functions. Specialisation constants have the values of the inputs.
/// Throws InputError for what refers to what is not declared before, itself above all, for
/// another memory model than Vulkan's and GLSL450, and where an operand is of the wrong kind.
Declarations read_declarations(const Module& module, const std::vector<Input>& inputs,
                               const Shape& shape);

/// \name Layout.
/// @{
/// The type of the part that an index chooses, and where it begins in the whole, in bytes. Throws
/// InputError for what has no parts, and for a member that is not there; lengths of arrays are not
/// looked at.
std::pair<Id, Value> part_of(const Declarations& declarations, const Module& module,
                             const Instruction& user, Id type, Value index);
/// The numbers and truths of a value of the type, in order: their types and offsets in bytes. Those
/// of an array without a length are none.
std::vector<std::pair<Id, std::uint32_t>> scalars_of(const Declarations& declarations, Id type);
/// Whether the number at that offset of the type is in a member that is declared Coherent or
/// Volatile.
bool has_coherent_member(const Declarations& declarations, Id type, std::uint32_t offset);
/// What a member of a variable without a name is called, as shaders call it (OpenGL Shading
/// Language, "Interface Blocks"); nothing for others.
std::optional<std::string> member_name(const Module& module, Id variable, Id type,
                                       std::uint32_t member);
/// What the source calls a variable; empty if the module does not say.
std::string source_variable(const Module& module, Id variable);
/// What OpMemberName calls it; empty if nothing does.
std::string member_text(const Module& module, Id structure, std::uint32_t member);
/// The member that is called so, if there is one: of a variable without a name by its own, of
/// others with the variable in front, `box.count`.
std::optional<std::uint32_t> member_called(const Module& module, const Declarations& declarations,
                                           Id variable, Id type, const std::string& name);
/// A number of a variable.
struct Leaf {
  std::string name;  ///< as the source calls it: "box.count", "table[2]", "%5[0]"
  Id type = 0;
};
/// That at an offset.
Leaf leaf_of(const Module& module, const Declarations& declarations, Id variable, Id type,
             std::uint32_t offset);
/// The offset of the number of that name, and its type, if the variable has it.
std::optional<std::pair<Id, std::uint32_t>> leaf_called(const Module& module,
                                                        const Declarations& declarations,
                                                        Id variable, Id type,
                                                        const std::string& name);
/// The same of an element of the array without a length that the variable ends with, "x[2]".
std::optional<std::pair<Id, std::uint32_t>> element_called(const Module& module,
                                                           const Declarations& declarations,
                                                           Id variable, Id type,
                                                           const std::string& name);
/// Throws InputError for inputs that name nothing.
void check_names(const Module& module, const Declarations& declarations,
                 const std::vector<Input>& inputs);
/// The number that an input gives to a scalar of that type, as registers hold it. Throws InputError
/// where it is none.
Value number_for(const Module& module, const Type& type, const Nested& input);
/// A value of the type whose scalars are all zero.
Known zero_of(const Declarations& declarations, Id type);
/// @}

}  // namespace opexplore::spirv
