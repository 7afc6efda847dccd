// What the text of a program says of itself, before anybody changes it: who uses a location, what
// loops wait for, where a fence could order something.
#pragma once

#include <cstdint>
#include <set>
#include <vector>

#include "opmodel/program.hpp"

namespace opexplore::repair {

/// Where what the text has there begins: of a kernel one instruction of PTX can be several in a
/// row, with those that compute its address.
InstructionId begin_of_text(const Thread& thread, InstructionId at);

/// A place in front of an access, a barrier or a fence, which another access or barrier can come
/// before; what is asynchronous counts as these.
struct Gap {
  InstructionId instruction = 0;  ///< where its text begins
  /// A fence between threads stands there, or right in front of the place.
  bool beside_fence = false;
};

class CodeFacts {
 public:
  /// The program outlives the facts.
  explicit CodeFacts(const Program& program);

  /// The gaps of a thread, in order.
  std::vector<Gap> gaps(ThreadId thread) const;

  /// An access by the generic proxy to memory of the program: one whose order and scope PTX lets be
  /// chosen.
  bool is_plain_access(ThreadId thread, InstructionId at) const;

  /// Precondition: it accesses memory, or does something to an mbarrier.
  LocationId location(const Action& access) const;
  /// Several threads access it.
  bool is_shared(LocationId location) const;
  /// A loop reads it in each turn, and what it reads decides whether there is another one.
  bool is_waited_for(LocationId location) const { return waited_[location]; }
  /// The narrowest scope of the thread that includes all who access the location.
  Scope scope_of_users(ThreadId thread, LocationId location) const;

  /// Of the scopes among these that include the same threads of the program the narrowest, from the
  /// narrowest to the widest; none that includes this thread alone.
  std::vector<Scope> telling_scopes(ThreadId thread, const std::set<Scope>& among) const;

  /// The proxy fences that may order something in the program.
  const std::vector<ProxyFenceKind>& fences_of_proxies() const { return proxies_; }

 private:
  void find_users();
  void find_waited(const Thread& thread);
  void find_proxies();
  std::size_t threads_within(ThreadId thread, Scope scope) const;

  const Program& program_;
  std::vector<std::vector<ThreadId>> users_;  // by location
  std::vector<bool> waited_;                  // likewise
  std::vector<ProxyFenceKind> proxies_;
};

}  // namespace opexplore::repair
