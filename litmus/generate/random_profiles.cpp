#include <array>

#include "litmus/generate/random_program.hpp"

namespace opexplore::random_programs {

namespace {

Profile basic() {
  Profile profile;
  profile.name = "basic";
  return profile;
}

Profile three_threads() {
  Profile profile;
  profile.name = "three-threads";
  profile.least_threads = profile.most_threads = 3;
  profile.least_instructions = 5;
  profile.most_instructions = 9;
  return profile;
}

Profile load_buffering() {
  Profile profile;
  profile.name = "load-buffering";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 9;
  profile.most_locations = 3;
  profile.strong = 50;
  profile.synchronising = 15;
  profile.data = 50;
  profile.fence = 4;
  profile.atomic = 6;
  profile.arithmetic = 8;
  profile.branch = 5;
  profile.loads_first = true;
  return profile;
}

Profile sc_fences() {
  Profile profile;
  profile.name = "sc-fences";
  profile.least_threads = 3;
  profile.most_threads = 4;
  profile.least_instructions = 7;
  profile.most_instructions = 11;
  profile.fence = 40;
  profile.sc = 85;
  profile.strong = 50;
  profile.synchronising = 20;
  profile.atomic = 3;
  profile.arithmetic = profile.branch = 0;
  return profile;
}

Profile aliases_and_proxies() {
  Profile profile;
  profile.name = "proxies";
  profile.least_threads = 1;
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 9;
  profile.aliases = 40;
  profile.proxies = 70;
  profile.same_cta = 65;
  profile.proxy_fence = 30;
  profile.fence = 8;
  profile.atomic = 5;
  profile.branch = 1;
  profile.barrier = 5;
  profile.synchronising = 60;
  return profile;
}

Profile aliases() {
  Profile profile;
  profile.name = "aliases";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 8;
  profile.aliases = 80;
  profile.proxy_fence = 15;
  profile.synchronising = 60;
  return profile;
}

Profile one_location() {
  Profile profile;
  profile.name = "one-location";
  profile.most_threads = 3;
  profile.least_instructions = 5;
  profile.most_instructions = 8;
  profile.most_locations = 1;
  profile.strong = 70;
  profile.synchronising = 10;
  profile.gpu_scope = 40;
  profile.fence = 4;
  profile.data = 10;
  profile.branch = 1;
  return profile;
}

Profile atomics() {
  Profile profile;
  profile.name = "atomics";
  profile.most_threads = 3;
  profile.least_instructions = 3;
  profile.most_instructions = 7;
  profile.atomic = 45;
  profile.load = profile.store = 15;
  return profile;
}

Profile barriers() {
  Profile profile;
  profile.name = "barriers";
  profile.most_threads = 3;
  profile.least_instructions = 3;
  profile.most_instructions = 10;
  profile.same_cta = 80;
  profile.barrier = 25;
  profile.members = 20;
  profile.strong = 40;
  profile.fence = 5;
  profile.branch = 2;
  return profile;
}

Profile divergent() {
  Profile profile;
  profile.name = "divergent";
  profile.most_threads = 3;
  profile.least_instructions = 2;
  profile.most_instructions = 6;
  profile.same_cta = 90;
  profile.barrier = 25;
  profile.members = 10;
  profile.left_out = true;
  profile.guarded = 20;
  profile.spinning = 30;
  profile.strong = 80;
  profile.fence = 3;
  profile.atomic = 5;
  profile.branch = 3;
  return profile;
}

Profile everything() {
  Profile profile;
  profile.name = "everything";
  profile.least_threads = 2;
  profile.most_threads = 4;
  profile.least_instructions = 5;
  profile.most_instructions = 10;
  profile.most_locations = 3;
  profile.aliases = profile.proxies = 25;
  profile.barrier = 4;
  profile.proxy_fence = 6;
  profile.atomic = 12;
  return profile;
}

Profile thesis() {
  Profile profile;
  profile.name = "thesis";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 9;
  profile.strong = 30;
  profile.synchronising = 10;
  profile.sc = 90;
  profile.shared = 30;
  profile.same_warp = 30;
  profile.annotated = 80;
  profile.pointers = 60;
  profile.dependent = 40;
  profile.typed = 70;
  profile.setp = 80;
  profile.arithmetic = 8;
  profile.branch = 6;
  return profile;
}

// What the machines from before the PTX memory model look at. A program has as many instructions
// as are asked for, without any that only prepare others.
Profile caches() {
  Profile profile;
  profile.name = "caches";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 9;
  profile.strong = 20;
  profile.synchronising = 0;
  profile.sc = 90;
  profile.fence = 20;
  profile.shared = 40;
  profile.same_warp = 30;
  profile.annotated = 80;
  profile.branch = 1;
  return profile;
}

// A register that is loaded again loses what it had: the load before it may be a dead one.
Profile overwritten() {
  Profile profile;
  profile.name = "overwritten";
  profile.most_threads = 3;
  profile.least_instructions = 5;
  profile.most_instructions = 9;
  profile.reused = 60;
  profile.load = 45;
  profile.strong = 75;
  profile.synchronising = 50;
  return profile;
}

Profile quorums() {
  Profile profile;
  profile.name = "quorums";
  profile.least_threads = 3;
  profile.most_threads = 4;
  profile.least_instructions = 7;
  profile.most_instructions = 11;
  profile.same_cta = 90;
  profile.barrier = 35;
  profile.quorum = 60;
  profile.strong = 30;
  profile.fence = 2;
  profile.atomic = 4;
  profile.branch = 0;
  return profile;
}

// What a relaxed load has observed is known only behind the fence, which may be long after the last
// access to that location.
Profile late_fences() {
  Profile profile;
  profile.name = "late-fences";
  profile.most_threads = 3;
  profile.least_instructions = 6;
  profile.most_instructions = 10;
  profile.most_locations = 3;
  profile.same_cta = 25;
  profile.strong = 85;
  profile.synchronising = 10;
  profile.fence = 25;
  profile.sc = 25;
  profile.data = 10;
  profile.atomic = 3;
  profile.arithmetic = profile.branch = 0;
  return profile;
}

Profile release_buffering() {
  Profile profile;
  profile.name = "release-buffering";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 8;
  profile.most_locations = 3;
  profile.strong = 85;
  profile.synchronising = 60;
  profile.data = 10;
  profile.fence = 3;
  profile.atomic = 3;
  profile.loads_first = true;
  return profile;
}

// Read-modify-writes that other CTAs see, and weak stores that are morally strong with nobody
// there.
Profile weak_after_atomics() {
  Profile profile;
  profile.name = "weak-after-atomics";
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 8;
  profile.same_cta = 10;
  profile.atomic = 40;
  profile.load = 15;
  profile.strong = 20;
  profile.data = 60;
  profile.fence = 4;
  return profile;
}

Profile mixed_fences() {
  Profile profile = sc_fences();
  profile.name = "mixed-fences";
  profile.gpu_scope = 34;
  profile.second_gpu = 20;
  return profile;
}

Profile barrier_loops() {
  Profile profile;
  profile.name = "barrier-loops";
  profile.most_threads = 3;
  profile.least_instructions = 3;
  profile.most_instructions = 5;
  profile.same_cta = 90;
  profile.barrier = 40;
  profile.repeated = 80;
  profile.identical = 50;
  profile.strong = 40;
  profile.fence = 3;
  profile.atomic = 5;
  profile.branch = 0;
  return profile;
}

Profile identical_threads() {
  Profile profile;
  profile.name = "identical";
  profile.least_threads = 2;
  profile.most_threads = 3;
  profile.least_instructions = 4;
  profile.most_instructions = 7;
  profile.same_cta = 5;
  profile.identical = 85;
  profile.atomic = 25;
  return profile;
}

// Addresses that are known only when the program runs. Each such access becomes several, and
// faults of them end threads.
Profile pointers() {
  Profile profile;
  profile.name = "pointers";
  profile.least_instructions = 4;
  profile.most_instructions = 8;
  profile.aliases = 15;
  profile.pointers = 70;
  profile.several = 70;
  profile.reused = 15;
  return profile;
}

}  // namespace

Profile readable() {
  Profile profile = everything();
  profile.name = "readable";
  profile.least_threads = 1;
  profile.most_threads = 5;
  profile.least_instructions = 2;
  profile.most_instructions = 24;
  profile.second_gpu = 25;
  profile.shared = profile.same_warp = profile.pointers = profile.dependent = 30;
  profile.annotated = profile.typed = profile.setp = 50;
  profile.arithmetic = profile.branch = 20;
  profile.everything_readable = true;
  return profile;
}

std::span<const Profile> profiles() {
  static const std::array all{basic(),
                              three_threads(),
                              load_buffering(),
                              sc_fences(),
                              aliases_and_proxies(),
                              aliases(),
                              one_location(),
                              atomics(),
                              barriers(),
                              everything(),
                              thesis(),
                              caches(),
                              overwritten(),
                              quorums(),
                              late_fences(),
                              release_buffering(),
                              weak_after_atomics(),
                              mixed_fences(),
                              barrier_loops(),
                              identical_threads(),
                              pointers(),
                              divergent()};
  return all;
}

const Profile* find_profile(std::string_view name) {
  for (const Profile& profile : profiles()) {
    if (profile.name == name) return &profile;
  }
  return nullptr;
}

}  // namespace opexplore::random_programs
