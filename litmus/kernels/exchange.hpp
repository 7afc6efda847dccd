// Threads that meet and read what the others have in a register. The program has no such
// instruction: each thread has a mailbox, which no question names. It writes its value there, meets
// the others at a barrier, reads theirs, and meets them again before a mailbox has its next value.
//
// A mailbox holds 0 where its owner does not come, if it is not certain that all come: then it is
// emptied, and there is a third barrier before anybody goes on. Such mailboxes belong to one
// meeting; the others are shared by all meetings of a CTA.
#pragma once

#include "litmus/kernels/step.hpp"

namespace opexplore::kernel {

/// The lanes that an instruction names.
struct Lanes {
  Value meeting = 0;                       ///< where they meet
  std::optional<RegisterId> mask_in = {};  ///< the register that has the mask, if it is not known
};

class Exchange {
 public:
  /// Of the thread of the step, at the meeting of that number. Where `barrier` is given the threads
  /// meet first at that one: a barrier that PTX names.
  Exchange(Step& step, Value number, const std::optional<Barrier>& barrier = std::nullopt);

  /// The same of lanes. Of those that a mask does not name that is known only when the program runs
  /// nothing is read.
  Exchange(Step& step, const Lanes& lanes);

  /// Who gives a value, the thread itself included.
  ThreadMask members() const { return meeting_.members | own_bit(); }

  /// Gives the value, or one that is undefined, and meets the others.
  void give(std::optional<Operand> value);

  /// Whether what the member gives here is undefined in every run.
  bool is_undefined(ThreadId member) const;

  /// \name Reading, between give() and finish().
  /// @{
  /// What the member has given, 0 if the mask does not name it; that of another one in a register
  /// that the next call overwrites.
  Operand value_of(ThreadId member);
  /// The same, in that register.
  void read(ThreadId member, RegisterId destination);
  /// @}

  /// Meets the others again. Afterwards the thread may come to another exchange.
  void finish();

 private:
  bool alone() const { return members() == own_bit(); }
  ThreadMask own_bit() const { return thread_bit(step_.executor().number); }
  AddressId mailbox(ThreadId owner);
  void post(Operand value);
  void meet();

  Step& step_;
  Value number_;
  Meeting meeting_;
  std::optional<Barrier> barrier_;
  std::optional<RegisterId> mask_;
  Operand own_ = Value{0};
};

}  // namespace opexplore::kernel
