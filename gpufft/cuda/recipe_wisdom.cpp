// SPDX-License-Identifier: MIT
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "gpufft/cpu/wisdom.h"
#include "gpufft/cuda/device.h"
#include "gpufft/cuda/tuner.h"

namespace gpufft::cuda {
namespace {

constexpr auto kFirstLine = "gpufft cuda wisdom 1";

std::optional<std::filesystem::path> file() {
  auto path = cpu::wisdom_file();
  if (path) *path += ".cuda";
  return path;
}

}  // namespace

const char* to_string(Work work) {
  switch (work) {
    case Work::Points:
      return "points";
    case Work::Mean:
      return "mean";
    case Work::Power:
      break;
  }
  return "power";
}

std::optional<std::string> RecipeWisdom::read(std::istream& in) {
  std::string first, device, work, recipe;
  if (!std::getline(in, first) || first != kFirstLine || !std::getline(in, device)) return "not a wisdom file";
  if (device != device_) return "made on another device, " + device;
  decltype(known_) known;
  for (std::size_t length = 0; in >> work >> length >> recipe;) known[{work, length}] = recipe;
  if (!in.eof()) return "damaged";
  known_ = std::move(known);
  return std::nullopt;
}

void RecipeWisdom::write(std::ostream& out) const {
  out << kFirstLine << '\n' << device_ << '\n';
  for (const auto& [what, recipe] : known_) out << what.first << ' ' << what.second << ' ' << recipe << '\n';
}

void RecipeWisdom::learn(Work work, std::size_t length, const std::string& recipe) {
  known_[{to_string(work), length}] = recipe;
}

std::optional<std::string> RecipeWisdom::recipe(Work work, std::size_t length) const {
  const auto found = known_.find({to_string(work), length});
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

RecipeWisdom& recipe_wisdom() {
  static RecipeWisdom known = [] {
    RecipeWisdom read(device_facts().name);
    const auto path = file();
    if (!path) return read;
    std::ifstream in(*path);
    const auto complaint = in ? read.read(in) : std::nullopt;
    if (complaint) std::fprintf(stderr, "gpufft: %s: %s; ignored\n", path->c_str(), complaint->c_str());
    return read;
  }();
  return known;
}

std::string save_recipe_wisdom() {
  const auto path = file();
  if (!path) throw std::runtime_error("nowhere to keep what is measured; GPUFFT_WISDOM names a file");
  std::error_code ignored;  // the file says whether it worked
  std::filesystem::create_directories(path->parent_path(), ignored);
  std::ofstream out(*path);
  recipe_wisdom().write(out);
  if (!out.flush()) throw std::runtime_error(path->string() + ": cannot be written; GPUFFT_WISDOM names another file");
  return path->string();
}

}  // namespace gpufft::cuda
