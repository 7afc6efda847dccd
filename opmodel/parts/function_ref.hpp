// A parameter that is called: like a reference to a template parameter's value, but a type, so that
// what takes it is compiled once. C++26 has it as std::function_ref.
#pragma once

#include <concepts>
#include <memory>
#include <type_traits>
#include <utility>

namespace opexplore {

template <class Signature>
class FunctionRef;

/// Refers to something callable, which must outlive it: good for parameters alone.
template <class Result, class... Arguments>
class FunctionRef<Result(Arguments...)> {
 public:
  template <class F>
  requires(!std::same_as<std::remove_cvref_t<F>, FunctionRef> &&
           std::is_invocable_r_v<Result, F&, Arguments...>)
      FunctionRef(F&& callable)  // implicit, as for a reference
      : callable_(const_cast<void*>(static_cast<const void*>(std::addressof(callable)))),
        call_([](void* called, Arguments... arguments) {
          // The cast drops a result that nobody wants.
          return static_cast<Result>((*static_cast<std::remove_reference_t<F>*>(called))(
              std::forward<Arguments>(arguments)...));
        }) {}

  Result operator()(Arguments... arguments) const {
    return call_(callable_, std::forward<Arguments>(arguments)...);
  }

 private:
  void* callable_;
  Result (*call_)(void*, Arguments...);
};

}  // namespace opexplore
