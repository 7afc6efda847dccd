// Reading tables, looking things up in them, and making them weaker.
#include "mappings/table.hpp"

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "tests/catch.hpp"
#include "tests/export/schema_check.hpp"
#include "tests/locations.hpp"

namespace opexplore::mappings {
namespace {

const std::string root = testing::source_folder;

std::string file(const std::filesystem::path& path) {
  std::ifstream stream(path);
  return {std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>()};
}

std::vector<std::filesystem::path> broken_tables() {
  std::vector<std::filesystem::path> paths;
  for (const auto& entry : std::filesystem::directory_iterator(root + "/tests/mappings/broken")) {
    if (entry.path().extension() == ".json") paths.push_back(entry.path());
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

// A table whose only group is this one, from line 3 on.
std::string with_group(const std::string& group) {
  return "{\"name\": \"t\", \"summary\": \"s\", \"version\": \"v\", \"source\": \"o\", \"arch\": "
         "\"a\","
         "\n\"groups\": [\n" +
         group + "]}\n";
}

std::string with_load(const std::string& line) {
  return with_group(R"({"operation": "load", "entries": {"relaxed": [")" + line + "\"]}}");
}

std::string refusal(const std::string& text) {
  try {
    read_table(text, "t.json");
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

std::string load_refusal(const std::string& name) {
  try {
    load_table(name);
  } catch (const InputError& error) {
    return error.what();
  }
  return "nothing";
}

EntryId id_of(const Table& table, const std::string& entry) {
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    const EntryId id{static_cast<std::uint16_t>(i)};
    if (to_string(id, table) == entry) return id;
  }
  FAIL("no entry " << entry);
  return {};
}

std::vector<std::string> texts(const std::vector<Template>& templates) {
  std::vector<std::string> result;
  for (const Template& code : templates) result.push_back(to_string(code));
  return result;
}

std::vector<std::string> weaker(const std::string& table, const std::string& entry) {
  const Table loaded = load_table(table);
  return texts(weakenings(loaded, id_of(loaded, entry)));
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("tables: malformed files are refused with their place", "[mappings]") {
  CHECK(refusal("{\"name\": }").starts_with("t.json:1:10: this is no JSON"));
  CHECK(refusal("[]") == "t.json:1:1: expected a table as an object, found array");
  CHECK(refusal("{}") == "t.json:1:1: expected a member 'name'");
  CHECK(refusal("{\"name\": 3}") ==
        "t.json:1:10: expected the name of the table as a string, found number");
  CHECK(refusal("{\"name\": \"\"}") ==
        "t.json:1:10: expected the name of the table, found an empty string");
  CHECK(refusal("{\"name\": \"t\",\n \"nane\": \"t\"}") ==
        "t.json:2:10: unknown member 'nane'; did you mean 'name'?");
  CHECK(refusal("{\"name\": \"t\",\n \"name\": \"t\"}") == "t.json:2:2: 'name' is given twice");
  CHECK(refusal("{\"name\": \"t\", \"summary\": \"s\"}") ==
        "t.json:1:1: expected a member 'source'");
  CHECK(
      refusal("{\"name\": \"t\", \"summary\": \"s\", \"extends\": \"lustig20\", \"groups\": []}") ==
      "t.json:1:42: there is no built-in table 'lustig20'");
  CHECK(
      refusal("{\"name\": \"t\", \"summary\": \"s\", \"extends\": \"lustig19\", \"groups\": {}}") ==
      "t.json:1:64: expected the groups of entries as an array, found object");
  CHECK(refusal("{\"name\": \"t\", \"summary\": \"s\", \"extends\": \"lustig19\",\n"
                "\"scopes\": {\"cta\": \"cta\"}, \"groups\": []}") ==
        "t.json:2:19: unknown member 'cta'; the members here are block, cluster, device, system");
  CHECK(refusal("{\"name\": \"t\", \"summary\": \"s\", \"extends\": \"lustig19\",\n"
                "\"scopes\": {\"block\": \"gpus\"}, \"groups\": []}") ==
        "t.json:2:21: expected a scope of PTX, found 'gpus'; did you mean 'gpu'?");
  std::string deep;
  for (int i = 0; i < 100000; ++i) deep += '[';
  CHECK(refusal(deep) == "t.json:1:17: the file is nested too deeply");
}

TEST_CASE("tables: malformed groups are refused with their place", "[mappings]") {
  CHECK(refusal(with_group("3")) ==
        "t.json:3:1: expected a group of entries as an object, found number");
  CHECK(refusal(with_group("{\"operation\": \"laod\", \"entries\": {}}")) ==
        "t.json:3:15: expected an operation, found 'laod'; did you mean 'load'?");
  CHECK(refusal(with_group("{\"operation\": \"load\"}")) ==
        "t.json:3:1: expected a member 'entries'");
  CHECK(refusal(with_group("{\"operation\": \"load\", \"widths\": [64], \"entries\": {}}")) ==
        "t.json:3:33: expected widths of 8, 16 or 32 bits, found 64; objects of 64 bits are "
        "accessed like those of 32");
  CHECK(refusal(with_group("{\"operation\": \"load\", \"rule\": \"max\", \"entries\": {}}")) ==
        "t.json:3:31: only a cas has two orders to make one of");
  CHECK(refusal(with_group("{\"operation\": \"cas\", \"rule\": \"min\", \"entries\": {}}")) ==
        "t.json:3:30: expected a rule, found 'min'; choose from merged, max, success");
  CHECK(refusal(with_group("{\"operation\": \"load\", \"entries\": {\"release\": []}}"))
            .starts_with("t.json:3:46: the template of a load does not use {address}"));
  CHECK(
      refusal(with_group("{\"operation\": \"load\", \"entries\":\n"
                         "{\"consume\": [\"ld.acquire.{scope} {destination}, [{address}]\"]}}")) ==
      "t.json:4:13: consume is acquire; write the entry for acquire");
  CHECK(
      refusal(with_group("{\"operation\": \"load\", \"entries\":\n"
                         "{\"release\": [\"ld.acquire.{scope} {destination}, [{address}]\"]}}")) ==
      "t.json:4:13: expected an order of a load, found 'release'; choose from non_atomic, "
      "relaxed, acquire, seq_cst");
  CHECK(refusal(with_group(
            "{\"operation\": \"cas\", \"entries\": {\"relaxed\":\n"
            "[\"atom.cas.relaxed.gpu {destination}, [{address}], {expected}, {value}\"]}}")) ==
        "t.json:4:1: a cas has two orders, found 'relaxed'; write a pair such as 'acq_rel, "
        "acquire', or give the group a rule");
  CHECK(refusal(with_group(
                    "{\"operation\": \"cas\", \"entries\": {\"relaxed, release\":\n"
                    "[\"atom.cas.relaxed.gpu {destination}, [{address}], {expected}, {value}\"]}}"))
            .starts_with("t.json:4:1: expected an order of a cas that fails, found 'release'"));
  const std::string fence = "{\"operation\": \"fence\", \"entries\": {\"acquire\": []}}";
  CHECK(refusal(with_group(fence + ",\n" + fence)) ==
        "t.json:4:1: two groups have an entry for fence acquire");
}

TEST_CASE("tables: malformed templates are refused with their place", "[mappings]") {
  // The array begins in column 46, the string in 47, the instruction in 48.
  CHECK(refusal(with_load("ldd.relaxed.{scope} {destination}, [{address}]")) ==
        "t.json:3:48: unknown instruction 'ldd'; did you mean 'ld'?");
  CHECK(refusal(with_load("ld.relax.{scope} {destination}, [{address}]"))
            .starts_with("t.json:3:51: "));
  CHECK(
      refusal(with_load("ld.sc.{scope} {destination}, [{address}]")).starts_with("t.json:3:51: "));
  CHECK(refusal(with_load("ld.relaxed.{scope} r1, [{address}]")) ==
        "t.json:3:67: a template has no register 'r1'; write {name} for a temporary register");
  CHECK(refusal(with_load("ld.relaxed.{scope} {destination}, x"))
            .find("a template accesses {address} alone, not 'x'") != std::string::npos);
  CHECK(
      refusal(with_load("ld.relaxed.{scope} {destination}, [{value}]")) ==
      "t.json:3:82: the address of a template is {address}; write [{address}], or [{half_word}] or "
      "[{word}] for what is around a small object");
  CHECK(refusal(with_load("ld.relaxed.{scope} {destination, [{address}]"))
            .starts_with("t.json:3:67: expected a name and '}' after '{'"));
  CHECK(refusal(with_load("tld {destination}, [{address}]")) ==
        "t.json:3:47: a template accesses memory through the generic proxy alone");
  CHECK(refusal(with_load("fence.proxy.alias")) ==
        "t.json:3:47: no operation of C++ becomes a proxy fence");
  CHECK(refusal(with_load("bar.sync 0")) == "t.json:3:47: no operation of C++ becomes a barrier");
  CHECK(refusal(with_load("ld.relaxed.{scope} {destination}, [{address}]; fence.sc.{scope}")) ==
        "t.json:3:93: unexpected character in a template; write one instruction per line");
  CHECK(refusal(with_load("ld.relaxed.{scope} {other}, [{address}]")) ==
        "t.json:3:46: the template of a load does not use {destination}");
  CHECK(refusal(with_load("atom.add.relaxed.{scope} {destination}, [{address}], {value}")) ==
        "t.json:3:46: a load has no {value}");
  CHECK(refusal(with_load("bra out")).starts_with("t.json:3:52: "));
  for (const std::string question :
       {"exists (true)", "locations [ x; ]", "o9000: shared", "forall true", "filter true"}) {
    INFO(question);
    CHECK(refusal(with_load(question)) != "nothing");
  }
  CHECK(refusal(with_group(R"({"operation": "rmw", "entries": {"relaxed": ["atom.add.relaxed.gpu )"
                           R"({destination}, [{address}], {value}"]}})"))
            .ends_with("the template of a rmw does not use {op}"));
  CHECK(refusal(with_group(R"({"operation": "store", "entries": {"non_atomic": )"
                           R"(["st.relaxed.{scope} [{address}], {value}"]}})"))
            .ends_with("a non-atomic access has no {scope}; name the scope: .cta, .gpu, .sys"));
}

TEST_CASE("tables: templates that can overwrite what they need are refused", "[mappings]") {
  const auto fault = [](const std::vector<std::string>& lines) {
    try {
      read_template(lines);
    } catch (const TemplateError& error) {
      return error.message;
    }
    return std::string("nothing");
  };
  const std::string overwritten =
      "{destination} is written while {address}, {value} or {expected} is still needed; they can "
      "be "
      "the same register";
  CHECK(fault({"ld.relaxed.{scope} {destination}, [{address}]", "st.weak [{address}], {value}"}) ==
        overwritten);
  CHECK(fault({"again:", "atom.cas.relaxed.gpu {destination}, [{address}], {expected}, {value}",
               "bne {destination}, 0, again"}) == overwritten);
  CHECK(fault({"again:", "atom.cas.relaxed.gpu {old}, [{address}], {expected}, {value}",
               "bne {old}, 0, again", "mov {destination}, {old}"}) == "nothing");
  CHECK(fault({"mov {value}, 1", "st.weak [{address}], {value}"}) ==
        "a template must not write {value}");
  CHECK(fault({"st.weak [{address}], {vaule}"}) ==
        "the template never writes its temporary {vaule}");
  CHECK(fault({"st.weak [{address}], {destination}"}) ==
        "the template reads {destination} and never writes it");
}

TEST_CASE("tables: guards and predicates in templates", "[mappings]") {
  const Template code = read_template(
      {"ld.relaxed.{scope} {old}, [{address}]", "setp.ne.s32 {differs}, {old}, {expected}",
       "@{differs} bra out", "atom.cas.acquire.{scope} {old}, [{address}], {expected}, {value}",
       "out:", "mov {destination}, {old}"});
  REQUIRE(code.temporaries.size() == 2);
  CHECK(code.temporaries[0].type == NumberType::s64);
  CHECK(code.temporaries[1].type == NumberType::pred);
  CHECK(to_lines(code) == Lines{"ld.relaxed.{scope} {old}, [{address}]",
                                "setp.ne.s32 {differs}, {old}, {expected}", "bne {differs}, 0, L4",
                                "atom.cas.acquire.{scope} {old}, [{address}], {expected}, {value}",
                                "L4:", "mov {destination}, {old}"});
}

TEST_CASE("tables: what a compiler refuses is an entry, with its words", "[mappings]") {
  const Table table = read_table(
      R"({"name": "mine", "summary": "s", "extends": "lustig19",
          "scopes": {"cluster": "cluster", "system": {"refused": "no system here"}},
          "groups": [{"operation": "load", "entries": {"acquire": {"refused": "no acquire"}}},
                     {"operation": "cas", "rule": "max",
                      "entries": {"acquire": {"refused": "no cas"}}}]})",
      "mine.json");
  const Entry& load = table.at(id_of(table, "load acquire"));
  CHECK(load.refused == "no acquire");
  CHECK(load.code == Template{});
  CHECK(told(load) == "refused: no acquire");
  CHECK(told(table.at(id_of(table, "cas (relaxed, acquire)"))) == "refused: no cas");
  CHECK(table.at(id_of(table, "load relaxed")).refused.empty());
  CHECK(table.mapped(Scope::cluster).scope == Scope::cluster);
  CHECK(told(table.mapped(Scope::sys)) == "refused: no system here");
  CHECK(told(table.mapped(Scope::gpu)) == ".gpu");
  const std::string text = grid(table);
  CHECK(text.find("  refused: no acquire  ") != std::string::npos);
  CHECK(text.find("cluster is .cluster, device is .gpu, system refused: no system here\n") !=
        std::string::npos);
  CHECK(refusal(with_group(R"({"operation": "load", "entries": {"relaxed": {"refused": ""}}})")) ==
        "t.json:3:58: expected what the compiler says, found an empty string");
  CHECK(refusal(with_group(R"({"operation": "load", "entries": {"relaxed": {"refuse": "x"}}})"))
            .find("unknown member 'refuse'") != std::string::npos);
}

