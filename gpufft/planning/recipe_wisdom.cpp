// SPDX-License-Identifier: MIT
#include "gpufft/planning/recipe_wisdom.h"

#include <algorithm>
#include <cctype>
#include <cstdio>
#include <fstream>
#include <stdexcept>

#include "gpufft/cpu/wisdom.h"

namespace gpufft {

std::optional<std::string> RecipeWisdom::read(std::istream& in) {
  std::string first, device, work, recipe;
  if (!std::getline(in, first) || first != first_line() || !std::getline(in, device)) return "not a wisdom file";
  if (device != device_) return "made on another device, " + device;
  decltype(known_) known;
  for (std::size_t length = 0; in >> work >> length >> recipe;) known[{work, length}] = recipe;
  if (!in.eof()) return "damaged";
  known_ = std::move(known);
  return std::nullopt;
}

void RecipeWisdom::write(std::ostream& out) const {
  out << first_line() << '\n' << device_ << '\n';
  for (const auto& [what, recipe] : known_) out << what.first << ' ' << what.second << ' ' << recipe << '\n';
}

void RecipeWisdom::learn(const std::string& work, std::size_t length, const std::string& recipe) {
  known_[{work, length}] = recipe;
}

std::optional<std::string> RecipeWisdom::recipe(const std::string& work, std::size_t length) const {
  const auto found = known_.find({work, length});
  if (found == known_.end()) return std::nullopt;
  return found->second;
}

std::optional<std::filesystem::path> RecipeWisdom::file() const {
  auto path = cpu::wisdom_file();
  std::string name = device_;
  const auto is_odd = [](unsigned char sign) { return !std::isalnum(sign) && sign != '.' && sign != '-'; };
  std::ranges::replace_if(name, is_odd, '_');
  if (path) *path += '.' + backend_ + '.' + name;
  return path;
}

void RecipeWisdom::load() {
  const auto path = file();
  if (!path) return;
  std::ifstream in(*path);
  const auto complaint = in ? read(in) : std::nullopt;
  if (complaint) std::fprintf(stderr, "gpufft: %s: %s; ignored\n", path->c_str(), complaint->c_str());
}

std::filesystem::path RecipeWisdom::save() const {
  const auto path = file();
  if (!path) throw std::runtime_error("nowhere to keep what is measured; GPUFFT_WISDOM names a file");
  std::error_code ignored;  // the file says whether it worked
  std::filesystem::create_directories(path->parent_path(), ignored);
  std::ofstream out(*path);
  write(out);
  if (!out.flush()) throw std::runtime_error(path->string() + ": cannot be written; GPUFFT_WISDOM names another file");
  return *path;
}

}  // namespace gpufft
