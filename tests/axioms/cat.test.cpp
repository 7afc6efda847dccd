// The cat language: what is accepted means what it should, what is not says where and why.
#include <array>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

#include "axioms/base_names.hpp"
#include "axioms/cat_lexer.hpp"
#include "axioms/cat_syntax.hpp"
#include "tests/axioms/evaluated.hpp"
#include "tests/catch.hpp"
#include "tests/locations.hpp"

namespace opexplore::axioms {

namespace {

std::string repeated(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

struct Malformed {
  std::string_view text;
  std::string_view begins;    // of what()
  std::string_view contains;  // the suggestion
};

constexpr std::array malformed_syntax{
    Malformed{"let a = po\nlet b = (rf", "m.cat:2:12: expected `)` to close the bracket", "end of"},
    Malformed{"let = po", "m.cat:1:5: expected a name to define, found `=`", ""},
    Malformed{"let rec = po", "m.cat:1:9: expected a name to define", ""},
    Malformed{"let let = po", "m.cat:1:5: expected a name", "`let` is a word of the language"},
    Malformed{"let a po", "m.cat:1:9: expected `=` after `a`", "the end of the file"},
    Malformed{"acyclic", "m.cat:1:8: expected a set or a relation, found the end", ""},
    Malformed{"acyclic po |", "m.cat:1:13: expected a set or a relation", ""},
    Malformed{"acyclic po as 0", "m.cat:1:15: expected the name of the check", ""},
    Malformed{"flag ~empty po", "m.cat:1:15: a flag needs a name", "as NAME"},
    Malformed{"flag po as x", "m.cat:1:6: expected acyclic, irreflexive or empty", ""},
    Malformed{"procedure f()", "m.cat:1:1: expected a statement", "not supported"},
    Malformed{"with co from generate", "m.cat:1:1: expected a statement", "leave `with"},
    Malformed{"acylic po", "m.cat:1:1: expected a statement", "did you mean `acyclic`?"},
    Malformed{"acylic po\nacyclic rf", "m.cat:1:1: expected a statement", "`acyclic`"},
    Malformed{"PTX = po", "m.cat:1:1: expected a statement, found `PTX`", ""},
    Malformed{"let a = try po with rf", "m.cat:1:9: expected a set or a relation", "`try` is not"},
    Malformed{"cut a", "m.cat:1:1: expected a statement, found `cut`", ""},
    Malformed{"undefined_unless empty po", "m.cat:1:26: a flag needs a name", "as NAME"},
    Malformed{"let a = let b = po", "m.cat:1:19: expected `in` after the definition of `b`", "end"},
    Malformed{"let a = let b = po and c = po in b", "m.cat:1:20: expected `in`", "`and`"},
    Malformed{"let a = let rec b = po in b", "m.cat:1:13: `let rec … in` is not", "its own"},
    Malformed{"let a = let f(x) = x in f(po)", "m.cat:1:13: functions cannot be", "its own"},
    Malformed{"let a = po in a", "m.cat:1:12: a statement has no `in`", "into an expression"},
    Malformed{"let (a, b) = po", "m.cat:1:5: tuples cannot be defined", "each name"},
    Malformed{"let a = (po, rf)", "m.cat:1:12: tuples are not supported", ""},
    Malformed{"let a = {R, W}", "m.cat:1:10: sets cannot be listed", "`{}`"},
    Malformed{"let a = po ++ rf", "m.cat:1:12: expected a statement, found `++`", ""},
    Malformed{"let a = fun x -> x", "m.cat:1:9: expected a set", "let f(x)"},
    Malformed{"(* open (* twice *)", "m.cat:1:1: this comment has no end", "*)"},
    Malformed{"\"title\nlet", "m.cat:1:1: this text has no end", ""},
    Malformed{"let a = po $ rf", "m.cat:1:12: `$` is no part of the language", "operators are"},
    Malformed{"let é = po", "m.cat:1:5: `é` is no part", ""},
    Malformed{"(* é *) $", "m.cat:1:9: `$` is no part", ""},
    Malformed{"show po & rf\nacyclic po", "m.cat:2:1: what is shown needs a name", "as NAME"},
    Malformed{"show po as", "m.cat:1:11: expected the name to show", ""},
    Malformed{"unshow 0", "m.cat:1:8: expected a name that is shown, found `0`", ""},
    Malformed{"include po", "m.cat:1:9: expected the name of a file in quotes", ""},
    Malformed{"include \"none.cat\"", "m.cat:1:9: there is no file `none.cat`", "beside"},
    Malformed{"include \"lib/cos.cat\"", "m.cat:1:9: there is no file `lib/cos.cat`", "beside"},
    Malformed{"option coherence partial", "m.cat:1:18: expected `=`", ""},
};

constexpr std::array malformed_meaning{
    Malformed{"acyclic poo", "m.cat:1:9: nothing is called `poo`", "did you mean `po`?"},
    Malformed{"let a = Acq", "m.cat:1:9: nothing is called `Acq`", "did you mean `ACQ`?"},
    Malformed{"let a = a | po", "m.cat:1:9: nothing is called `a`", ""},
    Malformed{"let a = (let b = po in b) | b", "m.cat:1:29: nothing is called `b`", ""},
    Malformed{"let a = let b = b in b", "m.cat:1:17: nothing is called `b`", ""},
    Malformed{"let f(x) = let y = x in z", "m.cat:1:25: nothing is called `z`", ""},
    Malformed{"let f(x) = (let y = x in y) | y", "m.cat:1:31: nothing is called `y`", ""},
    Malformed{"acyclic let b = po in b(rf)", "m.cat:1:23: `b` is no function", "operator"},
    Malformed{"acyclic let b = R in po; b", "m.cat:1:26: expected a relation, found `b`", "[S]"},
    Malformed{"let f(x) = x; y\nacyclic po", "m.cat:1:15: nothing is called `y`", ""},
    Malformed{"acyclic W; po", "m.cat:1:9: expected a relation, found `W`, which is a set", "[S]"},
    Malformed{"acyclic [po]", "m.cat:1:10: expected a set, found `po`", "domain(r)"},
    Malformed{"let a = po * W", "m.cat:1:9: expected a set, found `po`", "range(r)"},
    Malformed{"let a = W & po", "m.cat:1:11: a set and a relation cannot be combined",
              "left: set, right: relation"},
    Malformed{"let a = W+", "m.cat:1:9: expected a relation", ""},
    Malformed{"acyclic R | W", "m.cat:1:11: expected a relation, found a set", ""},
    Malformed{"let f(x) = x\nacyclic f", "m.cat:2:9: `f` is a function", "f(…)"},
    Malformed{"let f(x) = x\nacyclic f(po, rf)", "m.cat:2:9: `f` takes 1 argument, found 2", ""},
    Malformed{"let f(x, y) = x\nacyclic f(po)", "m.cat:2:9: `f` takes 2 arguments, found 1", ""},
    Malformed{"acyclic po(rf)", "m.cat:1:9: `po` is no function", "operator"},
    Malformed{"acyclic po rf", "m.cat:1:9: `po` is no function", "operator"},
    Malformed{"let rec f(x) = x", "m.cat:1:9: the function `f` cannot be recursive", ""},
    Malformed{"let rec a = po \\ a", "m.cat:1:9: `a` has no least fixpoint", "under ~"},
    Malformed{"let rec a = ~b and b = po | a", "m.cat:1:9: `a` has no least fixpoint", ""},
    Malformed{"let rec a = W", "m.cat:1:13: expected a relation", ""},
    Malformed{"acyclic po-loc(rf)", "m.cat:1:9: `po-loc` is no function", "operator"},
    Malformed{"acyclic WW", "m.cat:1:9: `WW` is a function", "WW(…)"},
    Malformed{"acyclic WW(W)", "m.cat:1:9: in `WW`: a set and a relation", "[S]"},
    Malformed{"acyclic singlestep(W)", "m.cat:1:9: in `singlestep`: in `nodetour`: ", "[S]"},
    Malformed{"acyclic mfence", "m.cat:1:9: nothing is called `mfence`", "fencerel(F & SC)"},
    Malformed{"acyclic DMB.SY", "m.cat:1:9: nothing is called `DMB.SY`", "fences of processors"},
    Malformed{"acyclic A * A", "m.cat:1:9: nothing is called `A`", "let A = RMW"},
    Malformed{"acyclic MA(po)", "m.cat:1:9: nothing is called `MA`", "let MA(r)"},
    Malformed{"acyclic po_loc", "m.cat:1:9: nothing is called `po_loc`", "did you mean `po-loc`?"},
    Malformed{"option coherance = total", "m.cat:1:8: there is no option `coherance`",
              "did you mean `coherence`?"},
    Malformed{"option coherence = none", "m.cat:1:20: the option coherence cannot be `none`",
              "total or partial"},
    Malformed{"option coherence = partial\nacyclic ~co as big",
              "m.cat:2:1: with partial coherence no check may ask co to be large", "total"},
    Malformed{"option coherence = partial\n~empty co", "m.cat:2:1: with partial coherence", ""},
    Malformed{"option coherence = partial\nempty (rf \\ co) | po", "m.cat:2:1: with partial", ""},
};

void check_refused(const Malformed& row) {
  const std::string message = refusal(row.text);
  INFO(row.text << "\n" << message);
  CHECK(message.substr(0, row.begins.size()) == row.begins);
  CHECK(message.find(row.contains) != std::string::npos);
}

}  // namespace

TEST_CASE("axioms: malformed models are refused with their place", "[axioms]") {
  for (const Malformed& row : malformed_syntax) check_refused(row);
}

TEST_CASE("axioms: names and types are checked", "[axioms]") {
  for (const Malformed& row : malformed_meaning) check_refused(row);
}

TEST_CASE("axioms: no model can exhaust the stack", "[axioms]") {
  CHECK(refusal("let a = " + std::string(100'000, '(')).find("too deeply") != std::string::npos);
  CHECK(refusal("let a = " + std::string(100'000, '~')).find("too ") != std::string::npos);
  CHECK(refusal("let a = po" + std::string(100'000, '?')).find("too long") != std::string::npos);
  std::string sum = "let a = po";
  for (int i = 0; i < 50'000; ++i) sum += " | po";
  CHECK(refusal(sum).find("too long") != std::string::npos);
  // Functions that double with each call.
  std::string tower = "let f0(x) = x; x\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = "f" + std::to_string(i - 1);
    tower += "let f" + std::to_string(i) + "(x) = " + before + "(" + before + "(x) | rf)\n";
  }
  CHECK(refusal(tower + "acyclic f59(po)").find("too ") != std::string::npos);
  CHECK(refusal("let a =" + repeated(" f", 100'000)).find("too deeply") != std::string::npos);
  CHECK(refusal("let a =" + repeated(" let b = po in", 1000)).find("too deeply") !=
        std::string::npos);
  // Each call stands at the bottom of a deep expression.
  tower = "let f0(x) = x\n";
  for (int i = 1; i < 60; ++i) {
    tower += "let f" + std::to_string(i) + "(x) = f" + std::to_string(i - 1) + "(x)" +
             repeated("?", 1500) + "\n";
  }
  CHECK(refusal(tower + "acyclic f59(po)").find("too large") != std::string::npos);
  // The deepest formula that is accepted can also be planned and evaluated.
  std::string deep = "let s = R\n";
  const std::string nested = "let s = domain(fencerel(s))\n";
  for (int i = 0; i < 1900; ++i) deep += nested;
  CHECK(refusal(deep + "empty s") == "accepted");
  CHECK(refusal(deep + repeated(nested, 150)).find("too large") != std::string::npos);
}

TEST_CASE("axioms: no model takes long to be read", "[axioms]") {
  // Functions that double with each call, and so does nothing else.
  std::string doubled = "let f0(x) = x\n";
  std::string shared = "let a0 = po\n";
  for (int i = 1; i < 60; ++i) {
    const std::string before = std::to_string(i - 1);
    const std::string now = std::to_string(i);
    doubled += "let f" + now + "(x) = f" + before + "(x) | f" + before + "(x)\n";
    shared += "let a" + now + " = a" + before + " | a" + before + "\n";
  }
  CHECK(refusal(doubled + "acyclic f59(po)").find("too large") != std::string::npos);
  CHECK(refusal(shared + "empty rf \\ (co | a59)") == "accepted");
  // Long names and many of them.
  const std::string name(400'000, 'a');
  CHECK(refusal("let " + name + "b = po\nacyclic " + name).find("nothing is called") !=
        std::string::npos);
  CHECK(refusal(repeated("let a = po\n", 90'000)).find("too large") != std::string::npos);
  CHECK(refusal(repeated("let f(x) = po\n", 70'000)).find("too large") != std::string::npos);
  CHECK(refusal("let rec a = a" + repeated(" and a = a", 90'000)).find("too large") !=
        std::string::npos);
  CHECK(refusal(repeated("include \"sc\"\n", 70'000)).find("too many files") != std::string::npos);
}

TEST_CASE("axioms: operators bind as in herd", "[axioms]") {
  const auto same = [](const std::string& short_form, const std::string& long_form) {
    // Two models that are one formula have one check on one node.
    const Test test = short_test(
        "0,0: st.weak x, 1; ld.weak r0, y || 1,0: st.weak y, 1; "
        "ld.weak r0, x",
        "exists (0:r0=0 /\\ 1:r0=0)");
    const auto relation = [&](const std::string& text) {
      const auto report = evaluate(read_model("let it = " + text, "m.cat"), test);
      std::vector<NamedRelation> found;
      for (const auto& outcome : report.outcomes)
        found.push_back(outcome.witness->relations.back());
      std::vector<std::vector<std::pair<std::size_t, std::size_t>>> edges;
      for (const auto& entry : found) edges.push_back(entry.edges);
      return edges;
    };
    INFO(short_form << " is " << long_form);
    CHECK(relation(short_form) == relation(long_form));
  };
  same("let a = po in a; rf", "po; rf");
  same("let a = po in let b = a | rf in a; b", "po; (po | rf)");
  same("fr | (let po = rf in po) | po", "fr | rf | po");
  same("[let s = R in s | W]; po", "[M]; po");
  same("po | rf; fr", "po | (rf; fr)");
  same("po; rf & ext", "po; (rf & ext)");
  same("po \\ rf & loc", "po \\ (rf & loc)");
  same("fr; po \\ loc", "fr; (po \\ loc)");
  same("po & W * R", "po & (W * R)");
  same("po & ~loc", "po & (~loc)");
  same("fr^-1; po?", "(fr^-1); (po?)");
  same("po* ; rf", "(po^*) ; rf");
  same("(po | fr)+", "(po | fr)^+");
  same("fencerel W", "fencerel(W)");
  same("po \\ loc \\ ext", "(po \\ loc) \\ ext");
}

TEST_CASE("axioms: comments, titles and what is only for drawings", "[axioms]") {
  const CatFile file = parse_cat(
      "\"My model\" (* a (* nested *) comment *)\n"
      "show po, rf+ as steps\nunshow co // to the end of the line\n"
      "let a' = po-loc.x_1\nlet f x y = x\nlet g(x) = f(x, x) and h = po\n"
      "~acyclic po as cycle\nflag ~empty R \\ W as reads",
      "m.cat");
  CHECK(file.title == "My model");
  REQUIRE(file.statements.size() == 7);
  REQUIRE(file.statements[0].bindings.size() == 2);
  CHECK(file.statements[0].kind == CatStatement::Kind::show);
  CHECK(file.statements[0].bindings[0].name == "po");
  CHECK(file.statements[0].bindings[1].name == "steps");
  CHECK(file.statements[1].kind == CatStatement::Kind::unshow);
  CHECK(file.statements[1].bindings[0].name == "co");
  CHECK(file.statements[2].bindings[0].name == "a'");
  CHECK(file.statements[2].bindings[0].body.name == "po-loc.x_1");
  CHECK(file.statements[3].bindings[0].parameters == std::vector<std::string>{"x", "y"});
  CHECK(file.statements[4].bindings.size() == 2);
  CHECK(file.statements[5].negated);
  CHECK_FALSE(file.statements[5].flag);
  CHECK(file.statements[6].negated);
  CHECK(file.statements[6].flag);
  CHECK(file.statements[6].name == "reads");
}

TEST_CASE("axioms: files are included from beside, from directories and from the library",
          "[axioms]") {
  const std::filesystem::path folder =
      std::filesystem::temp_directory_path() / "opexplore-axioms-include";
  std::filesystem::remove_all(folder);
  std::filesystem::create_directories(folder / "more");
  const auto write = [&](const std::string& name, const std::string& text) {
    std::ofstream(folder / name) << text;
  };
  write("main.cat", "\"Main\"\ninclude \"beside.cat\"\ninclude \"far.cat\"\nacyclic near | far");
  write("beside.cat", "let near = po");
  write("more/far.cat", "let far = rf");
  write("self.cat", "include \"self.cat\"");
  write("wrong.cat", "include \"broken.cat\"");
  write("broken.cat", "let a =\n  nothing-such");
  write("mine.cat", "include \"sc.cat\"\nempty po as no-po");
  const std::string path = (folder / "main.cat").string();
  CHECK_THROWS_WITH(load_model(path), Catch::Contains("main.cat:3:9: there is no file `far.cat`"));
  CHECK(load_model(path, {folder / "more"}).title() == "Main");
  CHECK(load_model("main", {folder, folder / "more"}).origin() == path);
  CHECK_THROWS_WITH(load_model((folder / "self.cat").string()), Catch::Contains("includes itself"));
  // The place is in the file that has the mistake.
  CHECK_THROWS_WITH(load_model((folder / "wrong.cat").string()),
                    Catch::Contains("broken.cat:2:3: nothing is called `nothing-such`"));
  CHECK(load_model((folder / "mine.cat").string()).name() == (folder / "mine.cat").string());
  CHECK_THROWS_WITH(load_model((folder / "none.cat").string()), Catch::Contains("no such file"));
  std::filesystem::remove_all(folder);
}

TEST_CASE("axioms: decided pairs of a partial coherence may stand anywhere", "[axioms]") {
  const std::string coherence = "option coherence = partial\n";
  const std::string pairs = "let pairs = W * W & loc & ext \\ _ * IW\n";
  const std::string asks = "empty pairs \\ (co | co^-1)\n";
  const std::string use = "acyclic (po & loc) | rf | (rf^-1; (pairs \\ (pairs & co)^-1))\n";
  CHECK_NOTHROW(read_model(coherence + pairs + asks + use, "m.cat"));
  const auto refusal = Catch::Contains("with partial coherence no check may ask");
  CHECK_THROWS_WITH(read_model(coherence + pairs + use, "m.cat"), refusal);
  CHECK_THROWS_WITH(read_model(coherence + pairs + asks + "empty po \\ (co & po)", "m.cat"),
                    refusal);
  // Excused pairs, or one direction alone, decide nothing.
  CHECK_THROWS_WITH(
      read_model(coherence + pairs + "empty pairs \\ (co | co^-1 | po)\n" + use, "m.cat"), refusal);
  CHECK_THROWS_WITH(read_model(coherence + pairs + "empty pairs \\ co\n" + use, "m.cat"), refusal);
}

TEST_CASE("axioms: the built-in models are those of the folder", "[axioms]") {
  std::set<std::string> files, built_in;
  const auto folder = std::filesystem::path(testing::source_folder) / "axioms" / "models";
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.is_regular_file()) files.insert(entry.path().stem().string());
  }
  for (const BuiltInModel& model : built_in_models()) {
    built_in.insert(std::string(model.name));
    CHECK_FALSE(model.title.empty());
    CHECK(load_model(std::string(model.name)).origin() == "built in");
  }
  CHECK(files == built_in);
  CHECK(built_in.contains("ptx75"));
  CHECK_THROWS_WITH(load_model("ptx76"), Catch::Contains("did you mean `ptx75`?"));
}

TEST_CASE("axioms: the manual has a model that works and names everything", "[axioms][docs]") {
  std::ifstream file(std::filesystem::path(testing::source_folder) / "docs" / "axioms.md");
  const std::string manual{std::istreambuf_iterator<char>(file), {}};
  const std::size_t section = manual.find("## A model of your own");
  REQUIRE(section != std::string::npos);
  const std::size_t begin = manual.find("```\n", section) + 4;
  const std::string example = manual.substr(begin, manual.find("\n```", begin) - begin);
  const Model model = read_model(example, "mine.cat");
  const auto reaches = [&](const std::string& fence) {
    const Test test = short_test("0,0: st.weak x, 1; " + fence + "; st.weak y, 1 || 1,0: ld.weak " +
                                     "r0, y; " + fence + "; ld.weak r1, x",
                                 "exists (1:r0=1 /\\ 1:r1=0)");
    const AxiomaticReport report = evaluate(model, test);
    CHECK(report.flags.size() == 1);
    return condition_holds(test, report);
  };
  CHECK(reaches("fence.acq_rel.cta"));
  CHECK_FALSE(reaches("fence.acq_rel.gpu"));
  for (const BaseName& base : base_names()) {
    INFO(base.name);
    CHECK(manual.find("`" + std::string(base.name) + "`") != std::string::npos);
  }
  for (const BuiltInModel& built_in : built_in_models()) {
    CHECK(manual.find("`" + std::string(built_in.name) + "`") != std::string::npos);
  }
}

}  // namespace opexplore::axioms
