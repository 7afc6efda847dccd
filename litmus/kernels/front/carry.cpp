#include "litmus/kernels/front/carry.hpp"

namespace opexplore::kernel {

std::optional<std::uint16_t> carry_flag(const Entry& entry) {
  return find_register(entry, 0, carry_register);
}

bool takes_carry(const Mnemonic& mnemonic) {
  return mnemonic.name.is("addc") || mnemonic.name.is("subc") || mnemonic.name.is("madc");
}

}  // namespace opexplore::kernel
