// Models written for herd or Dartagnan: what their standard libraries define is there, and the
// files of these libraries can be included.
#include <filesystem>
#include <fstream>
#include <iterator>
#include <set>
#include <string>
#include <vector>

#include "axioms/base_names.hpp"
#include "axioms/cat_syntax.hpp"
#include "axioms/compiled_model.hpp"
#include "axioms/standard_names.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::axioms {

namespace {

namespace fs = std::filesystem;

// Two writers of x, one of which reads back, and an atomic.
Test communicating() {
  return short_test(
      "0,0: st.weak x, 1; ld.weak r0, x; st.weak x, 2; atom.relaxed.gpu.add r1, y, 1 || "
      "1,0: st.weak x, 3; ld.weak r0, x; st.weak y, 5",
      "exists (0:r0=3 /\\ 1:r0=2)");
}

// The relation in every outcome's execution.
std::vector<Edges> values(const std::string& expression) {
  std::vector<Edges> result;
  const std::string text = "show " + expression + " as it\nacyclic po | rf | co | rf^-1; co";
  for (const AxiomaticOutcome& outcome :
       evaluate(read_model(text, "m.cat"), communicating()).outcomes) {
    for (const NamedRelation& relation : outcome.witness->relations) {
      if (relation.name == "it") result.push_back(relation.edges);
    }
  }
  return result;
}

void check_same(const std::string& predefined, const std::string& meaning) {
  INFO(predefined << " is " << meaning);
  const std::vector<Edges> found = values(predefined);
  CHECK(found.size() >= 5);
  CHECK(found == values(meaning));
}

// A folder with files, gone at the end.
class Folder {
 public:
  explicit Folder(const std::string& name) : path_(fs::temp_directory_path() / name) {
    fs::remove_all(path_);
    fs::create_directories(path_);
  }
  ~Folder() { fs::remove_all(path_); }
  Folder(const Folder&) = delete;
  Folder& operator=(const Folder&) = delete;

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(path_ / name) << text;
    return (path_ / name).string();
  }

 private:
  fs::path path_;
};

Test store_buffering(const std::string& fence) {
  return short_test("0,0: st.relaxed.gpu x, 1; " + fence + "ld.relaxed.gpu r0, y || " +
                        "1,0: st.relaxed.gpu y, 1; " + fence + "ld.relaxed.gpu r0, x",
                    "exists (0:r0=0 /\\ 1:r0=0)");
}

bool file_allows(const std::string& path, const Test& test) {
  return condition_holds(test, evaluate(load_model(path), test));
}

}  // namespace

TEST_CASE("axioms: the names of the standard libraries mean what they mean there", "[axioms]") {
  check_same("po-loc", "po & loc");
  check_same("fr", "rf^-1; co");
  check_same("rfi", "rf & int");
  check_same("rfe", "rf & ext");
  check_same("coi", "co & int");
  check_same("coe", "co & ext");
  check_same("fri", "(rf^-1; co) & int");
  check_same("fre", "(rf^-1; co) & ext");
  check_same("ca", "(rf^-1; co) | co");
  check_same("com", "rf | co | (rf^-1; co)");
  check_same("invrf", "rf^-1");
  check_same("co; sm", "co");
  check_same("amo", "rmw");
  check_same("po | lxsx", "po");
  check_same("[I]; co", "[IW]; co");
  check_same("[M \\ emptyset]", "[M]");
  check_same("toid(W)", "[W]");
  check_same("noid(po?)", "po");
  check_same("imply(rf, co)", "~rf | co");
  check_same("singlestep(po)", "po \\ (po; po)");
  check_same("nodetour(po, po, rmw)", "po \\ (po; rmw)");
  check_same("ctrlcfence(F)", "(ctrl & (_ * F)); po");
  check_same("WW(po) | WR(po) | WM(po) | MW(po) | MR(po)", "po & (W * M | M * W | M * R)");
  check_same("RR(po) | RW(po)", "po & (R * M)");
  check_same("RM(po)", "[R]; po; [M]");
  check_same("MM(po)", "[M]; po; [M]");
}

