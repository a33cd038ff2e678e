// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <filesystem>
#include <iosfwd>
#include <map>
#include <optional>
#include <sstream>
#include <string>
#include <utility>

namespace gpufft {

// Words with a space between them, by which a wisdom knows what was measured.
template <typename... Part>
std::string key_of(const Part&... parts) {
  std::ostringstream out;
  const char* between = "";
  ((out << std::exchange(between, " ") << parts), ...);
  return out.str();
}

// What has been measured on one device: costs, and recipes, which are words that say more to a backend than here.
class Wisdom {
 public:
  Wisdom(std::string backend, std::string device) : backend_(std::move(backend)), device_(std::move(device)) {}

  // Accepts what was saved. Returns the reason, and stays as it is, if that is not such a text, or another device's.
  std::optional<std::string> read(std::istream& in);
  void write(std::ostream& out) const;

  void learn(const std::string& what, const std::string& recipe) { known_[what] = recipe; }  // no spaces in a recipe
  void learn(const std::string& what, double cost);
  std::optional<std::string> recipe(const std::string& what) const;
  std::optional<double> cost(const std::string& what) const;  // over zero

  // The file is $GPUFFT_WISDOM, or gpufft/wisdom in the user's cache folder, for the cpu; with the backend and the
  // device behind it for others. A file that is not good is ignored, with a warning on the standard error output.
  void load();
  std::filesystem::path save() const;  // throws std::runtime_error

 private:
  std::optional<std::filesystem::path> file() const;
  std::string first_line() const;

  std::string backend_, device_;
  std::map<std::string, std::string> known_;
};

// That of a device, read from its file when first asked for; the same for the whole program. Any thread may ask, but
// no plan may be made while something is learnt.
Wisdom& wisdom_of(const std::string& backend, const std::string& device);

}  // namespace gpufft
