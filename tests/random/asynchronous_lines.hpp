// Instructions of PTX 8 and 9 as text, drawn for a thread of a random program.
#pragma once

#include <initializer_list>
#include <string>
#include <vector>

#include "litmus/generate/random_numbers.hpp"

namespace opexplore::random_programs {

/// The instructions of threads, a column for each, as the reader takes them; a cell is empty or
/// holds one.
std::string thread_table(const std::vector<std::vector<std::string>>& columns);

/// The instructions of lines, each of which may hold several with a semicolon in between.
std::vector<std::string> cells_of(const std::vector<std::string>& lines);

/// Where a thread can be. Its number says which instance of shared memory is its own.
struct DrawnCta {
  unsigned cluster = 0;
  unsigned grid = 0;
  unsigned gpu = 0;
};

struct DrawnThread {
  unsigned cta = 0;
  unsigned registers = 0;   ///< r0, r1, … that it has so far
  unsigned predicates = 0;  ///< likewise p0, p1, …
  std::vector<std::string> lines = {};
};

/// Draws instructions of the thread whose turn it is. A line may hold several, with a semicolon in
/// between. The data are x and y in global memory, z another name of x, s and u in shared memory;
/// b and e are mbarriers, d and t tensormaps, m and n are in tensor memory.
class AsynchronousLines {
 public:
  /// Draws places, too.
  explicit AsynchronousLines(Random& random);

  std::vector<DrawnCta> ctas;
  std::vector<DrawnThread> threads;
  unsigned now = 0;  ///< whose turn it is

  /// \name What the text of the program has to declare.
  /// @{
  bool initialised = true;  ///< the mbarrier b, when the program begins
  bool points = false;      ///< the tensormap, to a location
  bool aliased = false;
  bool bound_to_proxies = false;  ///< x has names for other proxies
  bool fenced_copy = false;
  bool loops = false;
  bool tensors = false;  ///< m and n
  /// @}

  bool chance(unsigned percent) { return random_.chance(percent); }
  unsigned below(unsigned bound) { return random_.below(bound); }
  std::string pick(std::initializer_list<const char*> words);
  DrawnThread& thread() { return threads[now]; }
  const DrawnCta& place(unsigned thread) const { return ctas[threads[thread].cta]; }
  bool same_cluster(unsigned a, unsigned b) const { return place(a).cluster == place(b).cluster; }

  /// \name Operands.
  /// @{
  std::string scope();
  std::string at(const std::string& name, unsigned cta) const;
  std::string own(const std::string& name) const { return at(name, threads[now].cta); }
  unsigned some_cta();  ///< of the cluster
  std::string global() { return chance(80) ? "x" : "y"; }
  std::string shared() { return chance(80) ? "s" : "u"; }
  std::string mbarrier() { return chance(85) ? "b" : "e"; }
  /// @}

  /// \name Accesses and fences of threads.
  /// @{
  std::string access();
  std::string access_of(const std::string& where);
  std::string read_only();
  std::string other_proxy();
  std::string fence();
  std::string proxy_fence();
  std::string half_fence();
  std::string write_flag(const std::string& order);
  std::string read_flag(const std::string& order);
  /// @}

  /// \name What runs on by itself.
  /// @{
  std::string bulk_in();
  std::string bulk_across();
  std::string bulk_out();
  std::string wait_of_bulk();
  std::string copy();
  std::string copies_arrive();
  std::string wait_of_copies();
  std::string store_apart();
  std::string matrix();
  std::string tensor_in();
  std::string tensor_out();
  std::string new_descriptor();
  std::string tensormap_release() { return "fence.proxy.tensormap::generic.release" + scope(); }
  std::string tensormap_acquire();
  /// @}

  /// \name On tensor memory.
  /// @{
  std::string tensor_load();
  std::string tensor_operation();
  std::string tensor_commit();
  std::string tensor_wait();
  std::string tensor_instruction();  ///< one of these
  std::string tensor_before() { return "tcgen05.fence::before_thread_sync"; }
  std::string tensor_after() { return "tcgen05.fence::after_thread_sync"; }
  /// @}

  /// \name On mbarriers.
  /// @{
  std::string initialise();
  std::string invalidate();
  std::string arrive(bool expects);
  std::string arrive_at(const std::string& name, unsigned cta);
  std::string move_bytes();
  std::string wait() { return wait_for(own(mbarrier())); }
  std::string wait_for(const std::string& where);
  /// @}

 private:
  void draw_places();
  std::string value() { return std::to_string(2 + values_++); }
  std::string operand();
  std::string fresh() { return "r" + std::to_string(thread().registers++); }
  std::string predicate() { return "p" + std::to_string(thread().predicates++); }
  std::string data();
  std::string tensor();
  std::string tensor_store();
  std::string tensor_matrix();
  std::string tensor_copy();
  std::string elements(const std::string& one, const std::string& other, bool both);
  std::string space_of(unsigned cta);
  std::string strength_at_mbarrier(unsigned cta);
  std::string load();
  std::string store();
  std::string atomic();
  std::string looped(const std::string& line, const std::string& condition);

  Random& random_;
  unsigned values_ = 0;
  unsigned labels_ = 0;
  bool may_loop_ = false;
};

}  // namespace opexplore::random_programs
