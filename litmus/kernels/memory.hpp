// The memory of a launch: objects, and the locations that a program has of them.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "litmus/kernels/launch.hpp"
#include "litmus/kernels/module.hpp"
#include "litmus/language/limits.hpp"
#include "opmodel/program.hpp"

namespace opexplore::kernel {

/// A piece of memory that addresses are computed in.
struct Object {
  std::string name;              ///< of its locations
  std::string source_name = {};  ///< as it is declared, if its locations need another name
  Space space = Space::global;
  std::optional<std::uint32_t> count;  ///< elements, if that is known
  /// Bytes of an element: as declared, or else those of the first access.
  std::optional<std::uint32_t> width;
  /// Size in bytes where that is all that the declaration says: `.b8 x[8]`.
  std::optional<std::uint32_t> bytes;
  std::vector<Value> initial;  ///< by element, or by what `initial_width` says
  /// Bytes of each number of `initial`, if those are not the bytes of an element.
  std::optional<std::uint32_t> initial_width;
  std::vector<std::string> written_initial;  ///< see Buffer::written
  /// Bytes of a floating-point number, if it is declared to be of such.
  std::optional<std::uint32_t> float_bytes;
  Record record = {};                            ///< what it is made of, for names
  std::map<Value, std::uint8_t> written;         ///< bytes that a setup has left, by offset
  std::vector<StoredTensorMap> tensormaps = {};  ///< that lie in it
  std::uint32_t alignment = 0;       ///< bytes that its address is a multiple of; 0: not said
  std::uint32_t usual_width = 4;     ///< if nothing ever says the width
  bool width_by_access = false;      ///< no declaration says the width
  std::vector<std::string> results;  ///< not empty: results of a thread, see Results
  bool hidden = false;               ///< not of the kernel: never shown
  bool of_parameter = false;  ///< memory that the kernel is given, not a variable of the module
  bool in_part = false;       ///< more is set in it than is known
  bool host_writes = false;   ///< the host does, while the kernel may run
  std::uint32_t cta = 0;      ///< of shared memory: whose it is
  std::uint32_t gpu = 0;      ///< likewise
  std::uint32_t number = 0;   ///< for number_of(): Memory gives it one, but for code
  Value window = 0;           ///< of shared memory: where it begins in that of its CTA
};

/// An access to memory by a kernel, for messages.
struct AccessPlace {
  const Source& source;
  SourcePlace place;
};

/// Bytes of an object that are accessed together.
struct Element {
  std::uint16_t object = 0;
  Value offset = 0;
  std::uint32_t width = 4;
};

/// An element that has bytes in common with the one that is asked for.
struct Overlap {
  std::uint32_t width = 4;
  bool whole = false;  ///< some access to it must be in one piece
};

/// The number of an element, the same at every call, from which finish() tells its address; or why
/// there is no such element: "4 bytes in front of 'x'".
using FoundElement = std::variant<AddressId, std::string, Overlap>;

class Memory {
 public:
  /// So many elements there may be while a launch is learnt.
  static constexpr std::size_t most_learnt_elements = 4096;
  /// From now on there may be so many, and not only those that a program can have. Who makes a
  /// program leaves out the others before.
  void learns() { most_elements_ = most_learnt_elements; }

  /// The object, made at the first call for that key; later calls see the first one.
  std::uint16_t object(const std::string& key, const Object& object);
  /// Whether there is one, or one will be inherited.
  bool has(const std::string& key) const { return keys_.contains(key) || inherited_.contains(key); }
  void set_initial_values(std::uint16_t object, std::vector<Value> values) {
    objects_[object].initial = std::move(values);
  }
  const Object& at(std::uint16_t object) const { return objects_[object]; }
  std::size_t objects() const { return objects_.size(); }

  /// If no declaration says how long elements of the object are, they are as long as the first one
  /// that is noted here.
  void note_access(const Element& element);
  /// The element, if it is within the object and at a multiple of its width, as PTX asks (PTX ISA
  /// 6.4.1 "Addresses as Operands"). `whole`: it is accessed in one piece.
  FoundElement element(const Element& element, bool whole, const AccessPlace& place);
  /// Says that the element is accessed as a floating-point number of that many bytes.
  void note_float(AddressId provisional, std::uint32_t bytes);
  /// Says that the element is an mbarrier.
  void note_mbarrier(AddressId provisional);
  /// Whether the element is a floating-point number: it is declared as one, or some access says so.
  bool is_float(const Element& element) const;
  /// What is wrong with its place, if something is.
  std::optional<std::string> misplaced(const Element& element) const;
  /// That of object().
  const std::string& key_of(std::uint16_t object) const;

  /// How many bytes the object has, if that is known.
  std::optional<Value> size_of(std::uint16_t object) const;

