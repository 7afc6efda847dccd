#include "tests/random/asynchronous_programs.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "litmus/language/reader.hpp"
#include "tests/random/asynchronous_lines.hpp"

namespace opexplore::random_programs {

namespace {

class Idioms {
 public:
  explicit Idioms(Random& random) : draw_(random) {}

  void run() {
    const unsigned idioms = draw_.chance(60) ? 1 : 2;
    for (unsigned i = 0; i < idioms; ++i) {
      if (!draw_.initialised && i == 0) initialise_all();
      draw_.now = draw_.below(count());
      idiom();
    }
    for (unsigned more = draw_.below(3); more > 0; --more) insert_anything();
  }

  bool loops() const { return draw_.loops; }
  std::string text() const;

 private:
  unsigned count() const { return static_cast<unsigned>(draw_.threads.size()); }
  void add(std::string line) { draw_.thread().lines.push_back(std::move(line)); }

  // A line of an idiom, mostly; now and then somebody else goes on with it.
  template <class Line>
  void say(Line&& line) {
    if (draw_.chance(12)) return;
    if (draw_.chance(25)) hand_over();
    add(line());
  }
  template <class Line>
  void maybe(unsigned percent, Line&& line) {
    if (draw_.chance(percent)) say(line);
  }
  // Of all threads, or nearly all, for which that is true.
  template <class Among>
  void add_to_all(const std::string& line, Among&& among) {
    for (unsigned t = 0; t < count(); ++t) {
      if (among(t) && !draw_.chance(3)) draw_.threads[t].lines.push_back(line);
    }
  }
  void maybe_fence(unsigned percent) {
    maybe(percent, [&] { return draw_.chance(50) ? draw_.fence() : draw_.half_fence(); });
  }

  void idiom();
  void tile_in();
  void tile_out();
  void copies();
  void stores_apart();
  void descriptors();
  void phases();
  void matrices();
  void tensors();
  void messages();
  void initialise_all();

  void hand_over();
  unsigned barrier_of_two(unsigned one, unsigned other) const;
  void meet(unsigned to);
  void pass_flag(unsigned to);
  void pass_mbarrier(unsigned to);
  void launch(unsigned to);

  std::string anything();
  void insert_anything();
  std::string heading() const;

