#include "litmus/language/vulkan_format/modifier_rules.hpp"

#include <algorithm>

#include "opmodel/instruction.hpp"

namespace opexplore::detail {

namespace {

class Rules {
 public:
  Rules(const Source& source, const Mnemonic& mnemonic, VulkanFamily family,
        const VulkanModifiers& modifiers)
      : source_(source), mnemonic_(mnemonic), family_(family), modifiers_(modifiers) {}

  void require() const {
    if (is_access()) {
      require_kind_of_access();
      require_class();
    } else if (family_ == VulkanFamily::fence && modifiers_.order == Order::weak) {
      fail("", "a fence has an order", "write " + quote("membar.acq_rel.dv.semsc0"));
    }
    require_scope();
    require_semantics();
    require_operations();
  }

 private:
  bool is_access() const {
    return family_ != VulkanFamily::fence && family_ != VulkanFamily::barrier;
  }

  /// At the first modifier that is written so, or at the name.
  [[noreturn]] void fail(std::string_view beginning, const std::string& message,
                         const std::string& suggestion) const {
    const auto written = std::ranges::find_if(mnemonic_.modifiers, [&](const Modifier& candidate) {
      return !beginning.empty() && candidate.text.starts_with(beginning);
    });
    const SourcePlace place =
        written == mnemonic_.modifiers.end() ? mnemonic_.name.place : written->place;
    source_.fail(place, quote(mnemonic_.text()) + ": " + message, suggestion);
  }

  std::string_view order_word() const {
    return modifiers_.order == Order::acquire   ? "acq"
           : modifiers_.order == Order::release ? "rel"
                                                : "acq_rel";
  }
  std::string_view per_access_word() const { return family_ == VulkanFamily::load ? "vis" : "av"; }
  std::string corrected(VulkanModifiers modifiers) const {
    return "write " + quote(mnemonic_text(family_, modifiers));
  }

  void require_kind_of_access() const {
    VulkanModifiers better = modifiers_;
    if (family_ == VulkanFamily::read_modify_write && !modifiers_.atomic) {
      better.atomic = true;
      fail("", "a read-modify-write is atomic", corrected(better));
    }
    if (modifiers_.order != Order::weak && !modifiers_.atomic) {
      better.atomic = true;
      better.available = better.non_private = false;
      fail(order_word(), "only an atomic access has an order", corrected(better));
    }
    if (modifiers_.atomic && (modifiers_.non_private || modifiers_.available)) {
      better.non_private = better.available = false;
      const std::string_view word = modifiers_.non_private ? "nonpriv" : per_access_word();
      fail(word,
           "an atomic access is non-private, and available or visible in its scope, without a "
           "word for it",
           corrected(better));
    }
    if (modifiers_.non_private && modifiers_.available) {
      better.non_private = false;
      fail("nonpriv", "what is ." + std::string(per_access_word()) + " is non-private already",
           corrected(better));
    }
  }

  void require_class() const {
    if (modifiers_.storage_class) return;
    VulkanModifiers better = modifiers_;
    better.storage_class = StorageClass{0};
    fail("", "an access names the storage class of what it accesses, .sc0 to .sc3",
         corrected(better));
  }

  void require_scope() const {
    const bool needed = !is_access() || modifiers_.atomic || modifiers_.available;
    VulkanModifiers better = modifiers_;
    if (needed && !modifiers_.scope) {
      better.scope = VulkanScope::device;
      fail("", "it needs a scope", corrected(better) + ", or with .sg, .wg or .qf");
    }
    if (needed || !modifiers_.scope) return;
    better.available = true;
    better.non_private = false;
    fail(to_string(*modifiers_.scope), "a plain access has no scope",
         "leave it out, or " + corrected(better));
  }

  void require_semantics() const {
    VulkanModifiers better = modifiers_;
    if (modifiers_.order != Order::weak && modifiers_.semantics == 0) {
      better.semantics = set_of(modifiers_.storage_class.value_or(0));
      fail(order_word(), "an order names the storage classes that it is for, .semsc0 to .semsc3",
           corrected(better));
    }
    if (modifiers_.order == Order::weak && modifiers_.semantics != 0) {
      better.semantics = 0;
      better.make_available = better.make_visible = false;
      fail("semsc", "without .acq or .rel it orders no storage classes",
           "add an order, or " + corrected(better));
    }
  }

  void require_operations() const {
    VulkanModifiers better = modifiers_;
    if (modifiers_.make_available && !releases(modifiers_.order)) {
      better.make_available = false;
      fail("semav", "only what releases makes other writes available",
           "release as well, or " + corrected(better));
    }
    if (modifiers_.make_visible && !acquires(modifiers_.order)) {
      better.make_visible = false;
      fail("semvis", "only what acquires makes other writes visible",
           "acquire as well, or " + corrected(better));
    }
  }

  const Source& source_;
  const Mnemonic& mnemonic_;
  VulkanFamily family_;
  const VulkanModifiers& modifiers_;
};

}  // namespace

void require_rules(const Source& source, const Mnemonic& mnemonic, VulkanFamily family,
                   const VulkanModifiers& modifiers) {
  Rules(source, mnemonic, family, modifiers).require();
}

}  // namespace opexplore::detail
