#include "opmodel/ptx/in_order/state.hpp"

namespace opexplore::ptx_model {

template <class Size>
InOrderState<Size>::InOrderState() = default;
template <class Size>
InOrderState<Size>::InOrderState(const InOrderState&) = default;
template <class Size>
InOrderState<Size>::InOrderState(InOrderState&&) noexcept = default;
template <class Size>
InOrderState<Size>& InOrderState<Size>::operator=(const InOrderState&) = default;
template <class Size>
InOrderState<Size>& InOrderState<Size>::operator=(InOrderState&&) noexcept = default;
template <class Size>
InOrderState<Size>::~InOrderState() = default;

}  // namespace opexplore::ptx_model