  AsynchronousLines draw_;
};

void Idioms::idiom() {
  constexpr std::array all{&Idioms::tile_in, &Idioms::tile_in,      &Idioms::tile_out,
                           &Idioms::copies,  &Idioms::stores_apart, &Idioms::descriptors,
                           &Idioms::phases,  &Idioms::matrices,     &Idioms::messages,
                           &Idioms::tensors, &Idioms::tensors};
  (this->*all[draw_.below(static_cast<unsigned>(all.size()))])();
}

void Idioms::tile_in() {
  maybe(40, [&] { return draw_.access_of(draw_.own("s")); });
  maybe(40, [&] { return draw_.proxy_fence(); });
  maybe(70, [&] { return draw_.arrive(true); });
  say([&] {
    return draw_.chance(75)   ? draw_.bulk_in()
           : draw_.chance(50) ? draw_.bulk_across()
                              : draw_.tensor_in();
  });
  say([&] { return draw_.wait(); });
  maybe(30, [&] { return draw_.fence(); });
  say([&] { return draw_.chance(80) ? draw_.access_of(draw_.own("s")) : draw_.matrix(); });
}

void Idioms::tile_out() {
  say([&] { return draw_.access_of(draw_.at("s", draw_.some_cta())); });
  maybe(70, [&] { return draw_.chance(75) ? draw_.proxy_fence() : draw_.half_fence(); });
  maybe(30, [&] { return draw_.half_fence(); });
  say([&] { return draw_.chance(80) ? draw_.bulk_out() : draw_.bulk_across(); });
  maybe(70, [&] { return std::string("cp.async.bulk.commit_group"); });
  maybe(70, [&] { return draw_.wait_of_bulk(); });
  say([&] { return draw_.access_of(draw_.chance(50) ? draw_.global() : draw_.own("s")); });
}

void Idioms::copies() {
  say([&] { return draw_.copy(); });
  maybe(50, [&] { return std::string("cp.async.commit_group"); });
  maybe(30, [&] { return draw_.copy(); });
  say([&] { return draw_.chance(50) ? draw_.copies_arrive() : draw_.wait_of_copies(); });
  maybe(50, [&] { return draw_.arrive(false); });
  maybe(60, [&] { return draw_.wait(); });
  say([&] { return draw_.access_of(draw_.own("s")); });
}

void Idioms::stores_apart() {
  maybe(60, [&] { return draw_.arrive(true); });
  maybe(40, [&] { return draw_.chance(50) ? draw_.access() : draw_.fence(); });
  say([&] { return draw_.store_apart(); });
  say([&] { return draw_.wait(); });
  maybe(30, [&] { return draw_.fence(); });
  say([&] { return draw_.access_of(draw_.at("s", draw_.some_cta())); });
}

void Idioms::descriptors() {
  say([&] { return draw_.new_descriptor(); });
  maybe(80, [&] { return draw_.tensormap_release(); });
  if (draw_.chance(80)) hand_over();
  maybe(80, [&] { return draw_.tensormap_acquire(); });
  say([&] { return draw_.chance(75) ? draw_.tensor_in() : draw_.tensor_out(); });
  maybe(40, [&] { return draw_.wait(); });
  maybe(40, [&] { return draw_.access_of(draw_.chance(50) ? draw_.own("s") : draw_.global()); });
}

void Idioms::phases() {
  for (int phase = 0; phase < 2; ++phase) {
    say([&] { return draw_.access(); });
    say([&] { return draw_.arrive(draw_.chance(15)); });
    say([&] { return draw_.wait(); });
  }
  say([&] { return draw_.access(); });
}

void Idioms::matrices() {
  say([&] { return draw_.access_of(draw_.own("s")); });
  maybe(50, [&] { return draw_.proxy_fence(); });
  maybe(70, [&] { return std::string("wgmma.fence.sync.aligned"); });
  say([&] { return draw_.matrix(); });
  maybe(60, [&] { return std::string("wgmma.commit_group.sync.aligned"); });
  maybe(60, [&] { return "wgmma.wait_group.sync.aligned " + draw_.pick({"0", "0", "1"}); });
  say([&] { return draw_.access_of(draw_.own("s")); });
}

void Idioms::tensors() {
  maybe(25, [&] { return draw_.access_of(draw_.own("s")); });
  maybe(25, [&] { return draw_.proxy_fence(); });
  say([&] { return draw_.tensor_operation(); });
  maybe(40, [&] { return draw_.tensor_operation(); });
  say([&] { return draw_.chance(60) ? draw_.tensor_commit() : draw_.tensor_wait(); });
  maybe(50, [&] { return draw_.tensor_before(); });
  if (draw_.chance(60)) hand_over();
  maybe(50, [&] { return draw_.wait(); });
  maybe(70, [&] { return draw_.tensor_after(); });
  say([&] { return draw_.chance(50) ? draw_.tensor_load() : draw_.tensor_operation(); });
}

void Idioms::messages() {
  say([&] { return draw_.access(); });
  maybe_fence(30);
  if (draw_.chance(90)) hand_over();
  maybe_fence(30);
  say([&] { return draw_.chance(80) ? draw_.access() : draw_.read_only(); });
  maybe(40, [&] { return draw_.access(); });
}

// The mbarriers of all CTAs; and that they are is told.
void Idioms::initialise_all() {
  for (unsigned t = 0; t < count(); ++t) {
    if (t != 0 && draw_.threads[t].cta != t) continue;
    draw_.now = t;
    add("mbarrier.init.shared::cta.b64 [" + draw_.own("b") + "], " + draw_.pick({"1", "1", "2"}));
    if (draw_.chance(40)) add("fence.mbarrier_init.release.cluster");
    if (draw_.chance(20)) add(draw_.proxy_fence());
  }
  draw_.now = 0;
  if (draw_.chance(85)) meet(1);
}

// ---- From thread to thread ----

// Goes on with another thread, which mostly learns of it.
void Idioms::hand_over() {
  const unsigned to = (draw_.now + 1 + draw_.below(count() - 1)) % count();
  const unsigned how = draw_.below(10);
  const bool near = draw_.same_cluster(draw_.now, to);
  const bool dependent = draw_.place(draw_.now).grid != draw_.place(to).grid;
  if (how == 0) {
    draw_.now = to;
  } else if (how < 4 && near) {
    meet(to);
  } else if (how < 6 && dependent) {
    launch(to);
  } else if (how < 7 && near) {
    pass_mbarrier(to);
  } else {
    pass_flag(to);
  }
}

// One to which neither has come yet.
unsigned Idioms::barrier_of_two(unsigned one, unsigned other) const {
  unsigned number = 1;
  const auto comes = [&](unsigned thread) {
    const std::string end = " " + std::to_string(number) + ", 2";
    return std::ranges::any_of(draw_.threads[thread].lines, [&](const std::string& line) {
      return line.starts_with("bar.") && line.ends_with(end);
    });
  };
  while (comes(one) || comes(other)) ++number;
  return number;
}

void Idioms::meet(unsigned to) {
  const unsigned from = draw_.now;
  draw_.now = to;
  if (draw_.threads[from].cta != draw_.threads[to].cta) {
    if (!draw_.same_cluster(from, to)) return;
    const std::string arrive =
        draw_.chance(75) ? "barrier.cluster.arrive" : "barrier.cluster.arrive.relaxed";
    return add_to_all(arrive + ";barrier.cluster.wait",
                      [&](unsigned t) { return draw_.same_cluster(t, from); });
  }
  if (draw_.chance(15)) {
    const std::string barrier = " " + std::to_string(barrier_of_two(from, to)) + ", 2";
    const std::string first = draw_.chance(50) ? "bar.arrive" : "bar.sync";
    draw_.threads[from].lines.push_back(first + barrier);
    return add("bar.sync" + barrier);
  }
  add_to_all("bar.sync 0",
             [&](unsigned t) { return draw_.threads[t].cta == draw_.threads[from].cta; });
}

void Idioms::pass_flag(unsigned to) {
  const bool releases = draw_.chance(80);
  const bool acquires = draw_.chance(80);
  add(draw_.write_flag(releases ? ".release" : ".relaxed"));
  draw_.now = to;
  add(draw_.read_flag(acquires ? ".acquire" : ".relaxed"));
}

void Idioms::pass_mbarrier(unsigned to) {
  add(draw_.arrive_at("e", draw_.threads[to].cta));
  draw_.now = to;
  add(draw_.wait_for(draw_.own("e")));
}

// The grids depend on each other as their numbers say.
void Idioms::launch(unsigned to) {
  const unsigned from = draw_.now;
  const bool forth = draw_.place(from).grid < draw_.place(to).grid;
  draw_.now = forth ? from : to;
  if (draw_.chance(50)) add(draw_.pick({"fence.acq_rel.gpu", "fence.release.gpu", "fence.sc.sys"}));
  if (draw_.chance(70)) add("griddepcontrol.launch_dependents");
  draw_.now = forth ? to : from;
  if (draw_.chance(60)) add("griddepcontrol.wait");
  draw_.now = to;
}

// ---- In between ----

std::string Idioms::anything() {
  if (draw_.tensors && draw_.chance(40)) return draw_.tensor_instruction();
  switch (draw_.below(20)) {
    case 0:
      return draw_.fence();
    case 1:
    case 2:
      return draw_.proxy_fence();
    case 3:
      return draw_.half_fence();
    case 4:
      return draw_.read_only();
    case 5:
      return draw_.other_proxy();
    case 6:
      return draw_.bulk_in();
    case 7:
      return draw_.bulk_out();
    case 8:
      return draw_.chance(50) ? draw_.bulk_across() : draw_.copy();
    case 9:
      return draw_.store_apart();
    case 10:
      return draw_.arrive(draw_.chance(50));
    case 11:
      return draw_.wait();
    case 12:
      return draw_.chance(50) ? draw_.move_bytes() : draw_.copies_arrive();
    case 13:
      return draw_.chance(50) ? draw_.wait_of_bulk() : draw_.wait_of_copies();
    case 14:
      return draw_.pick({"cp.async.bulk.commit_group", "wgmma.fence.sync.aligned"});
    case 15:
      return draw_.chance(50) ? draw_.invalidate() : draw_.initialise();
    case 16:
      return draw_.chance(50) ? draw_.new_descriptor() : draw_.tensormap_acquire();
    case 17:
      return draw_.pick({"griddepcontrol.launch_dependents", "griddepcontrol.wait"});
    default:
      return draw_.access();
  }
}

void Idioms::insert_anything() {
  draw_.now = draw_.below(count());
  std::string line = anything();
  std::vector<std::string>& lines = draw_.thread().lines;
  const unsigned place = draw_.below(static_cast<unsigned>(lines.size()) + 1);
  lines.insert(lines.begin() + place, std::move(line));
}

// ---- As text ----

std::string Idioms::heading() const {
  std::string text;
  for (unsigned t = 0; t < count(); ++t) {
    const DrawnCta& place = draw_.place(t);
    text += (t == 0 ? " P" : " | P") + std::to_string(t) + "@cta " +
            std::to_string(draw_.threads[t].cta) + ",cluster " + std::to_string(place.cluster) +
            ",grid " + std::to_string(place.grid) + ",gpu " + std::to_string(place.gpu);
  }
  return text + " ;\n";
}

std::string Idioms::text() const {
  std::string text = "PTX random\n{ x = 1; y = 0; s = 0; u = 7; f = 0; d @ tensormap = ";
  text += draw_.points ? "&x;" : "5;";
  text += draw_.initialised ? " b @ mbarrier 1;" : " b @ mbarrier;";
  text += " e @ mbarrier 1;";
  if (draw_.fenced_copy) text += draw_.points ? " t @ tensormap = &y;" : " t @ tensormap = 6;";
  if (draw_.tensors) text += " m @ tensor = 0; n @ tensor = 3;";
  if (draw_.aliased) text += " z @ generic aliases x;";
  if (draw_.bound_to_proxies) text += " xt @ texture aliases x; xc @ constant aliases x;";
  text += " }\n" + heading();
  std::vector<std::vector<std::string>> columns;
  for (const DrawnThread& thread : draw_.threads) columns.push_back(cells_of(thread.lines));
  text += thread_table(columns);
  return text + "s: shared, u: shared" + (draw_.fenced_copy ? ", t: shared;\n" : ";\n");
}

// All registers, and all locations of data.
void observe_all(Test& test) {
  const Program& program = test.program;
  for (std::size_t t = 0; t < program.threads.size(); ++t) {
    for (std::size_t r = 0; r < program.threads[t].registers.size(); ++r) {
      test.observables.emplace_back(
          RegisterTerm{static_cast<ThreadId>(t), static_cast<RegisterId>(r)});
    }
  }
  for (std::size_t a = 0; a < program.addresses.size(); ++a) {
    const Address& address = program.addresses[a];
    const Location& location = program.locations[address.location];
    const bool asked = location.object == ObjectKind::data || location.object == ObjectKind::tensor;
    if (asked && address.name == location.name) {
      test.observables.emplace_back(LocationTerm{static_cast<AddressId>(a)});
    }
  }
}

}  // namespace

Test random_asynchronous(std::uint64_t seed) {
  Random random(seed);
  Idioms idioms(random);
  idioms.run();
  const bool asks_endings = !idioms.loops() && random.chance(50);
  constexpr std::array endings{"undef \\/ deadlock", "undef", "deadlock"};
  const std::string question = asks_endings ? random.pick(endings) : "true";
  Test test =
      read(idioms.text() + "exists (" + question + ")\n", "asynchronous-" + std::to_string(seed));
  observe_all(test);
  return test;
}

}  // namespace opexplore::random_programs
