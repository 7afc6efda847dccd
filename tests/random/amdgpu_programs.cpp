#include "tests/random/amdgpu_programs.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "litmus/language/reader.hpp"

namespace opexplore::random_programs {

namespace {

constexpr std::array<std::string_view, 6> amdgpu_places{
    "workgroup 0, cluster 0, agent 0",
    "wavefront 0, workgroup 0, cluster 0, agent 0",
    "wavefront 0, workgroup 0, cluster 0, agent 0",
    "workgroup 1, cluster 0, agent 0",
    "workgroup 2, cluster 1, agent 0",
    "workgroup 0, cluster 0, agent 1"};

class Drawing {
 public:
  Drawing(Random& random, const AmdgpuShape& shape) : random_(random), shape_(shape) {}

  Test draw() {
    const unsigned count = 2 + (random_.chance(35) ? 1 : 0);
    near_ = shape_.races && random_.chance(25);
    std::vector<std::string> threads;
    for (unsigned t = 0; t < count; ++t) threads.push_back(thread(t, count));
    std::string text = "AMDGPU random\n{ x = 0; y = 0; f = 0; l";
    text += near_ ? " @ lds = 0; }\n" : " = 0; }\n";
    for (unsigned t = 0; t < count; ++t) {
      text += (t == 0 ? "P" : " | P") + std::to_string(t) + "@" + place();
    }
    text += " ;\n" + rows(threads);
    return read(text + question(), "random");
  }

 private:
  std::string place() {
    if (near_) return std::string(random_.chance(50) ? amdgpu_places[0] : amdgpu_places[1]);
    return std::string(random_.pick(amdgpu_places));
  }

  // What hands something over, or takes it: data in front of a flag, and behind it.
  std::string thread(unsigned number, unsigned count) {
    instructions_.clear();
    registers_ = 0;
    if (random_.chance(65)) {
      if (number > 0) take();
      if (number == 0 || random_.chance(15)) data();
      if (number > 0 && (number + 1 == count || random_.chance(20))) looked_at();
      if (number + 1 < count) give();
    } else {
      const unsigned length = 2 + random_.below(2);
      for (unsigned i = 0; i < length; ++i) alone();
    }
    std::string text;
    for (const std::string& each : instructions_) text += each + "\n";
    registers_of_.push_back(registers_);
    return text;
  }

  void data() {
    if (random_.chance(75) && shape_.races) return add("store 1, x");
    alone();
  }
  void looked_at() {
    if (random_.chance(75) && shape_.races) return add(reg() + "load x");
    alone();
  }

  void give() {
    if (random_.chance(20) && near_) {
      add("fence" + scope() + " release" + mark());
      add("s_barrier");
    } else if (random_.chance(30)) {
      add("fence" + scope() + " " + random_.pick(std::array{"release", "acq_rel"}) + mark());
      add("store atomic 1, " + flag() + scope() + " monotonic");
    } else {
      add("store atomic 1, " + flag() + scope() + " release" + mark());
    }
  }

  void take() {
    if (random_.chance(20) && near_) {
      add("s_barrier");
      add("fence" + scope() + " acquire" + mark());
    } else if (random_.chance(30)) {
      add(reg() + "load atomic " + flag() + scope() + " monotonic");
      add("fence" + scope() + " " + random_.pick(std::array{"acquire", "acq_rel"}) + mark());
    } else {
      add(reg() + "load atomic " + flag() + scope() + " acquire" + mark());
      if (shape_.branches && random_.chance(15)) jump_ = true;
    }
  }

  void alone() {
    const std::string value = std::to_string(1 + random_.below(2));
    switch (random_.below(10)) {
      case 0:
      case 1:
        return plain_or_atomic_store(value);
      case 2:
      case 3:
        return plain_or_atomic_load();
      case 4:
        return add(reg() + "load atomic " + location() + scope() + " " +
                   ordered({"monotonic", "acquire", "seq_cst"}));
      case 5:
        return add("store atomic " + value + ", " + location() + scope() + " " +
                   ordered({"monotonic", "release", "seq_cst"}));
      case 6:
        return add(reg() + "atomicrmw " + random_.pick(std::array{"add", "xchg", "and"}) + " " +
                   location() + ", " + value + scope() + " " +
                   ordered({"monotonic", "acquire", "release", "acq_rel"}));
      case 7:
        return add(reg() + "cmpxchg " + location() + ", 0, " + value + scope() + " " +
                   random_.pick(std::array{"acquire monotonic", "acq_rel acquire",
                                           "monotonic monotonic", "release monotonic"}));
      case 8:
        if (near_ && random_.chance(50)) return add("s_barrier");
        return add("fence" + scope() + " " +
                   random_.pick(std::array{"acquire", "release", "acq_rel", "seq_cst"}) + mark());
      default:
        return registers_ == 0 ? plain_or_atomic_load() : computed();
    }
  }

