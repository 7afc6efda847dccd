#include "axioms/standard_names.hpp"

#include <algorithm>
#include <array>
#include <vector>

#include "axioms/cat_lexer.hpp"

namespace opexplore::axioms {

namespace {

// Relations first; a definition sees those above it.
constexpr std::string_view definitions = R"cat(
let emptyset = domain(0)
let fr = rf^-1; co
let po-loc = po & loc
let rfi = rf & int
let rfe = rf & ext
let coi = co & int
let coe = co & ext
let fri = fr & int
let fre = fr & ext
let ca = fr | co
let com = rf | ca
let invrf = rf^-1

(* Every access is one access: none is cut into parts. *)
let sm = id
(* All atomics are single instructions. *)
let amo = rmw
let lxsx = 0
let I = IW

let toid(s) = [s]
let noid(r) = r \ id
let imply(r, s) = ~r | s
let nodetour(r, s, t) = r \ (s; t)
let singlestep(r) = nodetour(r, r, r)
let ctrlcfence(fences) = ctrl & (_ * fences); po

let RR(r) = r & R * R
let RW(r) = r & R * W
let RM(r) = r & R * M
let WR(r) = r & W * R
let WW(r) = r & W * W
let WM(r) = r & W * M
let MR(r) = r & M * R
let MW(r) = r & M * W
let MM(r) = r & M * M
)cat";

constexpr std::array<std::string_view, 14> files{
    "stdlib.cat",        "basic.cat",     "cos.cat",       "cos-opt.cat",   "cos-no-opt.cat",
    "cos-ok-opt.cat",    "cross.cat",     "filters.cat",   "fences.cat",    "x86fences.cat",
    "aarch64fences.cat", "armfences.cat", "ppcfences.cat", "mipsfences.cat"};

// Words of herd and Dartagnan that the parser refuses.
constexpr std::array<std::string_view, 9> beyond{"procedure", "call", "with",   "match", "if",
                                                 "try",       "cut",  "forall", "fun"};

struct Foreign {
  std::string_view begins;
  std::string_view advice;
};

constexpr std::string_view atomics =
    "herd's A and X depend on the architecture: let A = RMW gives the locked instructions of x86, "
    "let A = M \\ WEAK the atomics of C11";
constexpr std::string_view of_atomics =
    "it needs herd's A, which depends on the architecture: let A = RMW gives the locked "
    "instructions of x86; then for instance let MA(r) = r & M * A";
constexpr std::string_view fences =
    "there are no fences of processors here; say what takes their place in front of what needs "
    "them, as let mfence = fencerel(F & SC)";

constexpr std::array whole_names{
    Foreign{"A", atomics},
    Foreign{"X", atomics},
    Foreign{"P", of_atomics},
    Foreign{"AA", of_atomics},
    Foreign{"AM", of_atomics},
    Foreign{"MA", of_atomics},
    Foreign{"AP", of_atomics},
    Foreign{"PA", of_atomics},
    Foreign{"PP", of_atomics},
    Foreign{"co0", "co is enumerated; what computes it can be left out"},
    Foreign{"FW", "a final write is no event; it is a write that no co leaves"},
    Foreign{"si", "let si = id | rmw | rmw^-1 gives the events of one instruction"},
    Foreign{"sync", fences},
    Foreign{"lwsync", fences},
    Foreign{"eieio", fences},
    Foreign{"isync", fences},
    Foreign{"isb", fences},
    Foreign{"ISB", fences},
};
constexpr std::array first_parts{Foreign{"mfence", fences}, Foreign{"MFENCE", fences},
                                 Foreign{"lfence", fences}, Foreign{"LFENCE", fences},
                                 Foreign{"sfence", fences}, Foreign{"SFENCE", fences},
                                 Foreign{"dmb", fences},    Foreign{"DMB", fences},
                                 Foreign{"dsb", fences},    Foreign{"DSB", fences}};

}  // namespace

std::string_view standard_definitions() { return definitions; }

bool is_standard_file(std::string_view name) {
  return std::ranges::find(files, name) != files.end();
}

bool needs_more_than_cat(std::string_view text, const std::string& path) {
  try {
    return std::ranges::any_of(cat_tokens(text, path), [](const Token& token) {
      return token.kind == Token::Kind::keyword &&
             std::ranges::find(beyond, token.spelling) != beyond.end();
    });
  } catch (const CatError&) {
    return false;  // reading it says what is wrong
  }
}

std::string foreign_name_advice(std::string_view name) {
  for (const Foreign& foreign : whole_names) {
    if (name == foreign.begins) return std::string(foreign.advice);
  }
  for (const Foreign& foreign : first_parts) {
    if (name.starts_with(foreign.begins)) return std::string(foreign.advice);
  }
  return "";
}

}  // namespace opexplore::axioms
