// The rules: how an execution grows by what a thread does, and by what runs on by itself. Each
// gives the execution with its events; whether the axioms allow it is asked afterwards
// (consistency.hpp). README.md lists them with their sources.
#pragma once

#include "opmodel/machines/ptx_async/growth.hpp"
#include "opmodel/rule_list.hpp"

namespace opexplore::ptx_async {

/// Which event of the execution, and which of the ways in which it may be done.
struct Choice {
  std::size_t event = 0;  ///< 0 of a new event of a thread
  std::size_t way = 0;
  static constexpr std::tuple fields{field("event", 7, &Choice::event),
                                     field("way", 9, &Choice::way)};
};

/// Which location.
struct OfLocation {
  LocationId location = 0;
  static constexpr std::tuple fields{field("location", 8, &OfLocation::location)};
};

/// Who does what.
struct Doing {
  const Context& context;
  const State& state;
  ThreadId thread = 0;
  const Standing& standing;  ///< of the thread
  EventId event = no_event;  ///< an event that is there and not done; none: the next instruction
  Way way = {};
};

// Accesses of threads. 8.2, 8.9.6: a read takes the value of a write or the initial one, a write
// its place among those that it has to be ordered with.
State read(const Doing& doing);
State write(const Doing& doing);
State update(const Doing& doing);
// 8.10.4: an access is made later: a read takes its value, a write gets it.
State postpone(const Doing& doing);
State late_read(const Doing& doing);
State late_update(const Doing& doing);
State late_write(const Doing& doing);

// Fences take their place in program order; fence.sc also in the order of these (8.9.3).
State thread_fence(const Doing& doing);
State sc_fence(const Doing& doing);
State cross_fence(const Doing& doing);
State half_fence(const Doing& doing);
State init_fence(const Doing& doing);
State restricted_fence(const Doing& doing);
State matrix_fence(const Doing& doing);
// 9.7.16.6.3: orders operations on tensor memory against synchronisation of any kind.
State tensor_fence(const Doing& doing);
// 9.7.15.5: reads, writes, and is the release half of a fence, in this order.
State copy_fenced(const Doing& doing);

// 9.7.15.1: comes to a barrier of its CTA.
State come_to_barrier(const Doing& doing);
// 9.7.15.3: arrives at the barrier of its cluster, and goes on when all have.
State cluster_arrive(const Doing& doing);
State cluster_wait(const Doing& doing);
// 9.7.15.14: lets the next grid start, and waits for all of those before.
State launch_dependents(const Doing& doing);
State grid_wait(const Doing& doing);

// 8.9.1.1: an operation comes behind what its thread did before, and then runs on by itself.
State issue(const Doing& doing);
State commit_group(const Doing& doing);
// 9.7.16.6.2: what the thread has issued on tensor memory arrives when it has completed.
State tensor_commit(const Doing& doing);
State wait_group(const Doing& doing);
State perform_descriptor(const Doing& doing);
State perform_read(const Doing& doing);
State perform_write(const Doing& doing);
State perform_reduction(const Doing& doing);
State perform_complete(const Doing& doing);

// 9.7.15.16: instructions on mbarriers.
State mbarrier_init(const Doing& doing);
State mbarrier_inval(const Doing& doing);
State mbarrier_expect(const Doing& doing);
State mbarrier_complete(const Doing& doing);
State mbarrier_arrive(const Doing& doing);
State mbarrier_await_copies(const Doing& doing);
State mbarrier_wait(const Doing& doing);
State mbarrier_time_out(const Doing& doing);

// 8.9.6: of the last writes of a location any may be the one that stays.
State keep_last(const Doing& doing);

// Where infinite runs are judged, and nowhere else. Lahav et al., OOPSLA 2021: no write stays
// unseen for ever; the thread reads nothing any more that comes before the last writes of the
// location.
State show_last(const Context& context, const State& state, ThreadId thread, LocationId location);
// A thread goes round a loop of arithmetic and branches alone.
State go_round(const Doing& doing);

/// The rules in the order of their numbers.
inline constexpr RuleList rule_list{
    rule<read, Choice>("read", "PTX ISA 8.9.6", "a load takes the value of a write"),
    rule<write, Choice>("write", "PTX ISA 8.9.6",
                        "a store takes its place among the writes that it is ordered with"),
    rule<update, Choice>("update", "PTX ISA 8.10.3", "an atomic reads, and writes behind that"),
    rule<postpone>("postpone", "PTX ISA 8.10.4",
                   "a read takes its value later; what needs the value is made later"),
    rule<late_read, Choice>("late_read", "PTX ISA 8.10.4",
                            "a postponed load takes the value of a write"),
    rule<late_update, Choice>("late_update", "PTX ISA 8.10.4",
                              "a postponed atomic reads and writes"),
    rule<late_write, Choice>("late_write", "PTX ISA 8.10.4",
                             "a store whose value has come takes its place; an exchange may write "
                             "before it reads"),
    rule<thread_fence>("thread_fence", "PTX ISA 8.8", "begins release and ends acquire patterns"),
    rule<sc_fence, Choice>("sc_fence", "PTX ISA 8.9.3", "takes its place in the order of fence.sc"),
    rule<cross_fence>("cross_fence", "PTX ISA 9.7.15.4",
                      "orders accesses by one proxy and by another"),
    rule<half_fence>("half_fence", "PTX ISA 9.7.15.4",
                     "one half of a fence between proxies: release or acquire"),
    rule<init_fence>("init_fence", "PTX ISA 9.7.15.4",
                     "publishes the mbarriers that its thread has initialised"),
    rule<restricted_fence>("restricted_fence", "PTX ISA 9.7.15.4",
                           "a fence for objects of one state space"),
    rule<matrix_fence>("matrix_fence", "PTX ISA 9.7.16.7",
                       "orders later wgmma.mma_async behind what was before"),
    rule<copy_fenced, Choice>("copy_fenced", "PTX ISA 9.7.15.5",
                              "copies a descriptor and releases it to its proxy"),
    rule<come_to_barrier>("come_to_barrier", "PTX ISA 9.7.15.1", "arrives at a barrier of its CTA"),
    rule<cluster_arrive>("cluster_arrive", "PTX ISA 9.7.15.3",
                         "arrives at the barrier of its cluster"),
    rule<cluster_wait>("cluster_wait", "PTX ISA 9.7.15.3",
                       "goes on when all threads of the cluster have arrived"),
    rule<launch_dependents>("launch_dependents", "PTX ISA 9.7.15.14",
                            "lets the dependent grid start"),
    rule<grid_wait>("grid_wait", "PTX ISA 9.7.15.14", "goes on when the grids before have ended"),
    rule<issue>("issue", "PTX ISA 8.9.1.1",
                "an asynchronous operation begins behind what was before it"),
    rule<commit_group>("commit_group", "PTX ISA 9.7.9.27", "closes a group of operations"),
    rule<wait_group>("wait_group", "PTX ISA 9.7.9.27",
                     "goes on when all but the newest groups have completed"),
    rule<perform_descriptor, Choice>("perform_descriptor", "PTX ISA 9.7.9.27",
                                     "an operation reads its descriptor"),
    rule<perform_read, Choice>("perform_read", "PTX ISA 9.7.9.25", "an operation reads its source"),
    rule<perform_write, Choice>("perform_write", "PTX ISA 9.7.9.25",
                                "an operation writes a destination"),
    rule<perform_reduction, Choice>("perform_reduction", "PTX ISA 9.7.9.26",
                                    "an operation combines its value with a destination"),
    rule<perform_complete, Choice>("perform_complete", "PTX ISA 9.7.9.25.4",
                                   "an operation counts as complete at its mbarrier"),
    rule<mbarrier_init>("mbarrier_init", "PTX ISA 9.7.15.16.12", "makes an mbarrier"),
    rule<mbarrier_inval>("mbarrier_inval", "PTX ISA 9.7.15.16.13", "ends an mbarrier"),
    rule<mbarrier_expect>("mbarrier_expect", "PTX ISA 9.7.15.16.14",
                          "its phase waits for so many bytes more"),
    rule<mbarrier_complete>("mbarrier_complete", "PTX ISA 9.7.15.16.15",
                            "counts bytes as completed"),
    rule<mbarrier_arrive>("mbarrier_arrive", "PTX ISA 9.7.15.16.16", "arrives at an mbarrier"),
    rule<mbarrier_await_copies>("mbarrier_await_copies", "PTX ISA 9.7.15.16.18",
                                "lets the copies of the thread arrive when they are done"),
    rule<mbarrier_wait>("mbarrier_wait", "PTX ISA 9.7.15.16.19",
                        "finds the phase complete, and learns what arrived"),
    rule<mbarrier_time_out>("mbarrier_time_out", "PTX ISA 9.7.15.16.19",
                            "finds the phase not complete"),
    rule<tensor_fence>("tensor_fence", "PTX ISA 9.7.16.6.3",
                       "orders operations on tensor memory and synchronisation"),
    rule<tensor_commit>("tensor_commit", "PTX ISA 9.7.16.6.2",
                        "lets the thread's operations on tensor memory arrive when they are done"),
    rule<keep_last, Choice>("keep_last", "PTX ISA 8.9.6",
                            "of the last writes of a location one is chosen to stay"),
    rule<show_last, OfLocation>(
        "show_last", "OOPSLA 2021",
        "a thread will not miss the last writes of a location: for infinite runs alone"),
    rule<go_round>("go_round", "PTX ISA 9.7.12",
                   "goes round a loop without accesses: for infinite runs alone"),
};

}  // namespace opexplore::ptx_async