  /// \name Elements that are accessed.
  /// @{
  std::size_t elements() const { return elements_.size(); }
  const Element& element_of(AddressId provisional) const;
  const Object& object_of(AddressId provisional) const {
    return at(element_of(provisional).object);
  }
  /// As a reader of the source would write it: "x", "x[1]"; "x+8" within a structure.
  std::string shown_name(const Element& element) const;
  /// The address of the structure that begins there, "&node[1]"; empty if none does.
  std::string shown_address(const Element& element) const;
  /// The program does not access the element, and has no location for it.
  void leave_out(AddressId provisional);
  /// By address of the program, in order.
  std::vector<Element> elements_of_addresses() const;
  /// @}

  /// \name Addresses as numbers: what a kernel sees that stores them or computes with them.
  /// Objects lie far apart; those of shared memory have numbers of 32 bits.
  /// @{
  Value number_of(std::uint16_t object, Value offset) const;
  /// Object and offset; nothing for a number that is no address. An offset can be outside of the
  /// object, and in front of it.
  std::optional<std::pair<std::uint16_t, Value>> place_with(Value number) const;
  /// The low 18 bits of numbers of shared memory tell the objects of a CTA apart, as matrix
  /// descriptors need it (PTX ISA 9.7.17.5.1): object and offset of these, if there is one.
  std::optional<std::pair<std::uint16_t, Value>> place_in_window(std::uint32_t cta,
                                                                 Value bits) const;
  /// @}

  /// \name Values that elements start with.
  /// @{
  Value initial(AddressId provisional) const { return initial(element_of(provisional)); }
  Value initial(const Element& element) const { return initial(element, is_float(element)); }
  /// The same where it is known whether the element is a floating-point number.
  Value initial(const Element& element, bool is_float) const;
  /// What is wrong with what was written for the element: "1.5 is no integer, and 'x' holds those".
  std::optional<std::string> unsuitable_initial(const Element& element) const;
  void set_initial(AddressId provisional, Value value) { store(element_of(provisional), value); }
  /// Sets the bytes of an element, which need not be accessed.
  void store(const Element& element, Value value);
  /// Memory without elements whose objects start with the values that they start with here.
  /// Shared ones and results begin anew.
  Memory successor() const;
  /// The inherited objects that nothing has asked for join the others: addresses lead to them.
  void join_inherited();
  /// @}

  /// Makes the element that `name[index]` means in a question part of the program. False if no
  /// object has the name, or it has no such element.
  bool mention(const std::string& name, std::uint32_t index);

  /// The name of the location of that element, if there is such an object.
  std::optional<std::string> element_name(const std::string& name, std::uint32_t index) const;

  /// The names of the locations that `name[index]` lies in if it is not one of them, since it is
  /// accessed in other sizes; none if it is one.
  std::vector<std::string> parts_of(const std::string& name, std::uint32_t index) const;

  /// Gives the program its locations, in the order of the objects and their elements. The result
  /// is the address, by provisional address.
  std::vector<AddressId> finish(Program& program) const;

 private:
  /// The object that questions mean by that name.
  std::optional<std::uint16_t> find(const std::string& name) const;
  /// An element by the name of its memory and its index, or a member by its own name, "q.head".
  std::optional<Element> named(const std::string& name, std::uint32_t index) const;
  /// Whether some element of the object begins at the offset or behind it.
  bool reaches(std::uint16_t object, Value offset) const;
  std::string location_name(const Element& element) const;
  /// The structure that the element is in, "node[1]"; "q" where memory is one.
  std::string structure_name(const Element& element) const;
  /// Which element of an array it is; nothing where elements differ in size.
  std::optional<Value> index_of(const Element& element) const;
  bool is_array(std::uint16_t object) const;
  Element indexed(std::uint16_t object, std::uint32_t index) const;

  void place_in_window(std::uint16_t object);

  struct Accessed {
    AddressId provisional = 0;
    std::uint32_t width = 4;
    bool whole = false;
    bool mbarrier = false;
    std::uint32_t float_bytes = 0;  ///< of accesses as floating-point numbers; 0 if there are none
  };

  std::vector<Object> objects_;
  std::map<std::string, Object> inherited_;     ///< by key, of the memory that this one succeeds
  std::uint32_t next_number_ = 0;               ///< of an object that is not inherited
  std::uint32_t next_own_ = 0;                  ///< the same of those that is_own() is true of
  std::map<std::uint32_t, Value> window_ends_;  ///< of shared memory, by CTA
  std::map<std::string, std::uint16_t> keys_;
  std::map<std::pair<std::uint16_t, Value>, Accessed> elements_;  ///< by object and offset
  std::vector<Element> by_provisional_;
  std::size_t most_elements_ = max_addresses;
};

}  // namespace opexplore::kernel