  void computed() {
    const std::string from = "r" + std::to_string(registers_ - 1);
    if (shape_.branches && random_.chance(50)) {
      jump_ = true;
      return;
    }
    const std::string to = reg();
    add(to + "add " + from + ", 1");
    if (random_.chance(50))
      add("store atomic r" + std::to_string(registers_ - 1) + ", " + location() + scope() +
          " monotonic");
  }

  void plain_or_atomic_store(const std::string& value) {
    if (!shape_.races) return add("store atomic " + value + ", " + location() + " monotonic");
    if (shape_.opt_outs && random_.chance(30)) {
      return add("av.store " + value + ", " + location() + scope());
    }
    add(std::string("store ") + (random_.chance(10) ? "volatile " : "") + value + ", " +
        location());
  }

  void plain_or_atomic_load() {
    if (!shape_.races) return add(reg() + "load atomic " + location() + " monotonic");
    if (shape_.opt_outs && random_.chance(30))
      return add(reg() + "av.load " + location() + scope());
    add(reg() + "load " + (random_.chance(10) ? "volatile " : "") + location());
  }

  std::string ordered(std::initializer_list<std::string_view> orders) {
    const std::string_view order =
        std::data(orders)[random_.below(static_cast<unsigned>(orders.size()))];
    return std::string(order) + (order == "monotonic" ? "" : mark());
  }

  std::string mark() { return shape_.opt_outs && random_.chance(30) ? " !av-none" : ""; }

  std::string scope() {
    if (!shape_.races) return "";
    constexpr std::array<std::string_view, 8> syncscopes{
        "", "agent", "agent", "agent", "workgroup", "workgroup", "cluster", "wavefront"};
    const std::string_view chosen = random_.chance(50) ? "agent" : random_.pick(syncscopes);
    return chosen.empty() ? "" : " syncscope(\"" + std::string(chosen) + "\")";
  }

  std::string flag() { return random_.chance(80) ? "f" : location(); }
  std::string location() {
    if (near_ && random_.chance(30)) return "l";
    return random_.chance(60) ? "x" : random_.chance(60) ? "y" : "f";
  }
  std::string reg() { return "r" + std::to_string(registers_++) + " = "; }

  // A jump over the next instruction goes in front of it, and its label behind.
  void add(const std::string& text) {
    const bool jumps = jump_ && registers_ > 0;
    jump_ = false;
    if (!jumps) {
      instructions_.push_back(text);
      return;
    }
    const std::string label = "LC0" + std::to_string(labels_++);
    const unsigned asked = registers_ - (text.starts_with('r') && registers_ > 1 ? 2U : 1U);
    instructions_.push_back("br eq r" + std::to_string(asked) + ", 0, " + label);
    instructions_.push_back(text);
    instructions_.push_back(label + ":");
  }

  static std::vector<std::string> lines(const std::string& text) {
    std::vector<std::string> result;
    for (std::size_t at = 0; at < text.size();) {
      const std::size_t end = text.find('\n', at);
      result.push_back(text.substr(at, end - at));
      at = end + 1;
    }
    return result;
  }

  static std::string rows(const std::vector<std::string>& threads) {
    std::string text;
    for (std::size_t row = 0;; ++row) {
      std::string line;
      bool some = false;
      for (std::size_t t = 0; t < threads.size(); ++t) {
        const std::vector<std::string> column = lines(threads[t]);
        some = some || row < column.size();
        line += (t == 0 ? "" : " | ") + (row < column.size() ? column[row] : "");
      }
      if (!some) return text;
      text += line + " ;\n";
    }
  }

  std::string question() {
    std::string text = "locations [";
    for (std::size_t t = 0; t < registers_of_.size(); ++t) {
      for (unsigned r = 0; r < registers_of_[t]; ++r) {
        text += " " + std::to_string(t) + ":r" + std::to_string(r) + ";";
      }
    }
    if (random_.chance(40)) text += " [x];";
    return text + " [f]; ]\n";
  }

  Random& random_;
  const AmdgpuShape& shape_;
  bool near_ = false;  // all in one workgroup, so that there are LDS and barriers
  bool jump_ = false;
  unsigned labels_ = 0;
  unsigned registers_ = 0;
  std::vector<unsigned> registers_of_;
  std::vector<std::string> instructions_;
};

}  // namespace

Test random_amdgpu(Random& random, const AmdgpuShape& shape) {
  return Drawing(random, shape).draw();
}

}  // namespace opexplore::random_programs