TEST_CASE("tables: templates access what is around a small object", "[mappings]") {
  const auto small = [](const std::string& widths, const std::string& hole) {
    return with_group(R"({"operation": "load", "widths": )" + widths +
                      R"(, "entries": {"relaxed": ["ld.relaxed.{scope} {destination}, [{)" + hole +
                      R"(}]"]}})");
  };
  const Table table = read_table(small("[8]", "half_word"), "t.json");
  CHECK(table.entries.front().code.steps.front().extent == Extent::half_word);
  CHECK(to_string(table.entries.front().code) == "ld.relaxed.{scope} {destination}, [{half_word}]");
  CHECK(read_table(small("[8, 16]", "word"), "t.json").entries.size() == 2);
  CHECK(refusal(small("[8, 16]", "half_word"))
            .ends_with("an object of 16 bits has no {half_word} around it; write {address}"));
  CHECK(refusal(small("[32]", "word"))
            .ends_with("an object of 32 bits has no {word} around it; write {address}"));
  CHECK(refusal(with_load("ld.relaxed.gpu {destination}, [{byte}]"))
            .ends_with("the address of a template is {address}; write [{address}], or "
                       "[{half_word}] or [{word}] for what is around a small object"));
}

TEST_CASE("tables: a table extends another by name or by file", "[mappings]") {
  const Table base = load_table("lustig19");
  const Table table = read_table(
      R"({"name": "mine", "summary": "s", "extends": "lustig19", "scopes": {"system": "gpu"},
          "groups": [{"operation": "load", "source": "me", "version": "1",
                      "entries": {"acquire": ["ld.relaxed.{scope} {destination}, [{address}]"]}},
                     {"operation": "exchange", "scope": "system",
                      "entries": {"relaxed": ["atom.exch.relaxed.sys {destination}, [{address}], {value}"]}}]})",
      "mine.json");
  CHECK(table.mapped(Scope::sys).scope == Scope::gpu);
  CHECK(table.mapped(Scope::gpu).scope == Scope::gpu);
  CHECK(table.mapped(Scope::cta).scope == Scope::cta);
  CHECK(table.mapped(Scope::cluster) == MappedScope{});
  // What the table is of is no word about what this one changes.
  CHECK(table.extends == "lustig19");
  CHECK(table.source.empty());
  CHECK(table.version.empty());
  CHECK(titled(table) == "mine (extends lustig19)");
  CHECK(titled(base) == "lustig19 (2019)");
  CHECK(table.entries.back().source == "mine.json");
  CHECK(table.entries.back().version.empty());
  CHECK(grid(table).find("] mine.json\n") != std::string::npos);
  CHECK(grid(table).find("\n  extends lustig19; sm_70") != std::string::npos);
  REQUIRE(table.entries.size() == base.entries.size() + 1);
  for (std::size_t i = 0; i < base.entries.size(); ++i) {
    const bool changed = to_string(base.entries[i]) == "load acquire";
    CHECK((table.entries[i].code != base.entries[i].code) == changed);
    CHECK(table.entries[i].source == (changed ? "me" : base.entries[i].source));
  }
  CHECK(to_string(table.entries.back()) == "exchange relaxed in system scope");
}

