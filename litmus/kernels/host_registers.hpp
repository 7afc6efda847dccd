// What registers of x86-64 hold along a piece of assembly, as far as they were loaded with numbers
// or addresses that are written there: where one is needed twice, compilers keep it in a register.
#pragma once

#include <map>
#include <string>
#include <string_view>

namespace opexplore::kernel {

class HostRegisters {
 public:
  /// Reads a line, in AT&T's syntax. Of another machine or syntax nothing is known.
  void read(std::string_view line);

  /// What the operand is, "$opx_memory_0+4" for "%rax" that holds it; the operand itself if that is
  /// not known.
  std::string_view value_of(std::string_view operand) const;

 private:
  std::map<std::string, std::string, std::less<>> known_;  ///< by the name without the width
};

/// The memory that a line of assembly writes, "flag+4(%rip)"; empty if it writes none that it
/// names.
std::string_view written_memory(std::string_view line);

}  // namespace opexplore::kernel
