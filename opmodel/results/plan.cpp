#include "opmodel/results/plan.hpp"

namespace opexplore {

std::string to_string(const Stage& stage) {
  std::string text;
  switch (stage.seeks) {
    case Seeks::outcomes:
      text = "all outcomes";
      break;
    case Seeks::condition:
      text = "towards the condition";
      break;
    case Seeks::parts:
      text = "towards each of " + std::to_string(stage.parts) +
             (stage.parts == 1 ? " part" : " parts") + " of the condition, and all of it, in turn";
      break;
    case Seeks::ending:
      text = "if nothing has ended: any end, and without one all states";
      break;
    case Seeks::traces:
      text = "shortest traces of what is shown";
      break;
  }
  text += ", " + std::string(to_string(stage.order));
  if (stage.states) text += ", " + std::to_string(*stage.states) + " states";
  if (stage.seeks == Seeks::parts) text += ", then twice as many and so on";
  if (stage.until_decided) text += ", until the verdict is known";
  return text;
}

}  // namespace opexplore