TEST_CASE("axioms: a model can define what the standard libraries define", "[axioms]") {
  const Test sb = store_buffering("");
  CHECK_FALSE(allows("acyclic po | com", sb));
  CHECK(allows("let com = rf\nacyclic po | com", sb));
  CHECK(allows("let f(r) = r | com\nlet com = rf\nacyclic com | rmw", sb));
  CHECK_FALSE(allows("let f(r) = r | com\nlet com = rf\nacyclic f(po)", sb));
  // What they define is made of what was there before the model.
  CHECK_FALSE(allows("let fr = 0\nlet rfe = 0\nacyclic po | com", sb));
  CHECK(allows("let fre = 0\nacyclic po | rf | co | fre | fri", sb));
  CHECK(allows("acyclic let com = rf in po | com", sb));
}

TEST_CASE("axioms: standard names that nobody uses cost nothing", "[axioms]") {
  std::set<Base> bases;
  for (const BaseName& base : base_names()) bases.insert(base.base);
  CHECK(read_model("acyclic po", "m.cat").compiled().formula.size() == bases.size());
  const Test sb = store_buffering("");
  const auto relations = [&](const std::string& text) {
    std::set<std::string> result;
    const AxiomaticReport report = evaluate(read_model(text, "m.cat"), sb);
    for (const NamedRelation& relation : report.outcomes.at(0).witness->relations) {
      result.insert(relation.name);
    }
    return result;
  };
  const std::set<std::string> base = relations("acyclic po");
  CHECK(base.contains("fr"));
  CHECK_FALSE(base.contains("po-loc"));
  CHECK(relations("acyclic po-loc | com") == base);
  CHECK(relations("let po-loc = po & loc\nacyclic po-loc").contains("po-loc"));
  CHECK(relations("show po-loc").contains("po-loc"));
}

TEST_CASE("axioms: titles as in herd's files", "[axioms]") {
  const auto title = [](const std::string& text) { return parse_cat(text, "m.cat").title; };
  CHECK(title("SC\nacyclic po") == "SC");
  CHECK(title("(* first *)\nMIPS-TSO (* a comment *)\n\nacyclic po") == "MIPS-TSO");
  CHECK(title("X86 TSO\ninclude \"cos.cat\"") == "X86 TSO");
  CHECK(title("RISCV \"By part\"\nacyclic po") == "By part");
  CHECK(title("RISCV\n\"By part\"\nacyclic po") == "By part");
  CHECK(title("\"Old\" withoutco\nacyclic po") == "Old");
  CHECK(title("PTX") == "PTX");
  CHECK(title("acyclic po").empty());
  CHECK(parse_cat("X86 TSO # words\nacyclic po #\nempty rf", "m.cat").statements.size() == 2);
}

TEST_CASE("axioms: undefined_unless is a flag", "[axioms]") {
  const Test sb = store_buffering("");
  const auto flags = [&](const std::string& text) {
    const AxiomaticReport report = evaluate(read_model(text, "m.cat"), sb);
    CHECK(report.outcomes.size() == 4);
    return report.flags.size();
  };
  CHECK(flags("undefined_unless empty rf as reads") == 1);
  CHECK(flags("undefined_unless empty rmw as atomics") == 0);
  CHECK(flags("undefined_unless ~empty rf as reads") == 0);
}

TEST_CASE("axioms: files of the standard libraries need not be there", "[axioms]") {
  const Folder folder("opexplore-axioms-standard");
  const std::string model =
      "SC\ninclude \"stdlib.cat\"\ninclude \"cos.cat\"\ninclude \"fences.cat\"\n"
      "empty rmw & (fre; coe) as atom\nacyclic po | com as sc";
  const std::string path = folder.write("mine.cat", model);
  CHECK_FALSE(file_allows(path, store_buffering("")));
  CHECK(load_model(path).title() == "SC");
  CHECK(load_model(path).compiled().checks.size() == 2);
  CHECK_THROWS_WITH(
      read_model("include \"riscv-defs.cat\"", "m.cat"),
      Catch::Contains("m.cat:1:9: there is no file") && Catch::Contains("standard library"));
}

