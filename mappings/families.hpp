// Source tests made to order: C++ programs that a mapping has to get right, smallest first.
//
// A family is a set of skeletons (cycles of Maranget, Sarkar and Sewell's tutorial, relays of
// read-modify-writes, locks) and of the ways to fill them in: memory orders, scopes, fences,
// read-modify-writes, placements. docs/mappings.md lists the families.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "opmodel/condition.hpp"

namespace opexplore::mappings {

/// A family, or a group of families, as users name it.
struct SourceFamily {
  std::string_view name;
  std::string_view summary;                ///< one sentence
  std::vector<std::string_view> families;  ///< of a group: what it stands for
};

/// All families, then all groups.
const std::vector<SourceFamily>& source_families();

struct Frame;
struct Table;

/// A test that is no choice of a frame.
struct ReadyTest {
  std::string_view family;
  Test test;
};

/// Tests that have been chosen and can be made, as often as wanted.
class SourceTests {
 public:
  SourceTests(std::vector<Frame> frames, std::vector<ReadyTest> ready);
  ~SourceTests();
  SourceTests(SourceTests&&) noexcept;
  SourceTests& operator=(SourceTests&&) noexcept;

  std::size_t size() const { return chosen_.size(); }

  /// A bare test: everything that is read into and all locations are observed, the condition is
  /// true, instructions have neither text nor place. May be called from several threads.
  Test make(std::size_t index) const;

  /// Its family, by name.
  std::string_view family(std::size_t index) const;

  /// How many instructions it has: accesses, fences, and one for each guard.
  std::size_t instructions(std::size_t index) const { return chosen_[index].instructions; }

 private:
  struct Chosen {
    std::uint32_t frame = 0;   ///< behind the last frame: a test that is ready
    std::uint32_t choice = 0;  ///< of the frame, or the index of the ready test
    std::uint8_t instructions = 0;
    std::uint8_t threads = 0;
  };

  void choose();

  std::vector<Frame> frames_;
  std::vector<ReadyTest> ready_;
  std::vector<Chosen> chosen_;
};

/// The tests of these families, in an order that never changes: fewer instructions first, then
/// fewer threads, then as generated. Of tests that differ in the names of threads, locations and
/// values alone there is one. Throws InputError, whose path is "family", for an unknown name.
SourceTests source_tests(const std::vector<std::string>& families);

/// \name The same of a shading language: tests of Vulkan, made of what its text says its operations
/// mean.
/// @{
const std::vector<SourceFamily>& shader_families();
SourceTests shader_tests(const std::vector<std::string>& families, const Table& meanings);
/// @}

}  // namespace opexplore::mappings
