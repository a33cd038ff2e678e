// SPDX-License-Identifier: MIT
#include "gpufft/cpu/wisdom.h"

#include <cctype>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
#include <sstream>
#include <stdexcept>

#include "gpufft/cpu/device.h"

namespace gpufft::cpu {
namespace {

constexpr auto kFirstLine = "gpufft wisdom 1";

std::string this_processor() {
  std::ifstream cpuinfo("/proc/cpuinfo");
  return processor_name(cpuinfo);
}

std::optional<std::filesystem::path> path_in(const char* variable) {
  const char* const value = std::getenv(variable);
  if (value == nullptr || *value == '\0') return std::nullopt;
  return value;
}

}  // namespace

std::optional<std::string> Wisdom::read(std::istream& in) {
  std::string first, processor;
  if (!std::getline(in, first) || first != kFirstLine || !std::getline(in, processor)) return "not a wisdom file";
  if (processor != processor_) return "made on another processor, " + processor;
  Costs costs;
  WayCosts way_costs;
  for (std::string line; std::getline(in, line);) {
    if (!read_line(line, costs, way_costs)) return "damaged";
  }
  costs_ = std::move(costs);
  way_costs_ = std::move(way_costs);
  return std::nullopt;
}

// A step is told by three numbers, a way by its name and one. An empty line is none of them.
bool Wisdom::read_line(const std::string& line, Costs& costs, WayCosts& way_costs) {
  std::istringstream fields(line);
  std::string target;
  double cost = 0;
  fields >> target >> std::ws;
  if (std::isdigit(fields.peek()) != 0) {
    Edge edge{target};
    fields >> edge.lanes >> edge.radix >> edge.part >> cost;
    costs[edge] = cost;
  } else {
    Way way{target};
    fields >> way.name >> way.length >> cost;
    way_costs[way] = cost;
  }
  return !fields.fail() && std::isfinite(cost) && cost > 0;
}

void Wisdom::write(std::ostream& out) const {
  out << kFirstLine << '\n' << processor_ << '\n';
  for (const auto& [edge, cost] : costs_) {
    out << edge.target << ' ' << edge.lanes << ' ' << edge.radix << ' ' << edge.part << ' ' << cost << '\n';
  }
  for (const auto& [way, cost] : way_costs_) {
    out << way.target << ' ' << way.name << ' ' << way.length << ' ' << cost << '\n';
  }
}

void Wisdom::learn(const Target& target, std::size_t lanes, std::size_t radix, std::size_t part, double nanoseconds) {
  costs_[{std::string(target.name), lanes, radix, part}] = nanoseconds;
}

void Wisdom::learn_way(const Target& target, std::string_view way, std::size_t length, double nanoseconds) {
  way_costs_[{std::string(target.name), std::string(way), length}] = nanoseconds;
}

std::optional<double> Wisdom::way_cost(const Target& target, std::string_view way, std::size_t length) const {
  const auto known = way_costs_.find({std::string(target.name), std::string(way), length});
  if (known == way_costs_.end()) return std::nullopt;
  return known->second;
}

StepCost Wisdom::cost(const Target& target, std::size_t lanes) const {
  return [this, name = std::string(target.name), lanes](std::size_t radix, std::size_t part) {
    const auto known = costs_.find({name, lanes, radix, part});
    return known == costs_.end() ? std::numeric_limits<double>::infinity() : known->second;
  };
}

std::vector<Route> Wisdom::routes(const Target& target, std::size_t lanes, std::size_t columns, std::size_t count,
                                  Ending ending) const {
  auto known = cheapest_routes(columns, with_ending(cost(target, lanes), ending, columns), count);
  std::erase_if(known, [](const Route& route) { return std::isinf(route.cost); });
  return known.empty() ? cheapest_routes(columns, with_ending(modelled_cost, ending, columns), count) : known;
}

std::optional<std::filesystem::path> wisdom_file() {
  if (const auto file = path_in("GPUFFT_WISDOM")) return file;
  if (const auto cache = path_in("XDG_CACHE_HOME")) return *cache / "gpufft/wisdom";
  if (const auto home = path_in("HOME")) return *home / ".cache/gpufft/wisdom";
  return std::nullopt;
}

const Wisdom& wisdom() {
  static const Wisdom known = [] {
    Wisdom read(this_processor());
    const auto path = wisdom_file();
    if (!path) return read;
    std::ifstream file(*path);
    const auto complaint = file ? read.read(file) : std::nullopt;
    if (complaint) std::fprintf(stderr, "gpufft: %s: %s; ignored\n", path->c_str(), complaint->c_str());
    return read;
  }();
  return known;
}

void save(const Wisdom& wisdom, const std::filesystem::path& path) {
  std::error_code ignored;  // the file says whether it worked
  std::filesystem::create_directories(path.parent_path(), ignored);
  std::ofstream file(path);
  wisdom.write(file);
  if (!file.flush()) throw std::runtime_error(path.string() + ": cannot be written; GPUFFT_WISDOM names another file");
}

}  // namespace gpufft::cpu