TEST_CASE("tables: circles of tables are refused", "[mappings]") {
  const auto path = std::filesystem::temp_directory_path() / "opexplore-circle.json";
  std::ofstream(path) << "{\"name\": \"c\", \"summary\": \"s\", \"extends\": "
                         "\"opexplore-circle.json\", \"groups\": []}";
  CHECK(load_refusal(path.string()).find("more than 8 tables extend each other; is it a circle?") !=
        std::string::npos);
  std::filesystem::remove(path);
}

TEST_CASE("tables: unknown names", "[mappings]") {
  CHECK(load_refusal("zzz") ==
        "zzz: there is no table of this name; 'opmap tables' lists the "
        "tables; a file has a name with .json");
  CHECK(load_refusal("lustig20") ==
        "lustig20: there is no table of this name; did you mean 'lustig19'?");
  CHECK(load_refusal("./nowhere.json").starts_with("./nowhere.json: "));
}

TEST_CASE("tables: the most special entry is found", "[mappings]") {
  const Table table = read_table(with_group(R"({"operation": "rmw", "entries": {
          "relaxed": ["atom.{op}.relaxed.{scope} {destination}, [{address}], {value}"]}},
        {"operation": "rmw", "scope": "block", "entries": {
          "relaxed": ["atom.{op}.acquire.cta {destination}, [{address}], {value}"]}},
        {"operation": "fetch", "entries": {
          "relaxed": ["atom.{op}.release.{scope} {destination}, [{address}], {value}"]}},
        {"operation": "reduce", "scope": "device", "entries": {
          "relaxed": ["red.{op}.relaxed.gpu [{address}], {value}"]}})"),
                                 "t.json");
  const auto found = [&](Operation operation, Scope scope) {
    const auto id = find(table, {operation, Order::relaxed, Order::relaxed, Width::bits32, scope});
    return id ? to_string(*id, table) : "nothing";
  };
  CHECK(found(Operation::exchange, Scope::cta) == "rmw relaxed in block scope");
  CHECK(found(Operation::exchange, Scope::gpu) == "rmw relaxed");
  CHECK(found(Operation::fetch, Scope::cta) == "fetch relaxed");
  CHECK(found(Operation::reduce, Scope::gpu) == "reduce relaxed in device scope");
  CHECK(found(Operation::reduce, Scope::sys) == "fetch relaxed");
  CHECK(found(Operation::load, Scope::sys) == "nothing");
  CHECK_FALSE(find(table, {Operation::fetch, Order::relaxed, Order::relaxed, Width::bits8}));
}