TEST_CASE("axioms: files of the standard libraries that are there are read if they can be",
          "[axioms]") {
  const Folder folder("opexplore-axioms-library");
  const std::string path = folder.write("mine.cat", "include \"fences.cat\"\nacyclic mine");
  // One's own, by the same name.
  folder.write("fences.cat", "let mine = po | com");
  CHECK_FALSE(file_allows(path, store_buffering("")));
  folder.write("fences.cat", "let mine = po |");
  CHECK_THROWS_WITH(load_model(path), Catch::Contains("fences.cat:1:16: expected a set"));
  // Herd's needs more of its language, itself or in what it includes.
  folder.write("fences.cat", "let mine = try po with rf");
  CHECK_THROWS_WITH(load_model(path), Catch::Contains("nothing is called `mine`"));
  folder.write("fences.cat", "include \"x86fences.cat\"\nlet mine = none-such");
  folder.write("x86fences.cat", "include \"fences.cat\"\nlet mfence = try F with 0");
  CHECK_THROWS_WITH(load_model(path), Catch::Contains("mine.cat:2:9: nothing is called `mine`"));
  folder.write("mine.cat", "include \"fences.cat\"\nacyclic po | com");
  CHECK_FALSE(file_allows(path, store_buffering("")));
  // Such a file is no model, and others are not left out.
  CHECK_THROWS_WITH(load_model(folder.write("cos.cat", "if \"a\" end")), Catch::Contains("`if`"));
  folder.write("own.cat", "let mine = try po with rf");
  folder.write("mine.cat", "include \"own.cat\"");
  CHECK_THROWS_WITH(load_model(path), Catch::Contains("own.cat:1:12: expected a set"));
}

TEST_CASE("axioms: a model says in front of an include what the file lacks", "[axioms]") {
  const Folder folder("opexplore-axioms-wrapper");
  folder.write("processor.cat",
               "X86\ninclude \"x86fences.cat\"\ninclude \"cos.cat\"\n"
               "acyclic RM(po) | WW(po) | mfence | rfe | ca as tso");
  const std::string path =
      folder.write("wrapper.cat", "let mfence = fencerel(F & SC)\ninclude \"processor.cat\"");
  CHECK(file_allows(path, store_buffering("")));
  CHECK(file_allows(path, store_buffering("fence.acq_rel.gpu; ")));
  CHECK_FALSE(file_allows(path, store_buffering("fence.sc.gpu; ")));
}

TEST_CASE("axioms: options in front of an include hold for the file", "[axioms]") {
  // A model for partial coherence as Dartagnan has it: the order is closed and asked for.
  const Folder folder("opexplore-axioms-partial");
  const std::string plain = folder.write("partial.cat",
                                         "PTX\nlet co = co+\nlet fr = rf^-1; co\n"
                                         "empty ([W]; po-loc; [W]) \\ co as ordered\n"
                                         "empty ([W & RLX]; sr & loc; [W & RLX]) \\ "
                                         "(co | co^-1 | id) as strong\n"
                                         "irreflexive fr; po-loc as read-back");
  const std::string wrapper = folder.write(
      "wrapper.cat",
      "option coherence = partial option failed-cas = writes option barriers = instances\n"
      "include \"partial.cat\"");
  const CompiledModel compiled = load_model(wrapper).compiled();
  CHECK(compiled.partial_coherence);
  CHECK(compiled.failed_cas_writes);
  CHECK(compiled.barriers == BarrierReading::instances);
  CHECK(compiled.demands.size() == 2);
  CHECK_FALSE(load_model(plain).compiled().partial_coherence);
  // Writes that race stay without an order: each of two threads reads the other's write.
  const auto exchange = [](const std::string& store) {
    return short_test("0,0: " + store + " x, 1; ld.weak r0, x; ld.weak r1, x || 1,0: " + store +
                          " x, 2; ld.weak r0, x; ld.weak r1, x",
                      "exists (0:r0=2 /\\ 0:r1=1 /\\ 1:r0=1 /\\ 1:r1=2)");
  };
  CHECK(file_allows(wrapper, exchange("st.weak")));
  CHECK_FALSE(file_allows(plain, exchange("st.weak")));
  CHECK_FALSE(file_allows(wrapper, exchange("st.relaxed.gpu")));
}

TEST_CASE("axioms: the manual names what is predefined", "[axioms][docs]") {
  std::ifstream file(fs::path(testing::source_folder) / "docs" / "axioms.md");
  const std::string manual{std::istreambuf_iterator<char>(file), {}};
  const CatFile library = parse_cat(standard_definitions(), std::string(standard_path));
  CHECK(library.statements.size() > 20);
  for (const CatStatement& statement : library.statements) {
    const CatBinding& binding = statement.bindings.at(0);
    INFO(binding.name);
    const std::string shown = binding.name + (binding.parameters.empty() ? "`" : "(");
    CHECK(manual.find("`" + shown) != std::string::npos);
  }
}

}  // namespace opexplore::axioms
