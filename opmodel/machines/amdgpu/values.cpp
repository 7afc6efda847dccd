#include "opmodel/machines/amdgpu/values.hpp"

#include <bit>

#include "opmodel/machines/amdgpu/node_sets.hpp"

namespace opexplore::amdgpu {

namespace {

std::vector<InstructionId> instructions_of(const cxx::State& state,
                                           const cxx::Relations& relations) {
  std::vector<InstructionId> result;
  for (const cxx::Node& node : relations.nodes()) {
    result.push_back(state.at(node.name).instruction);
  }
  return result;
}

}  // namespace

Values::Values(const cxx::Context& context, const EffectsTable& effects, const cxx::State& state,
               const cxx::Relations& relations)
    : context_(context),
      state_(state),
      relations_(relations),
      order_(context, effects, relations, instructions_of(state, relations)) {}

Seen Values::seen(std::size_t read) const {
  const auto& nodes = relations_.nodes();
  NodeSet before = 0;
  Seen result;
  NodeSet others = 0;
  for (std::size_t write = 0; write < nodes.size(); ++write) {
    if (!nodes[write].writes() || write == read || !relations_.same_location(write, read)) continue;
    others |= bit(write);
    if ((order_.before_reads()[write] & bit(read)) != 0) before |= bit(write);
  }
  result.initial = before == 0;
  bool all_include = nodes[read].atomic();
  for_each_node(others, [&](std::size_t write) {
    const bool overwritten = (order_.before_writes()[write] & before) != 0;
    const bool behind = (relations_.happens_before()[read] & bit(write)) != 0;
    if (overwritten || behind) return;
    result.writes |= bit(write);
    all_include = all_include && nodes[write].atomic() && relations_.included(write, read);
  });
  const int count = std::popcount(result.writes) + (result.initial ? 1 : 0);
  if (all_include) {
    result.gives = Seen::Gives::any;
  } else if ((result.writes & ~before) == 0 && count == 1) {
    result.gives = Seen::Gives::one;
  }
  return result;
}

Values::OfRead Values::judge(std::size_t read) const {
  const cxx::Node& node = relations_.nodes()[read];
  const Seen what = seen(read);
  if (node.undefined) {
    return what.gives == Seen::Gives::undef ? OfRead::right : OfRead::unexplained;
  }
  if (what.gives == Seen::Gives::undef) return OfRead::wrong;
  const bool among = node.source ? (what.writes & bit(*node.source)) != 0 : what.initial;
  return among ? OfRead::right : OfRead::wrong;
}

// Location order and modification order together have no cycle.
bool Values::ordered() const {
  const std::size_t size = relations_.nodes().size();
  Matrix both = order_.before_writes();
  for (std::size_t a = 0; a < size; ++a) both[a] |= relations_.modification_order()[a];
  return !has_cycle(both, size);
}

Judgement Values::judgement() const {
  if (!ordered()) return Judgement::refuted;
  Judgement result = Judgement::justified;
  for (std::size_t read = 0; read < relations_.nodes().size(); ++read) {
    if (!relations_.nodes()[read].reads()) continue;
    const OfRead here = judge(read);
    if (here == OfRead::wrong) return Judgement::refuted;
    if (here == OfRead::unexplained) result = Judgement::open;
  }
  return result;
}

bool Values::is_open(cxx::EventName read) const {
  for (std::size_t node = 0; node < relations_.nodes().size(); ++node) {
    if (relations_.nodes()[node].name == read) return judge(node) == OfRead::unexplained;
  }
  return false;
}

Value Values::last_value(LocationId location) const {
  const auto& nodes = relations_.nodes();
  std::optional<std::size_t> last;
  for (std::size_t write = 0; write < nodes.size(); ++write) {
    if (!nodes[write].writes() || nodes[write].location != location) continue;
    const NodeSet later = order_.before_writes()[write] | relations_.modification_order()[write];
    if (later != 0) continue;
    if (last) return undef;
    last = write;
  }
  return last ? state_.at(nodes[*last].name).written
              : context_.program().locations[location].initial;
}

}  // namespace opexplore::amdgpu
