// Small programs that spin, for all machines that run PTX: the same questions, the same answers.
#pragma once

#include <string>

#include "litmus/language/reader.hpp"
#include "tests/machines/reachable.hpp"

namespace opexplore::spinning {

/// Two threads, in one CTA or in two of one GPU.
inline Test threads(const std::string& first, const std::string& second,
                    const std::string& second_cta = "1") {
  return read(two_threads("x=0; y=0;", first, second, "[x]=0", second_cta), "in place");
}

inline const std::string set_x = "st.relaxed.gpu x, 1";
inline const std::string add_x = "red.relaxed.gpu.add x, 1";
inline const std::string await_x = "L1:;ld.relaxed.gpu r0, x;beq r0, 0, L1";
inline const std::string toggle_x = "L0:;st.relaxed.gpu x, 1;st.relaxed.gpu x, 0;goto L0";
inline const std::string diverge = "L0:;goto L0";

/// Takes the lock and gives it back.
inline std::string lock(const std::string& label) {
  return label + ":;atom.relaxed.gpu.exch r0, x, 1;bne r0, 0, " + label + ";st.relaxed.gpu x, 0";
}
/// Sets one flag and awaits the other.
inline std::string meet(const std::string& label, const std::string& mine,
                        const std::string& other) {
  return "st.relaxed.gpu " + mine + ", 1;" + label + ":;ld.relaxed.gpu r0, " + other +
         ";beq r0, 0, " + label;
}
/// Comes to the barrier again and again.
inline std::string barrier_loop(const std::string& label) {
  return label + ":;bar.cta.sync 0;goto " + label;
}

}  // namespace opexplore::spinning
