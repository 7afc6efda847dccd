#include "tests/random/message_programs.hpp"

#include <array>
#include <string>

#include "litmus/language/reader.hpp"
#include "tests/oracle/litmus_text.hpp"
#include "tests/random/program_generator.hpp"

namespace opexplore::random_programs {

namespace {

// What all threads have in common.
struct MessagesInCommon {
  std::string scope;     // of most operations
  bool aliases = false;  // the data have a second name
};

std::string some_scope(Random& random, const MessagesInCommon& common) {
  constexpr std::array scopes{".cta", ".gpu", ".sys"};
  return random.chance(85) ? common.scope : random.pick(scopes);
}

// The code of one thread, phrase by phrase, as litmus_text() takes it.
class Code {
 public:
  Code(Random& random, const MessagesInCommon& common) : random_(random), common_(common) {}

  void phrase() {
    switch (random_.below(8)) {
      case 0:
      case 1:
        accesses();
        return publish(flag());
      case 2:
        return guarded();
      case 3:
      case 4:
        return wait();
      case 5:
        return locked();
      case 6:
        return flags();
      default:
        accesses();
        add("bar.cta.sync 0");
        return accesses();
    }
  }

  const std::string& text() const { return text_; }

 private:
  void add(const std::string& instruction) { text_ += (text_.empty() ? "" : "; ") + instruction; }
  std::string scope() { return some_scope(random_, common_); }
  std::string fresh() { return "r" + std::to_string(registers_++); }
  std::string label() { return "L" + std::to_string(labels_++); }
  std::string value() { return std::to_string(1 + random_.below(2)); }
  std::string flag() { return random_.chance(70) ? "f" : "g"; }

  void access() {
    if (common_.aliases && random_.chance(20)) add("fence.proxy.alias");
    const std::string data = std::string(random_.chance(70) ? "d" : "e") +
                             (common_.aliases && random_.chance(40) ? "a" : "");
    const std::string strong = random_.chance(15) ? ".relaxed" + scope() : ".weak";
    if (random_.chance(12))
      return add("atom.relaxed" + scope() + ".add " + fresh() + ", " + data + ", 1");
    if (random_.chance(50)) return add("ld" + strong + " " + fresh() + ", " + data);
    add("st" + strong + " " + data + ", " + value());
  }
  void accesses() {
    access();
    if (random_.chance(25)) access();
  }

  void publish(const std::string& where) {
    const unsigned way = random_.below(100);
    if (way < 50) return add("st.release" + scope() + " " + where + ", 1");
    if (way < 60) return add("atom.release" + scope() + ".exch " + fresh() + ", " + where + ", 1");
    if (way < 65) return add("red.release" + scope() + ".add " + where + ", 1");
    if (way < 92) add(std::string(random_.chance(50) ? "fence.sc" : "fence.acq_rel") + scope());
    add(std::string("st") + (random_.chance(80) ? ".relaxed" + scope() : ".weak") + " " + where +
        ", 1");
  }

  // Returns the register with what was read.
  std::string look(const std::string& where) {
    const std::string read = fresh();
    const unsigned way = random_.below(100);
    if (way < 50) {
      add("ld.acquire" + scope() + " " + read + ", " + where);
    } else if (way < 60) {
      add("atom.acquire" + scope() + ".or " + read + ", " + where + ", 0");
    } else {
      add(std::string("ld") + (random_.chance(80) ? ".relaxed" + scope() : ".weak") + " " + read +
          ", " + where);
      if (way < 92) add(std::string(random_.chance(50) ? "fence.sc" : "fence.acq_rel") + scope());
    }
    return read;
  }

  void guarded() {
    const std::string end = label();
    add("beq " + look(flag()) + ", 0, " + end);
    accesses();
    if (random_.chance(30)) publish(flag());
    add(end + ":");
  }

  // What is read in the loop may race before the flag is set, and not after.
  void wait() {
    const std::string start = label();
    add(start + ":");
    const std::string read = look(flag());
    if (random_.chance(50)) add("ld.weak " + fresh() + ", " + (random_.chance(70) ? "d" : "e"));
    add("beq " + read + ", 0, " + start);
    accesses();
  }

  void locked() {
    const std::string place = label();
    const bool waits = random_.chance(50);
    if (waits) add(place + ":");
    const std::string read = fresh();
    add(std::string("atom.") + (random_.chance(80) ? "acquire" : "relaxed") + scope() + ".cas " +
        read + ", l, 0, 1");
    add("bne " + read + ", 0, " + place);
    accesses();
    add(std::string("st.") + (random_.chance(80) ? "release" : "relaxed") + scope() + " l, 0");
    if (!waits) add(place + ":");
  }

  // Dekker's way to keep the other one out.
  void flags() {
    const bool turned = random_.chance(50);
    const std::string end = label();
    const std::string order = random_.chance(70) ? ".relaxed" + scope() : ".weak";
    add("st" + order + (turned ? " f, 1" : " g, 1"));
    if (random_.chance(80)) add("fence.sc" + scope());
    const std::string read = fresh();
    add("ld" + order + " " + read + (turned ? ", g" : ", f"));
    add("bne " + read + ", 0, " + end);
    accesses();
    add(end + ":");
  }

  Random& random_;
  const MessagesInCommon& common_;
  std::string text_;
  unsigned registers_ = 0, labels_ = 0;
};

}  // namespace

Test message_program(std::uint64_t seed) {
  Random random(seed);
  constexpr std::array scopes{".cta", ".gpu", ".gpu", ".sys"};
  const MessagesInCommon common{random.pick(scopes), random.chance(25)};
  const unsigned threads = 2 + (random.chance(35) ? 1 : 0);
  const bool together = random.chance(40);
  std::string text;
  for (unsigned t = 0; t < threads; ++t) {
    Code code(random, common);
    code.phrase();
    if (threads == 2 && random.chance(40)) code.phrase();
    const std::string cta = together ? "0" : std::to_string(random.below(3));
    const std::string gpu = random.chance(5) ? "1" : "0";
    text += std::string(t == 0 ? "" : " || ") + cta + "," + gpu + ": " + code.text();
  }
  std::string names = "d=0; e=0; f=0; g=0; l=0;";
  if (common.aliases) names += " da @ generic aliases d; ea @ generic aliases e;";
  const std::string name = "messages-" + std::to_string(seed);
  const Test test = read(oracle::litmus_text(name, names, text, "exists ([d]=0)"), name);
  return completed(test.program, name);
}

}  // namespace opexplore::random_programs
