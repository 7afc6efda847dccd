// Rule lists that do not compile, each for its reason; CASE 0 does.
#include "opmodel/rule_list.hpp"

namespace opexplore {
namespace {

struct PlaceArgument {
  std::size_t place = 0;
  static constexpr std::tuple fields{field("place", 16, &PlaceArgument::place)};
};
struct WideArgument {
  std::size_t place = 0;
  static constexpr std::tuple fields{field("place", 17, &WideArgument::place)};
};

bool may_store(const int&, ThreadId, PlaceArgument) { return true; }
void store(int&, ThreadId, PlaceArgument) {}
void load(int&, ThreadId) {}

#if CASE == 0
constexpr RuleList list{rule<may_store, store, PlaceArgument>("store", "", ""),
                        rule<load>("load", "", "")};
constexpr Step step = list.step<store>(0, {65535});
static_assert(step.argument == 65535 && list.number<load>() == 1);
#elif CASE == 1
constexpr RuleList list{rule<load>("loads", "", "")};
#elif CASE == 2
constexpr RuleList list{rule<load>("load", "", ""), rule<load>("load", "", "")};
#elif CASE == 3
constexpr RuleList list{rule<load>("load", "", "")};
constexpr Step step = list.step<store>(0, {0});
#elif CASE == 4
constexpr RuleList list{rule<load, WideArgument>("load", "", "")};
#elif CASE == 5
constexpr RuleList list{rule<store, PlaceArgument>("store", "", "")};
constexpr Step step = list.step<store>(0, {65536});
#elif CASE == 6
constexpr RuleList list{rule<store>("store", "", "")};
void take(int& state) { list.take(Step{}, state); }
#endif

}  // namespace
}  // namespace opexplore