TEST_CASE("tables: weaker templates", "[mappings]") {
  CHECK(weaker("lustig19", "load seq_cst") ==
        Lines{"ld.acquire.{scope} {destination}, [{address}]",
              "fence.acq_rel.{scope}; ld.acquire.{scope} {destination}, [{address}]",
              "fence.sc.{scope}; ld.relaxed.{scope} {destination}, [{address}]"});
  CHECK(weaker("lustig19", "rmw acq_rel") ==
        Lines{"atom.{op}.acquire.{scope} {destination}, [{address}], {value}",
              "atom.{op}.release.{scope} {destination}, [{address}], {value}"});
  CHECK(weaker("lustig19", "rmw relaxed").empty());
  CHECK(weaker("lustig19", "load relaxed") == Lines{"ld.weak {destination}, [{address}]"});
  CHECK(weaker("lustig19", "load non_atomic").empty());
  CHECK(weaker("lustig19", "fence acq_rel") ==
        Lines{"nothing", "fence.acquire.{scope}", "fence.release.{scope}"});
  CHECK(weaker("lustig19", "fence acquire") == Lines{"nothing"});
  CHECK(weaker("membar", "load relaxed").empty());
  // A jump over a dropped fence still leads behind the loop.
  for (const Template& code :
       weakenings(load_table("llvm-22"), id_of(load_table("llvm-22"), "rmw acq_rel, 8 bits"))) {
    CHECK(read_template(to_lines(code)) == code);
  }
}

