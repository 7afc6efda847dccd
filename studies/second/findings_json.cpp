// Report of other tools, as docs/findings.schema.json has them.
#include <array>
#include <utility>

#include "litmus/input/documents/choice.hpp"
#include "litmus/input/documents/document.hpp"
#include "opmodel/words.hpp"
#include "studies/second/finding.hpp"

namespace opexplore::second {
namespace {

using documents::Document;
using documents::Node;
using By = Between::By;
using What = Between::What;

template <class T>
using Spelled = std::pair<std::string_view, T>;

template <class T, std::size_t N>
T word(const Node& node, const std::array<Spelled<T>, N>& words, const std::string& what) {
  const auto spell = [](const Spelled<T>& one) { return one.first; };
  return documents::choice(node, node.text(what), words, spell, what).second;
}

constexpr std::array<Spelled<AccessKind>, 3> kind_words = {
    {{"load", AccessKind::load}, {"store", AccessKind::store}, {"atomic", AccessKind::atomic}}};
constexpr std::array<Spelled<Strength>, 7> order_words = {{{"weak", Strength::weak},
                                                           {"volatile", Strength::volatile_},
                                                           {"relaxed", Strength::relaxed},
                                                           {"acquire", Strength::acquire},
                                                           {"release", Strength::release},
                                                           {"acq_rel", Strength::acq_rel},
                                                           {"sc", Strength::sc}}};
constexpr std::array<Spelled<By>, 3> by_words = {
    {{"first", By::first}, {"second", By::second}, {"both", By::both}}};
constexpr std::array<Spelled<What>, 6> event_words = {{{"barrier", What::barrier},
                                                       {"warp-barrier", What::warp_barrier},
                                                       {"fence", What::fence},
                                                       {"signal", What::signal},
                                                       {"wait", What::wait},
                                                       {"check", What::check}}};
constexpr std::array<Spelled<Others>, 4> others_words = {{{"unknown", Others::unknown},
                                                          {"ended", Others::ended},
                                                          {"elsewhere", Others::elsewhere},
                                                          {"waiting", Others::waiting}}};

Scope scope_in_json(const Node& node) {
  return node.word([](std::string_view text) { return find_word<Scope>(text); },
                   "a scope: cta, gpu or sys");
}

// A number is that along x.
kernel::Triple triple_in_json(const Node& node) {
  constexpr std::string_view what = "a number, or a list of x, y and z";
  const auto index = [&](const Node& number) {
    const auto value = number.whole<std::uint32_t>(what);
    if (value >= std::uint32_t{1} << 31) number.fail_expected(what);
    return value;
  };
  if (!node.is_list()) return {index(node), 0, 0};
  const std::vector<std::uint32_t> parts = node.list(index, what);
  if (parts.empty() || parts.size() > 3) node.fail_expected(what);
  return {parts[0], parts.size() > 1 ? parts[1] : 0, parts.size() > 2 ? parts[2] : 0};
}

// "reduce.cu:12".
Place place_in_json(const Node& node) {
  const std::string text = node.nonempty_text();
  const std::size_t colon = text.rfind(':');
  std::uint32_t line = 0;
  for (std::size_t i = colon + 1; colon != text.npos && i < text.size(); ++i) {
    const bool digit = text[i] >= '0' && text[i] <= '9';
    if (!digit || line > 99'999'999) node.fail_expected("a place, FILE:LINE");
    line = 10 * line + static_cast<std::uint32_t>(text[i] - '0');
  }
  if (colon == 0 || line == 0) node.fail_expected("a place, FILE:LINE");
  return {{}, {}, text.substr(0, colon), line};
}

Access access_in_json(const Node& node) {
  node.allow_only({"kind", "bytes", "order", "scope", "at", "block", "thread", "value"},
                  "an access, which is an object");
  Access result;
  result.kind = word(node["kind"], kind_words, "load, store or atomic");
  if (const auto bytes = node.find("bytes")) {
    result.bytes = bytes->whole<std::uint32_t>("how many bytes are accessed");
  }
  if (const auto order = node.find("order")) result.order = word(*order, order_words, "an order");
  if (const auto scope = node.find("scope")) result.scope = scope_in_json(*scope);
  if (const auto at = node.find("at")) result.at = place_in_json(*at);
  if (const auto block = node.find("block")) result.block = triple_in_json(*block);
  if (const auto thread = node.find("thread")) result.thread = triple_in_json(*thread);
  if (const auto value = node.find("value")) result.value = value->whole<Value>("a number");
  return result;
}

bool is_of_flag(What what) {
  return what == What::signal || what == What::wait || what == What::check;
}

Between event_in_json(const Node& node) {
  node.allow_only({"what", "by", "kind", "order", "scope", "flag", "at"},
                  "what lies between, which is an object");
  Between result;
  result.what = word(node["what"], event_words, "what lies between");
  result.by = result.what == What::signal                               ? By::first
              : result.what == What::wait || result.what == What::check ? By::second
                                                                        : By::both;
  if (const auto by = node.find("by")) result.by = word(*by, by_words, "first, second or both");
  if (const auto kind = node.find("kind")) {
    result.atomic = word(*kind, kind_words, "load, store or atomic") == AccessKind::atomic;
  }
  if (const auto order = node.find("order")) {
    result.order = word(*order, order_words, "an order");
    const bool wrong = result.what == What::fence
                           ? result.order != Strength::sc && result.order != Strength::acq_rel
                           : result.order == Strength::sc;
    if (wrong) {
      order->fail("a fence is acq_rel or sc, and an access is not sc", "put a fence beside it");
    }
    const bool store = result.what == What::signal;
    if (is_of_flag(result.what) && !result.atomic &&
        (result.order == Strength::acq_rel ||
         result.order == (store ? Strength::acquire : Strength::release))) {
      order->fail(std::string("a ") + (store ? "store" : "load") + " is never " +
                  std::string(name_of(result.order)));
    }
    if (is_of_flag(result.what) && result.atomic && result.order == Strength::volatile_) {
      order->fail("an atomic is never volatile");
    }
  } else if (result.what == What::fence) {
    result.order = Strength::sc;  // __threadfence()
  }
  if (const auto scope = node.find("scope")) result.scope = scope_in_json(*scope);
  result.flag = "flag";
  if (const auto flag = node.find("flag")) result.flag = flag->nonempty_text();
  if (const auto at = node.find("at")) result.at = place_in_json(*at);
  return result;
}

void read_race(const Node& node, Finding& finding) {
  const Node accesses = node["accesses"];
  constexpr std::string_view two = "a list of two accesses";
  if (accesses.elements(two).size() != 2) accesses.fail_expected(two);
  std::size_t at = 0;
  for (const Node one : accesses.elements()) finding.accesses[at++] = access_in_json(one);
  const auto between = node.find("between");
  if (!between) return;
  if (between->is_text()) {
    if (between->text() != "unknown") between->fail_expected("a list, or \"unknown\"");
    return;
  }
  finding.between_known = true;
  finding.between = between->list(event_in_json, "a list, or \"unknown\"");
}

void read_barrier(const Node& node, Finding& finding) {
  finding.kind = Finding::Kind::barrier;
  Access& access = finding.accesses[0];
  if (const auto at = node.find("at")) access.at = place_in_json(*at);
  if (const auto block = node.find("block")) access.block = triple_in_json(*block);
  if (const auto thread = node.find("thread")) access.thread = triple_in_json(*thread);
  if (const auto others = node.find("others")) {
    finding.others = word(*others, others_words, "ended, elsewhere, waiting or unknown");
  }
}

Finding finding_in_json(const Node& node, const std::string& tool) {
  enum class Kind : std::uint8_t { race, barrier };
  constexpr std::array<Spelled<Kind>, 2> found = {
      {{"race", Kind::race}, {"barrier", Kind::barrier}}};
  constexpr std::array<Spelled<bool>, 2> spaces = {{{"global", false}, {"shared", true}}};
  Finding result;
  result.tool = tool;
  result.place = node.place();
  const Kind kind = word(node["kind"], found, "race or barrier");
  result.told = kind == Kind::race ? "race" : "barrier divergence";
  if (kind == Kind::race) {
    node.allow_only({"kind", "kernel", "space", "location", "count", "accesses", "between"});
  } else {
    node.allow_only({"kind", "kernel", "count", "at", "block", "thread", "others"});
  }
  if (const auto kernel = node.find("kernel")) result.kernel = kernel->nonempty_text();
  if (const auto location = node.find("location")) result.location = location->nonempty_text();
  if (const auto count = node.find("count")) {
    result.count = count->whole<std::uint64_t>("how often it was found");
  }
  if (const auto space = node.find("space"))
    result.shared = word(*space, spaces, "global or shared");
  kind == Kind::race ? read_race(node, result) : read_barrier(node, result);
  return result;
}

}  // namespace

Report read_findings_json(const std::string& text, const std::string& path) {
  const Document document(text, path);
  const Node root = document.root();
  root.allow_only({"$schema", "tool", "findings"}, "an object with `tool` and `findings`");
  const std::string tool = root["tool"].nonempty_text();
  Report result{path, "findings", {}};
  for (const Node node : root["findings"].elements("a list of findings")) {
    result.all.push_back(finding_in_json(node, tool));
  }
  return result;
}

}  // namespace opexplore::second
