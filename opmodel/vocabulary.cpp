#include "opmodel/vocabulary.hpp"

#include "opmodel/thread_name.hpp"
#include "opmodel/words.hpp"

namespace opexplore {
namespace {

class Telling {
 public:
  Telling(const Vocabulary& words, const Program& program, std::span<const std::string> locations)
      : words_(words), program_(program), locations_(locations) {}

  std::string operator()(const std::string& text) const { return text; }

  std::string operator()(Phrase::OfThread of) const {
    const bool labelled = words_.labels && !program_.threads[of.thread].label.empty();
    return labelled ? program_.threads[of.thread].label : thread_name(of.thread);
  }

  std::string operator()(Phrase::OfCta of) const {
    const std::string cta = std::to_string(of.cta);
    if (!words_.labels) return "cta " + cta + ",gpu " + std::to_string(of.gpu);
    return std::string(words_.cta) + ' ' + cta;
  }

  std::string operator()(Phrase::OfAddress of) const {
    return of.address < locations_.size() ? locations_[of.address]
                                          : program_.addresses[of.address].name;
  }

  std::string operator()(Scope scope) const { return std::string(words_.scope(scope)); }

  std::string operator()(Noun noun) const {
    switch (noun) {
      case Noun::threads:
        return std::string(words_.thread) + 's';
      case Noun::cta:
        return std::string(words_.cta);
      case Noun::ctas:
        return std::string(words_.cta) + 's';
      case Noun::block:
        return std::string(words_.block);
      case Noun::warp:
        return std::string(words_.warp);
    }
    return {};
  }

 private:
  const Vocabulary& words_;
  const Program& program_;
  std::span<const std::string> locations_;
};

std::string_view of_vulkan(Scope scope) {
  return scope == Scope::cta ? "workgroup" : cxx_name(scope);
}

}  // namespace

const Vocabulary& litmus_vocabulary(Language language) {
  static const Vocabulary ptx{}, cxx{.scope = &cxx_name, .cta = "block"},
      vulkan{.scope = &of_vulkan, .cta = "workgroup"},
      amdgpu{.scope = &of_vulkan, .cta = "workgroup", .warp = "wavefront"};
  switch (language) {
    case Language::cxx:
      return cxx;
    case Language::vulkan:
      return vulkan;
    case Language::amdgpu:
      return amdgpu;
    case Language::ptx:
      break;
  }
  return ptx;
}

std::string told(const Phrase& phrase, const Vocabulary& words, const Program& program,
                 std::span<const std::string> locations) {
  const Telling telling(words, program, locations);
  std::string text;
  for (const Phrase::Part& part : phrase.parts()) text += std::visit(telling, part);
  return text;
}

std::string told(const Phrase& phrase, const Program& program) {
  return told(phrase, litmus_vocabulary(program.language), program);
}

}  // namespace opexplore
