#include "tests/random/asynchronous_lines.hpp"

#include <algorithm>

namespace opexplore::random_programs {

namespace {

const std::string completes = ".mbarrier::complete_tx::bytes";

// In a list what is drawn is drawn from left to right, on every platform; in a sum it is not.
std::string joined(std::initializer_list<std::string> parts) {
  std::string text;
  for (const std::string& part : parts) text += part;
  return text;
}

}  // namespace

std::string thread_table(const std::vector<std::vector<std::string>>& columns) {
  std::string text;
  std::size_t rows = 0;
  for (const auto& column : columns) rows = std::max(rows, column.size());
  for (std::size_t row = 0; row < rows; ++row) {
    for (std::size_t t = 0; t < columns.size(); ++t) {
      text += t == 0 ? " " : " | ";
      if (row < columns[t].size()) text += columns[t][row];
    }
    text += " ;\n";
  }
  return text;
}

std::vector<std::string> cells_of(const std::vector<std::string>& lines) {
  std::vector<std::string> cells;
  for (const std::string& line : lines) {
    for (std::size_t from = 0; from <= line.size();) {
      const std::size_t to = std::min(line.find(';', from), line.size());
      cells.push_back(line.substr(from, to - from));
      from = to + 1;
    }
  }
  return cells;
}

AsynchronousLines::AsynchronousLines(Random& random) : random_(random) {
  for (int i = 0; i < 4; ++i) random_.next();  // neighbouring seeds shall not be related
  draw_places();
  initialised = chance(75);
  points = chance(50);
  may_loop_ = chance(20);
}

// In one CTA, in CTAs of one cluster, in two clusters, in dependent grids.
void AsynchronousLines::draw_places() {
  const unsigned count = chance(70) ? 2 : 3;
  const unsigned layout = below(6);
  const unsigned places = layout < 2 ? 1 : count == 3 && chance(30) ? 3 : 2;
  for (unsigned cta = 0; cta < places; ++cta) {
    DrawnCta& added = ctas.emplace_back();
    if (layout >= 4) added.cluster = cta;
    if (layout == 4 && cta != 0 && chance(20)) added.gpu = 1;
    if (layout == 5) added.grid = cta == 2 && chance(50) ? 1 : cta;
  }
  for (unsigned t = 0; t < count; ++t) {
    threads.emplace_back();
    threads.back().cta = t < places ? t : below(places);
  }
}

std::string AsynchronousLines::pick(std::initializer_list<const char*> words) {
  return std::data(words)[below(static_cast<unsigned>(words.size()))];
}

std::string AsynchronousLines::scope() {
  if (chance(40)) return pick({".cta", ".cluster", ".gpu", ".sys"});
  return ctas.size() == 1 ? ".cta" : ctas.back().cluster == 0 ? ".cluster" : ".gpu";
}

std::string AsynchronousLines::operand() {
  const bool read_before = thread().registers > 0 && chance(15);
  return read_before ? "r" + std::to_string(below(thread().registers)) : value();
}

std::string AsynchronousLines::at(const std::string& name, unsigned cta) const {
  return ctas.size() == 1 ? name : name + "@" + std::to_string(cta);
}

unsigned AsynchronousLines::some_cta() {
  const unsigned drawn = chance(40) ? below(static_cast<unsigned>(ctas.size())) : thread().cta;
  return ctas[drawn].cluster == ctas[thread().cta].cluster ? drawn : thread().cta;
}

std::string AsynchronousLines::space_of(unsigned cta) {
  return cta == thread().cta && chance(70) ? ".shared::cta" : ".shared::cluster";
}

std::string AsynchronousLines::data() {
  if (chance(5)) {
    aliased = true;
    return "z";
  }
  return chance(45) ? global() : at(shared(), some_cta());
}

// ---- Accesses and fences of threads ----

std::string AsynchronousLines::load() {
  const std::string how = chance(60) ? ".weak" : joined({pick({".relaxed", ".acquire"}), scope()});
  const std::string result = fresh();
  return joined({"ld", how, " ", result, ", [", data(), "]"});
}

std::string AsynchronousLines::store() {
  const std::string how = chance(60) ? ".weak" : joined({pick({".relaxed", ".release"}), scope()});
  const std::string to = data();
  return joined({"st", how, " [", to, "], ", operand()});
}

std::string AsynchronousLines::atomic() {
  const std::string how = joined({pick({".relaxed", ".acquire", ".release", ".acq_rel"}), scope()});
  const std::string to = joined({"[", data(), "], "});
  if (chance(25)) return joined({"red", how, ".add ", to, value()});
  if (chance(25)) return joined({"atom", how, ".cas ", fresh(), ", ", to, "0, ", value()});
  const std::string with = operand();
  return joined({"atom", how, pick({".add", ".exch"}), " ", fresh(), ", ", to, with});
}

std::string AsynchronousLines::access() {
  return chance(45) ? load() : chance(75) ? store() : atomic();
}

// A weak access, now and then one that depends on what was found at an mbarrier.
std::string AsynchronousLines::access_of(const std::string& where) {
  const std::string store = joined({"st.weak [", where, "], "});
  if (thread().predicates > 0 && chance(10)) {
    return joined({"@p", std::to_string(below(thread().predicates)), " ", store, value()});
  }
  return chance(60) ? "ld.weak " + fresh() + ", [" + where + "]" : store + value();
}

std::string AsynchronousLines::read_only() {
  return joined({"ld.global.nc ", fresh(), ", [", global(), "]"});
}

std::string AsynchronousLines::other_proxy() {
  if (chance(40)) return "fence.proxy." + pick({"texture", "constant", "alias", "generic"});
  bound_to_proxies = true;
  return joined({pick({"tld ", "cold "}), fresh(), ", [", pick({"xt", "xc"}), "]"});
}

std::string AsynchronousLines::fence() {
  return joined({"fence.", pick({"acq_rel", "acquire", "release", "sc", "sc"}), scope()});
}

std::string AsynchronousLines::proxy_fence() {
  return "fence.proxy.async" + pick({"", "", ".global", ".shared::cta", ".shared::cluster"});
}

std::string AsynchronousLines::half_fence() {
  return pick({"fence.proxy.async::generic.release.sync_restrict::shared::cta.cluster",
               "fence.proxy.async::generic.acquire.sync_restrict::shared::cluster.cluster",
               "fence.proxy.async::generic.release.sync_restrict::shared::cluster::read.cluster",
               "fence.release.sync_restrict::shared::cta.cluster",
               "fence.acquire.sync_restrict::shared::cluster.cluster",
               "fence.proxy.alias.release.sys", "fence.proxy.alias.acquire.sys"});
}

std::string AsynchronousLines::looped(const std::string& line, const std::string& condition) {
  loops = true;
  const std::string label = "L" + std::to_string(labels_++);
  return joined({label, ": ", line, ";", condition, ", ", label});
}

std::string AsynchronousLines::write_flag(const std::string& order) {
  const std::string how = order + scope();
  return chance(90) ? "st" + how + " [f], 1" : "red" + how + ".add [f], 1";
}

std::string AsynchronousLines::read_flag(const std::string& order) {
  const std::string result = fresh();
  const std::string line = joined({"ld", order, scope(), " ", result, ", [f]"});
  return may_loop_ && chance(50) ? looped(line, "bne " + result + ", 1") : line;
}

// ---- What runs on by itself ----

// Of what a copy carries one element, or two.
std::string AsynchronousLines::elements(const std::string& one, const std::string& other,
                                        bool both) {
  return " [" + (both ? one + ", " + other : chance(80) ? one : other) + "]";
}

std::string AsynchronousLines::bulk_in() {
  const std::string start = "cp.async.bulk";
  const bool both = chance(15);
  const std::string from = joined({",", elements("x", "y", both), (both ? ", 32, [" : ", 16, [")});
  if (ctas.size() > 1 && ctas.back().cluster == 0 && chance(25)) {
    return joined({start, ".shared::cluster.global", completes, ".multicast::cluster",
                   elements("s", "u", both), from, mbarrier(), "], ", pick({"1", "2", "3", "3"})});
  }
  const unsigned cta = some_cta();
  const std::string strong = chance(15) ? ".relaxed" + scope() + ".b128" : "";
  return joined({start, space_of(cta), ".global", completes, strong,
                 elements(at("s", cta), at("u", cta), both), from, at(mbarrier(), cta), "]"});
}

std::string AsynchronousLines::bulk_across() {
  const bool reduces = chance(30);
  const unsigned cta = some_cta();
  return joined({(reduces ? "cp.reduce" : "cp"), ".async.bulk.shared::cluster.shared::cta",
                 completes, (reduces ? ".add.u32" : ""), " [", at("u", cta), "], [", own("s"),
                 "], 16, [", at(mbarrier(), cta), "]"});
}

std::string AsynchronousLines::bulk_out() {
  const std::string to = ".async.bulk.global.shared::cta.bulk_group";
  const bool both = chance(15);
  const std::string data = joined({elements("x", "y", both), ",",
                                   elements(own("s"), own("u"), both), (both ? ", 32" : ", 16")});
  if (chance(25)) return joined({"cp.reduce", to, ".add.u32", data});
  if (chance(15)) return joined({"cp", to, ".relaxed", scope(), ".b128", data});
  return joined({"cp", to, data});
}

std::string AsynchronousLines::wait_of_bulk() {
  return joined({"cp.async.bulk.wait_group", pick({"", "", ".read"}), pick({" 0", " 0", " 1"})});
}

std::string AsynchronousLines::copy() {
  const bool both = chance(15);
  return joined({"cp.async.ca.shared::cta.global", elements(own("s"), own("u"), both), ",",
                 elements("x", "y", both), (both ? ", 8" : ", 4")});
}

std::string AsynchronousLines::copies_arrive() {
  return joined({"cp.async.mbarrier.arrive", pick({"", ".noinc"}), ".shared::cta.b64 [",
                 own(mbarrier()), "]"});
}

std::string AsynchronousLines::wait_of_copies() {
  return pick({"cp.async.wait_all", "cp.async.wait_group 0", "cp.async.wait_group 1"});
}

std::string AsynchronousLines::store_apart() {
  if (chance(15)) return joined({"st.async.release", pick({".gpu", ".sys"}), " [x], ", value()});
  const unsigned cta = some_cta();
  const std::string to = joined({" [", at(shared(), cta), "], "});
  const std::string with = joined({", [", at(mbarrier(), cta), "]"});
  if (chance(40)) {
    return joined(
        {"red.async.relaxed.cluster.shared::cluster", completes, ".add.u32", to, value(), with});
  }
  return joined({"st.async.shared::cluster", completes, ".u32", to, operand(), with});
}

std::string AsynchronousLines::matrix() {
  return joined({"wgmma.mma_async ", fresh(), ", [", own(shared()), "]"});
}

std::string AsynchronousLines::tensor_in() {
  const unsigned cta = some_cta();
  return joined({"cp.async.bulk.tensor.1d", space_of(cta), ".global.tile", completes, " [",
                 at(shared(), cta), "], [d, {0}], [", at(mbarrier(), cta), "]"});
}

std::string AsynchronousLines::tensor_out() {
  const std::string from = joined({".bulk_group [d, {0}], [", own(shared()), "]"});
  return chance(70) ? "cp.async.bulk.tensor.1d.global.shared::cta.tile" + from
                    : "cp.reduce.async.bulk.tensor.1d.global.shared::cta.add.tile" + from;
}

// One that points is given the number of x, of y, or of what no tensor copy can be of.
std::string AsynchronousLines::new_descriptor() {
  if (chance(20)) {
    fenced_copy = true;
    return joined({"tensormap.cp_fenceproxy.global.shared::cta.tensormap::generic.release", scope(),
                   ".sync.aligned [d], [", own("t"), "], 128"});
  }
  return "tensormap.replace.tile.global_address.global.b1024.b64 [d], " +
         (points ? pick({"4096", "4112", "4112", "4128"}) : value());
}

std::string AsynchronousLines::tensormap_acquire() {
  return joined({"fence.proxy.tensormap::generic.acquire", scope(), " [d], 128"});
}

// ---- On mbarriers ----

std::string AsynchronousLines::initialise() {
  return joined({"mbarrier.init.shared::cta.b64 [", own(mbarrier()), "], ", pick({"1", "1", "2"})});
}

std::string AsynchronousLines::invalidate() {
  return joined({"mbarrier.inval.shared::cta.b64 [", own(mbarrier()), "]"});
}

std::string AsynchronousLines::strength_at_mbarrier(unsigned cta) {
  if (cta == thread().cta && chance(60)) return "";
  return joined(
      {pick({".release", ".release", ".relaxed"}), pick({".cluster", ".cluster", ".cta"})});
}

std::string AsynchronousLines::arrive(bool expects) {
  const unsigned cta = some_cta();
  const bool is_own = cta == thread().cta;
  const std::string name = chance(85) ? "mbarrier.arrive" : "mbarrier.arrive_drop";
  const std::string where = joined({", [", at(mbarrier(), cta), "]"});
  if (!expects && is_own && chance(8)) {
    return joined({name, ".noComplete.shared::cta.b64 ", fresh(), where, ", 1"});
  }
  const std::string result = is_own && chance(20) ? fresh() : "_";
  return joined({name, (expects ? ".expect_tx" : ""), strength_at_mbarrier(cta),
                 (is_own ? ".shared::cta" : ".shared::cluster"), ".b64 ", result, where,
                 (expects ? pick({", 16", ", 16", ", 32", ", 4"}) : pick({"", "", "", ", 2"}))});
}

std::string AsynchronousLines::arrive_at(const std::string& name, unsigned cta) {
  return joined({"mbarrier.arrive", strength_at_mbarrier(cta),
                 (cta == thread().cta ? ".shared::cta" : ".shared::cluster"), ".b64 _, [",
                 at(name, cta), "]"});
}

std::string AsynchronousLines::move_bytes() {
  return joined({pick({"mbarrier.expect_tx", "mbarrier.complete_tx"}),
                 ".relaxed.cluster.shared::cluster.b64 [", at(mbarrier(), some_cta()), "], 16"});
}

std::string AsynchronousLines::wait_for(const std::string& where) {
  const std::string order =
      chance(60) ? "" : joined({pick({".acquire", ".relaxed"}), pick({".cta", ".cluster"})});
  const std::string result = predicate();
  const std::string line = joined({"mbarrier.try_wait.parity", order, ".shared::cta.b64 ", result,
                                   ", [", where, "], ", (chance(80) ? "0" : "1")});
  return may_loop_ && chance(70) ? looped(line, "beq " + result + ", 0") : line;
}

}  // namespace opexplore::random_programs
