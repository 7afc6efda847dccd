// The registers of a test of nvlitmus: one name means one register, whichever thread has it, and
// one instruction writes it.
#pragma once

#include <map>
#include <string>
#include <string_view>

#include "litmus/language/builder.hpp"
#include "litmus/language/tokens.hpp"
#include "opmodel/condition.hpp"

namespace opexplore::detail {

class NvlitmusRegisters {
 public:
  NvlitmusRegisters(const Tokens& tokens, const ProgramBuilder& builder)
      : tokens_(tokens), builder_(builder) {}

  /// Notes what an instruction of the thread writes. Refuses a register that another one writes,
  /// and one that it reads and that no instruction before it in the thread has written. Throws
  /// InputError.
  void note(ThreadId thread, const Instruction& instruction);
  /// The register, in whichever thread. Throws InputError where there is none.
  RegisterTerm find(const Token& name) const;
  /// The register of that name if there is one.
  const RegisterTerm* known(std::string_view name) const;
  const std::map<std::string, RegisterTerm, std::less<>>& all() const { return registers_; }

 private:
  const Tokens& tokens_;
  const ProgramBuilder& builder_;
  std::map<std::string, RegisterTerm, std::less<>> registers_;
  std::map<std::string, SourcePlace, std::less<>> places_;
};

}  // namespace opexplore::detail
