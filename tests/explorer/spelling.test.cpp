// How things are spelled: literally, and there and back.
#include <set>
#include <string>

#include "opmodel/words.hpp"
#include "tests/catch.hpp"

using namespace opexplore;

namespace {

template <class Value>
std::string joined(std::span<const Word<Value>> table) {
  std::string result;
  for (const std::string_view text : texts(table)) result.append(text) += ' ';
  return result;
}

// Every value has its own word, by which it is found; nothing else is.
template <class Value, class Name>
void check_there_and_back(std::span<const Word<Value>> table, Name name, bool in_order = true) {
  std::set<std::string_view> seen;
  for (std::size_t i = 0; i < table.size(); ++i) {
    const Value value = table[i].value;
    if (in_order) CHECK(value == static_cast<Value>(i));
    CHECK(name(value) == table[i].text);
    CHECK(find_word(table, table[i].text) == value);
    CHECK(seen.insert(table[i].text).second);
  }
  CHECK(find_word(table, "no such word") == std::nullopt);
}

template <class Enum>
void check_ptx_words() {
  check_there_and_back(words<Enum>(), [](Enum value) { return to_string(value); });
}

}  // namespace

TEST_CASE("the words of PTX", "[opmodel][words]") {
  CHECK(joined(words<Scope>()) == "cta cluster gpu sys ");
  CHECK(joined(words<Proxy>()) == "generic texture surface constant readonly ");
  CHECK(joined(words<Order>()) == "weak relaxed acquire release acq_rel sc ");
  CHECK(joined(words<Comparison>()) == "== != < <= > >= ");
  CHECK(joined(words<ArithmeticOp>()) ==
        "mov add sub mul div and or xor setp.eq setp.ne setp.lt setp.le setp.gt setp.ge ");
  CHECK(joined(words<AtomicOp>()) == "add sub mul div and or xor min max inc dec exch cas ");
  CHECK(joined(words<ProxyFenceKind>()) == "generic texture surface constant alias ");
  CHECK(joined(words<NumberType>()) == "s64 u64 b64 s32 u32 b32 pred ");
  CHECK(joined(words<Region>()) == "global shared ");
  CHECK(joined(words<Annotation>()) == " ca cg wb volatile ");
}

TEST_CASE("words of PTX are read as they are written", "[opmodel][words]") {
  check_ptx_words<Scope>();
  check_ptx_words<Proxy>();
  check_ptx_words<Order>();
  check_ptx_words<Comparison>();
  check_ptx_words<ArithmeticOp>();
  check_ptx_words<AtomicOp>();
  check_ptx_words<ProxyFenceKind>();
  check_ptx_words<NumberType>();
  check_ptx_words<Region>();
  check_ptx_words<Annotation>();
  check_ptx_words<VulkanScope>();
  check_ptx_words<DeviceOperationKind>();
  CHECK(find_word<Order>("acq_rel") == Order::acq_rel);
  CHECK(find_word<Order>("acq_re") == std::nullopt);
}

TEST_CASE("words of other places", "[opmodel][words]") {
  CHECK(joined(cxx_orders()) == "non_atomic relaxed acquire release acq_rel seq_cst ");
  CHECK(joined(short_orders()) == "weak rlx acq rel acq_rel sc ");
  CHECK(joined(cxx_scopes()) == "block cluster device system ");
  CHECK(joined(cxx_operators()) == " + - * / & | ^ == != < <= > >= ");
  CHECK(joined(membar_levels()) == "cta gl sys ");
  CHECK(joined(jumps()) == "beq bne blt ble bgt bge ");
  CHECK(joined(comparison_letters()) == "eq ne lt le gt ge ");
  CHECK(joined(short_languages()) == "ptx cxx vulkan amdgpu ");
  CHECK(joined(words<VulkanScope>()) == "sg wg qf dv ");
  CHECK(joined(words<DeviceOperationKind>()) == "avdevice visdevice ");
  CHECK(to_string(Language::ptx) == "PTX");
  CHECK(to_string(Language::cxx) == "C++");
  CHECK(to_string(Language::vulkan) == "Vulkan");
  CHECK(texts({Scope::sys, Scope::cta}) == std::vector<std::string_view>{"sys", "cta"});
}

TEST_CASE("words of other places are read as they are written", "[opmodel][words]") {
  check_there_and_back(cxx_orders(), [](Order order) { return cxx_name(order); });
  check_there_and_back(cxx_scopes(), [](Scope scope) { return cxx_name(scope); });
  check_there_and_back(cxx_operators(), [](ArithmeticOp op) { return cxx_name(op); });
  check_there_and_back(short_orders(), [](Order order) { return short_name(order); });
  check_there_and_back(
      membar_levels(), [](Scope scope) { return membar_level(scope); }, false);
  CHECK(membar_level(Scope::cluster) == "gl");
  check_there_and_back(jumps(), [](Comparison comparison) { return jump_name(comparison); });
  check_there_and_back(comparison_letters(),
                       [](Comparison comparison) { return letters(comparison); });
}
