#include "opmodel/rule_list.hpp"

#include <vector>

#include "tests/catch.hpp"

namespace opexplore {

namespace {

// A machine that counts: what it knows is a limit, and its state is a number.
enum class By : std::uint8_t { one, ten };

struct RaiseArgument {
  std::size_t times = 0;
  By by = By::one;
  static constexpr std::tuple fields{field("times", 7, &RaiseArgument::times),
                                     field("by", 9, &RaiseArgument::by)};
};

bool may_raise(const int& limit, const int& state, ThreadId, const RaiseArgument& argument) {
  return state + static_cast<int>(argument.times) <= limit;
}
void raise(const int&, int& state, ThreadId, const RaiseArgument& argument) {
  state += static_cast<int>(argument.times) * (argument.by == By::ten ? 10 : 1);
}
void take_thread(const int&, int& state, ThreadId thread) { state = thread; }

template <class Number>
void clear(const Number&, Number& state, ThreadId) {
  state = Number{};
}

// A template as an object.
struct negate_ {
  template <class Number>
  void operator()(const Number&, Number& state, ThreadId) const {
    state = -state;
  }
};

constexpr RuleList rule_list{
    rule<may_raise, raise, RaiseArgument>("raise", "1", "adds"),
    rule<take_thread>("take_thread", "2", "takes the thread's number"),
    rule<clear<int>>("clear", "3", "takes zero"),
    rule<negate_{}>("negate", "4", "takes the opposite"),
};

// Rules as members.
template <unsigned>
struct Members {
  bool may_stop(const int& state, ThreadId) const { return state != 0; }
  void stop(int& state, ThreadId) const { state = 0; }
};
constexpr RuleList member_list{rule<&Members<3>::may_stop, &Members<3>::stop>("stop", "5", "ends")};

constexpr int limit = 12;

int after(Step step, int state) {
  rule_list.take(step, limit, state);
  return state;
}

}  // namespace

TEST_CASE("rule list: numbers and texts are those of the list", "[rule_list]") {
  CHECK(rule_list.number<raise>() == 0);
  CHECK(rule_list.number<&take_thread>() == 1);
  CHECK(rule_list.number<clear<int>>() == 2);
  CHECK(rule_list.number<negate_{}>() == 3);
  REQUIRE(rule_list.rules.size() == 4);
  CHECK(rule_list.rules[2].name == "clear");
  CHECK(rule_list.rules[2].section == "3");
  CHECK(rule_list.rules[2].arguments.empty());
  REQUIRE(rule_list.rules[0].arguments.size() == 2);
  CHECK(rule_list.rules[0].arguments[1].name == "by");
  CHECK(rule_list.rules[0].arguments[1].bits == 9);
}

TEST_CASE("rule list: an argument is packed from the lowest bits", "[rule_list]") {
  const Step step = rule_list.step<raise>(3, {5, By::ten});
  CHECK(step == Step{0, 3, 5 + 128});
  CHECK(rule_list.is<raise>(step));
  CHECK_FALSE(rule_list.is<take_thread>(step));
  CHECK(rule_list.argument<raise>(step).times == 5);
  CHECK(rule_list.argument<raise>(step).by == By::ten);
  CHECK(argument_values(rule_list.rules[0], step) == std::vector<unsigned>{5, 1});
  CHECK(argument_values(rule_list.rules[1], rule_list.step<take_thread>(3)).empty());
  CHECK(rule_list.step<raise>(0, {127}).argument == 127);
  CHECK_THROWS_WITH(rule_list.step<raise>(0, {128}),
                    "the argument `times` of a step has 7 bits, too few for 128");
}

TEST_CASE("rule list: a step calls its guard and its function", "[rule_list]") {
  CHECK(after(rule_list.step<raise>(0, {2, By::ten}), 1) == 21);
  CHECK(after(rule_list.step<take_thread>(7), 1) == 7);
  CHECK(after(rule_list.step<clear<int>>(7), 1) == 0);
  CHECK(after(rule_list.step<negate_{}>(7), 1) == -1);
  const int state = 10;
  std::vector<Step> steps;
  for (std::size_t times = 1; times < 5; ++times) {
    rule_list.offer<raise>(steps, 4, {times}, limit, state);
  }
  rule_list.offer<take_thread>(steps, 4, {}, limit, state);
  CHECK(steps == std::vector<Step>{{0, 4, 1}, {0, 4, 2}, {1, 4, 0}});
  CHECK_FALSE(rule_list.allows(Step{0, 4, 3}, limit, state));
}

TEST_CASE("rule list: rules may be members", "[rule_list]") {
  const Members<3> members;
  int state = 5;
  CHECK(member_list.allows(member_list.step<&Members<3>::stop>(0), members, state));
  member_list.take(Step{}, members, state);
  CHECK(state == 0);
}

TEST_CASE("rule list: a name is the function's", "[rule_list]") {
  CHECK(is_name_of<raise>("raise"));
  CHECK(is_name_of<clear<int>>("clear"));
  CHECK(is_name_of<clear<std::vector<std::vector<int>>>>("clear"));
  CHECK(is_name_of<&Members<3>::stop>("stop"));
  CHECK(is_name_of<negate_{}>("negate"));
  CHECK_FALSE(is_name_of<raise>("aise"));
  CHECK_FALSE(is_name_of<raise>("rais"));
  CHECK_FALSE(is_name_of<raise>(""));
  CHECK_FALSE(is_name_of<raise>("take_thread"));
}

}  // namespace opexplore
