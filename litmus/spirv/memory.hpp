// The memory of a launch: what variables are, and the locations that a program has of them.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/facts.hpp"
#include "litmus/spirv/annotations.hpp"
#include "litmus/spirv/declarations.hpp"

namespace opexplore::spirv {

/// A variable, or one workgroup's of it.
struct Object {
  Id variable = 0;
  Id type = 0;
  std::uint32_t storage_class = 0;         ///< number of spv::StorageClass
  std::uint32_t workgroup = 0;             ///< of a variable of storage class Workgroup
  bool coherent = false;                   ///< declared Coherent or Volatile
  std::string name;                        ///< of its locations
  std::optional<std::uint32_t> size;       ///< bytes; nothing if as many as are accessed
  std::map<std::uint32_t, Known> initial;  ///< by offset; the rest is 0

  bool is_shared() const;        ///< between threads
  bool is_of_workgroup() const;  ///< memory that each workgroup has of its own
};

class Memory {
 public:
  Memory(const Module& module, const Declarations& declarations, const Annotations& annotations,
         bool several_workgroups);

  /// The object of a variable of the module, as that workgroup sees it.
  std::uint32_t object(const Variable& variable, std::uint32_t workgroup);
  /// That of a variable of a function.
  std::uint32_t local_object(Id variable, Id type, const Place& place);
  const Object& at(std::uint32_t object) const { return objects_[object]; }

  /// Whether all of it is in the object. Offsets wrap around as addresses of 32 bits do.
  bool is_inside(std::uint32_t object, Value offset, std::uint32_t size) const;
  /// The offset, which is wrapped around. Throws InputError for one outside of the object.
  std::uint32_t offset(std::uint32_t object, Value offset, std::uint32_t size,
                       const Instruction& user) const;

  /// A number for the location at that offset, the same at every call; finish() says what address
  /// it is. Throws InputError where accesses of two sizes overlap.
  AddressId provisional_address(std::uint32_t object, std::uint32_t offset, const Type& type,
                                const Instruction& user);

  /// Notes that an undefined value is stored there, which does not matter where nobody looks:
  /// check_undefined() throws InputError if a question mentions it or somebody reads it.
  void note_undefined(std::uint32_t object, std::uint32_t offset, const Instruction& user);
  void check_undefined(const std::set<AddressId>& provisional_read) const;
  /// The instruction that stores one which somebody looks at; null if there is none.
  const Instruction* undefined_that_matters(const std::set<AddressId>& provisional_read) const;

  /// Two names of one location that nothing else accesses, as provisional addresses.
  std::array<AddressId, 2> undefined_behaviour(const Place& place);

  /// A location for a choice (choices.hpp), as provisional address; and how many there are.
  AddressId choice(const Place& place);
  std::uint32_t choices() const { return choices_; }

  /// What a statement mentions; the result is an offset in an object, and the type there. Throws
  /// InputError if there is nothing of the kind.
  struct Mentioned {
    std::uint32_t object = 0;
    std::uint32_t offset = 0;
    Id type = 0;
  };
  Mentioned mention(const Side& side);

  /// Notes that the length of an array was asked for that nobody has said.
  void note_chosen_length(std::uint32_t object) { chosen_lengths_.insert(object); }
  const std::set<std::uint32_t>& chosen_lengths() const { return chosen_lengths_; }

  /// \name What locations are called, in the order of finish().
  /// @{
  /// As the source calls it: "flag", "box.count", "table[2]", "%5[0]".
  std::string source_name(AddressId finished) const;
  /// Its variable.
  const Object& object_of(AddressId finished) const;
  /// Whether somebody says what it starts with.
  bool is_given(AddressId finished) const;
  /// The numbers of a variable that nobody gives.
  std::vector<std::string> not_given(const Variable& variable) const;
  /// How many there are.
  std::size_t locations() const { return elements_.size(); }
  /// Fills locations and their sizes.
  void add_facts(kernel::Facts& facts) const;
  /// @}

  /// Gives the program its locations, in the order of objects and offsets. The result is the
  /// address, by object and offset.
  std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId> finish(Program& program) const;
  /// The address, by provisional address.
  std::vector<AddressId> addresses(
      const std::map<std::pair<std::uint32_t, std::uint32_t>, AddressId>& finished) const;

 private:
  struct Element {
    AddressId provisional = 0;
    std::uint32_t size = 0;                  ///< bytes
    bool mentioned = false;                  ///< in the question
    const Instruction* undefined = nullptr;  ///< what stores an undefined value there
  };

  std::uint32_t add(Object object, const std::optional<Known>& initial, const Place& place);
  Leaf named(std::uint32_t object, std::uint32_t offset) const;
  std::optional<Mentioned> mention_by_source_name(const std::string& name);
  void set_initial(Object& object, Id type, std::uint32_t offset, const Nested& value);
  void set_initial(Object& object, Id type, std::uint32_t offset, const Known& value);
  Element& element(std::uint32_t object, std::uint32_t offset, std::uint32_t size,
                   const Place& place);
  /// Throws InputError if the program would have too many names of locations with so many more.
  void reserve_names(std::size_t count, const Place& place) const;
  std::string location_name(const Object& object, std::uint32_t offset) const;

  const Module& module_;
  const Declarations& declarations_;
  const Annotations& annotations_;
  bool several_workgroups_;
  bool has_undefined_behaviour_ = false;
  std::uint32_t choices_ = 0;
  std::set<std::uint32_t> chosen_lengths_;
  std::vector<Object> objects_;
  std::map<std::pair<Id, std::uint32_t>, std::uint32_t> numbers_;  // by variable and workgroup
  std::map<std::pair<std::uint32_t, std::uint32_t>, Element> elements_;  // by object and offset
};

}  // namespace opexplore::spirv
