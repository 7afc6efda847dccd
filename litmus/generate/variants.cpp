#include "litmus/generate/variants.hpp"

#include <algorithm>

#include "litmus/generate/families.hpp"
#include "litmus/generate/symmetry.hpp"

namespace opexplore::generate {

namespace {

/// A turn of the cycle onto itself: access i becomes access i + shift.
struct Turn {
  std::size_t shift = 0;
  Renaming renaming;
};

bool same_slot(const Cycle& cycle, std::size_t a, std::size_t b) {
  const Edge& left = cycle.edges[a];
  const Edge& right = cycle.edges[b];
  return left.kind == right.kind && left.source_writes == right.source_writes &&
         left.target_writes == right.target_writes && left.external == right.external &&
         left.same_location == right.same_location && left.separator == right.separator &&
         left.form == right.form && cycle.forms[a] == cycle.forms[b];
}

class Variants {
 public:
  Variants(const Cycle& cycle, const Alternatives& alternatives, const UseMake& use)
      : base_(lay_out(cycle)),
        alternatives_(alternatives),
        use_(use),
        places_(alternatives, base_.threads) {
    for (const std::vector<Event>& thread : sketch_of(base_).threads) accesses_ += thread.size();
    find_choices();
    find_turns();
  }

  std::uint64_t run() {
    choice_.assign(counts_.size(), 0);
    if (std::find(counts_.begin(), counts_.end(), 0U) != counts_.end()) return 0;
    do {
      if (!use_choice()) break;
    } while (next_choice());
    return found_;
  }

 private:
  std::size_t size() const { return base_.cycle.edges.size(); }

  // Slot 2 i is the form of access i, slot 2 i + 1 what follows it.
  void find_choices() {
    const Cycle& cycle = base_.cycle;
    for (std::size_t i = 0; i < size(); ++i) {
      const Edge& edge = cycle.edges[i];
      const bool half = edge.kind == EdgeKind::update ||
                        cycle.edges[(i + size() - 1) % size()].kind == EdgeKind::update;
      std::vector<AccessForm> forms{cycle.forms[i]};
      if (forms.front() == AccessForm{} && !half) {
        forms = plain_forms(alternatives_, edge.source_writes);
        // The access that finds the write it reads in Rfe^-1 only reads.
        if (edge.kind != EdgeKind::read_source) {
          for (const AccessForm& form : atomic_forms(alternatives_)) forms.push_back(form);
        }
      }
      std::vector<Separator> between{edge.separator};
      if (edge.kind == EdgeKind::program_order && edge.separator == Separator{}) {
        between = separators(alternatives_, !edge.source_writes, edge.target_writes);
      }
      counts_.push_back(forms.size());
      counts_.push_back(between.size());
      forms_.push_back(std::move(forms));
      separators_.push_back(std::move(between));
    }
  }

  void find_turns() {
    for (std::size_t shift = 1; shift < size(); ++shift) {
      bool same = true;
      for (std::size_t i = 0; i < size() && same; ++i) {
        same = same_slot(base_.cycle, i, (i + shift) % size());
      }
      if (!same) continue;
      Turn turn{
          shift,
          {std::vector<std::size_t>(base_.threads), std::vector<std::size_t>(base_.writes.size())}};
      for (std::size_t i = 0; i < size(); ++i) {
        const std::size_t image = (i + shift) % size();
        turn.renaming.threads[base_.thread[i]] = base_.thread[image];
        turn.renaming.locations[base_.location[i]] = base_.location[image];
      }
      turns_.push_back(std::move(turn));
    }
  }

  bool next_choice() {
    for (std::size_t slot = counts_.size(); slot-- != 0;) {
      if (++choice_[slot] < counts_[slot]) return true;
      choice_[slot] = 0;
    }
    return false;
  }

  // The choice is the smallest of its images; `fixing` gets the turns that leave it alone.
  bool smallest_choice(std::vector<Renaming>& fixing) const {
    std::vector<std::size_t> image(choice_.size());
    for (const Turn& turn : turns_) {
      for (std::size_t slot = 0; slot < choice_.size(); ++slot) {
        image[(slot + 2 * turn.shift) % choice_.size()] = choice_[slot];
      }
      if (image < choice_) return false;
      if (image == choice_) fixing.push_back(turn.renaming);
    }
    return true;
  }

  // Of the choice: accesses, which no choice changes, and what is between them.
  std::size_t instructions() const {
    std::size_t count = accesses_;
    for (std::size_t i = 0; i < size(); ++i) {
      const Separator& separator = separators_[i][choice_[2 * i + 1]];
      count += separator.fences.size();
      if (separator.dependency) count += instructions_of_dependency;
    }
    return count;
  }

  bool use_choice() {
    if (alternatives_.instructions && instructions() != *alternatives_.instructions) return true;
    std::vector<Renaming> fixing;
    if (!smallest_choice(fixing)) return true;
    Layout layout = base_;
    for (std::size_t i = 0; i < size(); ++i) {
      layout.cycle.forms[i] = forms_[i][choice_[2 * i]];
      layout.cycle.edges[i].separator = separators_[i][choice_[2 * i + 1]];
    }
    if (!alternatives_.atomics.empty()) layout = lay_out(layout.cycle);
    Sketch sketch = sketch_of(layout);
    return places_.for_each(base_.writes.size(), fixing,
                            [&](const Placement& placement, const std::vector<Home>& homes) {
                              sketch.placement = placement;
                              sketch.homes = homes;
                              return !regions_fit(sketch) || use_sketch(layout, sketch);
                            });
  }

  Filter filter() const { return alternatives_.filter ? Filter::reads_from : Filter::none; }

  Test bare_test(const Layout& layout, const Sketch& sketch) const {
    const Built built = build(sketch);
    Test test = observed(built);
    if (filter() != Filter::none) add_filter(test, layout, built);
    return test;
  }

  bool use_sketch(const Layout& layout, const Sketch& sketch) {
    ++found_;
    return use_([&](Finish finish) {
      const bool bare = finish == Finish::bare;
      Test test = bare ? bare_test(layout, sketch) : test_of(layout, sketch, filter());
      test.name = name_of(layout) + place_suffix(alternatives_, sketch.placement, sketch.homes);
      test.comments = header_of(layout.cycle);
      if (!bare) settle(test);
      return test;
    });
  }

  Layout base_;
  std::size_t accesses_ = 0;
  const Alternatives& alternatives_;
  const UseMake& use_;
  Places places_;
  std::vector<std::vector<AccessForm>> forms_;
  std::vector<std::vector<Separator>> separators_;
  std::vector<std::size_t> counts_, choice_;
  std::vector<Turn> turns_;
  std::uint64_t found_ = 0;
};

}  // namespace

std::uint64_t for_each_variant(const Cycle& cycle, const Alternatives& alternatives,
                               const UseMake& use) {
  return Variants(cycle, alternatives, use).run();
}

}  // namespace opexplore::generate
