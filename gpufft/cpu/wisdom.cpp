// SPDX-License-Identifier: MIT
#include "gpufft/cpu/wisdom.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <limits>
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
  std::map<Edge, double> costs;
  Edge edge;
  for (double cost = 0; in >> edge.target >> edge.lanes >> edge.radix >> edge.part >> cost; costs[edge] = cost) {
    if (!std::isfinite(cost) || cost <= 0) return "damaged";
  }
  if (!in.eof()) return "damaged";
  costs_ = std::move(costs);
  return std::nullopt;
}

void Wisdom::write(std::ostream& out) const {
  out << kFirstLine << '\n' << processor_ << '\n';
  for (const auto& [edge, cost] : costs_) {
    out << edge.target << ' ' << edge.lanes << ' ' << edge.radix << ' ' << edge.part << ' ' << cost << '\n';
  }
}

void Wisdom::learn(const Target& target, std::size_t lanes, std::size_t radix, std::size_t part, double nanoseconds) {
  costs_[{std::string(target.name), lanes, radix, part}] = nanoseconds;
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
