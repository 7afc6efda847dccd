// Operations on tensor memory, drawn for a thread of a random program.
#include "tests/random/asynchronous_lines.hpp"

namespace opexplore::random_programs {

std::string AsynchronousLines::tensor() {
  tensors = true;
  return own(chance(75) ? "m" : "n");
}

std::string AsynchronousLines::tensor_load() {
  const std::string result = fresh();
  return "tcgen05.ld.sync.aligned.32x32b.x1.b32 {" + result + "}, [" + tensor() + "]";
}

std::string AsynchronousLines::tensor_store() {
  const std::string to = tensor();
  return "tcgen05.st.sync.aligned.32x32b.x1.b32 [" + to + "], {" + operand() + "}";
}

std::string AsynchronousLines::tensor_matrix() {
  const std::string kind = chance(85) ? "f16" : "tf32";
  const std::string to = tensor();
  const std::string from = chance(65) ? own(shared()) : tensor();
  return "tcgen05.mma.cta_group::1.kind::" + kind + " [" + to + "], [" + from + "]" +
         (chance(40) ? ", 1" : "");
}

std::string AsynchronousLines::tensor_copy() {
  const std::string shape = chance(70) ? "128x256b" : "4x256b";
  const std::string to = tensor();
  return "tcgen05.cp.cta_group::1." + shape + " [" + to + "], [" + own(shared()) + "]";
}

std::string AsynchronousLines::tensor_operation() {
  const unsigned kind = below(10);
  if (kind < 2) return tensor_load();
  if (kind < 4) return tensor_store();
  if (kind < 7) return tensor_matrix();
  return kind < 9 ? tensor_copy() : "tcgen05.shift.cta_group::1.down [" + tensor() + "]";
}

std::string AsynchronousLines::tensor_commit() {
  const std::string first = "tcgen05.commit.cta_group::1.mbarrier::arrive::one";
  const std::string kind = chance(80) ? "" : ".sync_restrict::shared::read::mma::a";
  const bool several = ctas.size() > 1 && chance(15);
  if (several && ctas[0].cluster == ctas[1].cluster) {
    return first + kind + ".shared::cluster.multicast::cluster.b64 [" + mbarrier() + "], 3";
  }
  return first + kind + ".shared::cluster.b64 [" + at(mbarrier(), some_cta()) + "]";
}

std::string AsynchronousLines::tensor_wait() {
  return pick({"tcgen05.wait::ld.sync.aligned", "tcgen05.wait::st.sync.aligned"});
}

std::string AsynchronousLines::tensor_instruction() {
  if (chance(60)) return tensor_operation();
  return chance(50) ? tensor_wait() : tensor_commit();
}

}  // namespace opexplore::random_programs
