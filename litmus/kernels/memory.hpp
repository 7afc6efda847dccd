// The memory of a launch: objects, and the locations that a program has of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A piece of memory that addresses are computed in.
struct Object {
  std::string name;  ///< of its locations
  Space space = Space::global;
  std::optional<std::uint32_t> count;  ///< elements, if that is known
  std::optional<std::uint32_t> width;  ///< bytes of an element, once known
  /// Size in bytes where that is all that the declaration says: `.b8 x[8]`.
  std::optional<std::uint32_t> bytes;
  std::vector<Value> initial;  ///< by element, or by what `initial_width` says
  /// Bytes of each number of `initial` while the width of elements is open.
  std::optional<std::uint32_t> initial_width;
  std::uint32_t usual_width = 4;     ///< if nothing ever says the width
  bool width_by_access = false;      ///< no declaration says the width
  std::vector<std::string> results;  ///< not empty: results of a thread, see Results
  bool of_parameter = false;  ///< memory that the kernel is given, not a variable of the module
};

/// An access to memory by a kernel, for messages.
struct AccessPlace {
  const Source& source;
  SourcePlace place;
};

class Memory {
 public:
  /// The object, made at the first call for that key; later calls see the first one.
  std::uint16_t object(const std::string& key, const Object& object);
  const Object& at(std::uint16_t object) const { return objects_[object]; }

  /// The element of the object at that offset. Refuses accesses beyond the object, between two
  /// elements, or of another width than others to it.
  std::uint32_t element(std::uint16_t object, Value offset, std::uint32_t width,
                        const AccessPlace& place);

  /// A number for that element, the same at every call; finish() says what address it is.
  AddressId provisional_address(std::uint16_t object, std::uint32_t element,
                                const AccessPlace& place);

  /// \name Values that elements start with.
  /// @{
  Value initial(AddressId provisional) const;
  void set_initial(AddressId provisional, Value value);
  /// Memory without elements whose objects start with the values that they start with here.
  /// Shared ones and results begin anew.
  Memory successor() const;
  /// @}

  /// The object of the element.
  const Object& object_of(AddressId provisional) const { return at(element_of(provisional).first); }

  /// Makes the element that `name[index]` means in a question part of the program. False if no
  /// object has the name, or it has no such element.
  bool mention(const std::string& name, std::uint32_t index);

  /// The name of the location of that element, if there is such an object.
  std::optional<std::string> element_name(const std::string& name, std::uint32_t index) const;

  /// Gives the program its locations, in the order of the objects and their elements. The result
  /// is the address, by provisional address.
  std::vector<AddressId> finish(Program& program) const;

  /// Object and element of each address of the program, in order.
  std::vector<std::pair<std::uint16_t, std::uint32_t>> elements_of_addresses() const;
  /// Whether the object has several elements, as far as is known.
  bool is_array(std::uint16_t object) const;

 private:
  /// The object that questions mean by that name.
  std::optional<std::uint16_t> find(const std::string& name) const;
  std::string location_name(std::uint16_t object, std::uint32_t element) const;
  std::pair<std::uint16_t, std::uint32_t> element_of(AddressId provisional) const;
  /// The inherited objects that nothing has asked for join the others.
  void join_inherited();
  static void set_width(Object& object, std::uint32_t width);

  std::vector<Object> objects_;
  std::map<std::string, Object> inherited_;  ///< by key, of the memory that this one succeeds
  std::map<std::string, std::uint16_t> keys_;
  std::map<std::pair<std::uint16_t, std::uint32_t>, AddressId> elements_;
};

}  // namespace opexplore::kernel