TEST_CASE("tables: an entry is replaced and ids stay", "[mappings]") {
  const Table table = load_table("lustig19");
  const EntryId id = id_of(table, "cas (release, acquire)");
  const Template code =
      read_template({"atom.cas.release.{scope} {destination}, [{address}], {expected}, {value}"});
  const Table changed = with_entry(table, id, code);
  for (std::size_t i = 0; i < table.entries.size(); ++i) {
    CHECK((changed.entries[i].code == table.entries[i].code) == (i != id.index));
  }
  CHECK(changed.at(id).code == code);
}

TEST_CASE("tables: the broken ones differ from the published one where they say", "[mappings]") {
  const Table published = load_table("lustig19");
  std::vector<std::string> differences;
  for (const auto& path : broken_tables()) {
    const Table table = load_table(path.string());
    CHECK(table.name == path.stem());
    REQUIRE(table.entries.size() >= published.entries.size());
    std::string changed;
    for (std::size_t i = 0; i < table.entries.size(); ++i) {
      const bool is_new = i >= published.entries.size();
      if (is_new || table.entries[i].code != published.entries[i].code) {
        changed += (changed.empty() ? "" : "; ") + to_string(table.entries[i]);
      }
    }
    differences.push_back(changed);
    CHECK((table.scopes != published.scopes) == (table.name == "16-system-as-gpu"));
  }
  const std::string sc_cas =
      "cas (relaxed, seq_cst); cas (acquire, seq_cst); cas (release, seq_cst); "
      "cas (acq_rel, seq_cst); cas (seq_cst, relaxed); cas (seq_cst, acquire); "
      "cas (seq_cst, seq_cst)";
  const std::string acquire_cas =
      "cas (relaxed, acquire); cas (acquire, relaxed); cas (acquire, acquire); cas (release, "
      "relaxed)";
  CHECK(differences ==
        Lines{"load seq_cst", "store seq_cst", "rmw seq_cst", "fence seq_cst",
              "load seq_cst; store seq_cst; rmw seq_cst; " + sc_cas + "; fence seq_cst",
              "rmw acq_rel", "cas (release, acquire)", "cas (acquire, acquire)",
              "fence release; fence acq_rel", "rmw acquire; rmw release; " + acquire_cas,
              "load relaxed", "rmw relaxed; rmw acquire; rmw release; rmw acq_rel; rmw seq_cst",
              "rmw seq_cst", "rmw acq_rel", "load seq_cst", "", "load acquire; store release",
              "reduce relaxed; reduce release; reduce seq_cst"});
}

