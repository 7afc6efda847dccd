#include "opmodel/machines/ptx_async/reading.hpp"

#include <algorithm>

namespace opexplore::ptx_async {

namespace {

struct Switch {
  std::string_view text;
  void (*turn)(Reading&);
};

constexpr std::array<Switch, switches.size()> table{{
    {"none", [](Reading&) {}},
    {"place=path", [](Reading& reading) { reading.place = Place::path; }},
    {"place=thread", [](Reading& reading) { reading.place = Place::thread; }},
    {"place=cta", [](Reading& reading) { reading.place = Place::cta; }},
    {"place=source", [](Reading& reading) { reading.place = Place::source; }},
    {"domain=home", [](Reading& reading) { reading.domain = Domain::home; }},
    {"domain=cta", [](Reading& reading) { reading.domain = Domain::cta; }},
    {"domain=cluster", [](Reading& reading) { reading.domain = Domain::cluster; }},
    {"domain=any", [](Reading& reading) { reading.domain = Domain::any; }},
    {"cfence=full", [](Reading& reading) { reading.completion_fence = CompletionFence::full; }},
    {"cfence=writes", [](Reading& reading) { reading.completion_fence = CompletionFence::writes; }},
    {"cfence=none", [](Reading& reading) { reading.completion_fence = CompletionFence::none; }},
    {"cscope=any", [](Reading& reading) { reading.completes_for_any = true; }},
    {"cumul=yes", [](Reading& reading) { reading.completion_cumulates = true; }},
    {"wgissue=program", [](Reading& reading) { reading.matrix_in_program_order = true; }},
    {"uni=either", [](Reading& reading) { reading.one_half_suffices = true; }},
    {"tmacq=path", [](Reading& reading) { reading.tensormap_acquire = TensormapAcquire::path; }},
    {"tmacq=thread",
     [](Reading& reading) { reading.tensormap_acquire = TensormapAcquire::thread; }},
    {"sta=async", [](Reading& reading) { reading.stores_are_asynchronous = true; }},
    {"mbop=async", [](Reading& reading) { reading.mbarriers_are_asynchronous = true; }},
    {"pdl=no", [](Reading& reading) { reading.launch_synchronises = false; }},
    {"strongproxy=intent", [](Reading& reading) { reading.strong_proxies_meet = true; }},
    {"tcacq=no", [](Reading& reading) { reading.mbarriers_fence_tensors = false; }},
    {"tcacq=yes", [](Reading& reading) { reading.mbarriers_fence_tensors = true; }},
}};
static_assert(std::ranges::equal(table, switches, {}, &Switch::text));

// What one may rely on without believing anything: the mixed-proxy paper, older versions of the
// ISA, what programmers tell each other.
Reading strict() {
  Reading reading;
  reading.place = Place::cta;
  reading.domain = Domain::cta;
  reading.completion_fence = CompletionFence::writes;
  reading.tensormap_acquire = TensormapAcquire::thread;
  reading.mbarriers_are_asynchronous = true;
  reading.launch_synchronises = false;
  return reading;
}

// What libraries of kernels rely on.
Reading practice() {
  Reading reading;
  reading.domain = Domain::cluster;
  reading.completes_for_any = true;
  reading.one_half_suffices = true;
  reading.mbarriers_fence_tensors = true;
  return reading;
}

}  // namespace

Reading reading_of(const MachineOptions& options) {
  const std::string_view bundle = value_of(settings[0], options);
  Reading reading = bundle == "strict" ? strict() : bundle == "practice" ? practice() : Reading();
  for (const Switch& each : table) {
    if (has_value(settings[1], each.text, options)) each.turn(reading);
  }
  return reading;
}

}  // namespace opexplore::ptx_async
