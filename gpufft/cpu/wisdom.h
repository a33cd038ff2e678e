// SPDX-License-Identifier: MIT
#pragma once

#include <compare>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <string>

#include "gpufft/cpu/target.h"
#include "gpufft/planning/planner.h"

namespace gpufft::cpu {

// What steps have been measured to cost on this processor, in nanoseconds per vector, and whole transforms of lengths
// that no steps lead to, by the ways there are.
class Wisdom {
 public:
  explicit Wisdom(std::string processor) : processor_(std::move(processor)) {}

  // Takes over what was saved. Says why not, and stays as it is, if the text is no wisdom or another processor's.
  std::optional<std::string> read(std::istream& in);
  void write(std::ostream& out) const;

  void learn(const Target& target, std::size_t lanes, std::size_t radix, std::size_t part, double nanoseconds);

  // The cheapest routes by what is known; by the model if that does not lead all the way.
  std::vector<Route> routes(const Target& target, std::size_t lanes, std::size_t columns, std::size_t count = 1,
                            Ending ending = Ending::InPoints) const;
  StepCost cost(const Target& target, std::size_t lanes) const;  // infinite where nothing is known

  void learn_way(const Target& target, std::string_view way, std::size_t length, double nanoseconds);
  std::optional<double> way_cost(const Target& target, std::string_view way, std::size_t length) const;

 private:
  struct Edge {
    std::string target;
    std::size_t lanes, radix, part;
    auto operator<=>(const Edge&) const = default;
  };

  struct Way {
    std::string target, name;
    std::size_t length;
    auto operator<=>(const Way&) const = default;
  };
  using Costs = std::map<Edge, double>;
  using WayCosts = std::map<Way, double>;
  static bool read_line(const std::string& line, Costs& costs, WayCosts& way_costs);

  std::string processor_;
  Costs costs_;
  WayCosts way_costs_;
};

// $GPUFFT_WISDOM, or gpufft/wisdom in the user's cache folder; nothing if there is neither.
std::optional<std::filesystem::path> wisdom_file();

// That of this processor, read from the file when first asked for. A file that is not good is ignored, with a warning
// on the standard error output.
const Wisdom& wisdom();
void save(const Wisdom& wisdom, const std::filesystem::path& path);  // throws std::runtime_error

// Measures every step that could be part of a transform of so many columns.
void measure(const Target& target, const Kernels& kernels, std::size_t columns, Wisdom& wisdom);

}  // namespace gpufft::cpu