TEST_CASE("tables: all files follow the schema", "[mappings]") {
  std::vector<std::filesystem::path> paths = broken_tables();
  for (const std::string& name : built_in_tables()) {
    paths.emplace_back(root + "/mappings/" + name + ".json");
  }
  REQUIRE(paths.size() == 18 + built_in_tables().size());
  for (const auto& path : paths) {
    INFO(path);
    CHECK(testing::schema_fault(file(path), "mapping-table.schema.json").empty());
  }
  CHECK_FALSE(testing::schema_fault(with_group("{\"operation\": \"lad\", \"entries\": {}}"),
                                    "mapping-table.schema.json")
                  .empty());
}

TEST_CASE("tables: a table as a grid", "[mappings]") {
  const Table table = read_table(with_group(R"({"operation": "load", "entries": {
          "relaxed": ["ld.relaxed.{scope} {destination}, [{address}]"],
          "seq_cst": ["fence.sc.{scope}", "ld.acquire.{scope} {destination}, [{address}]"]}},
        {"operation": "fence", "source": "elsewhere", "entries": {
          "acquire": ["fence.acq_rel.{scope}"], "release": ["fence.acq_rel.{scope}"],
          "relaxed": []}})"),
                                 "t.json");
  CHECK(grid(table) ==
        "t: s\n"
        "  v; a\n"
        "  scopes: block is .cta, device is .gpu, system is .sys\n"
        "\n"
        "  load relaxed   ld.relaxed.{scope} {destination}, [{address}]  [1]\n"
        "  load seq_cst   fence.sc.{scope}                               [1]\n"
        "                 ld.acquire.{scope} {destination}, [{address}]\n"
        "  fence acquire  fence.acq_rel.{scope}                          [2]\n"
        "  fence release\n"
        "  fence relaxed  nothing                                        [2]\n"
        "\n"
        "  [1] o (v)\n"
        "  [2] elsewhere (v)\n");
}

}  // namespace opexplore::mappings
