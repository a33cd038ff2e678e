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

// Words joined by spaces: the key under which a wisdom keeps a measurement.
template <typename... Part>
std::string key_of(const Part&... parts) {
  std::ostringstream out;
  const char* between = "";
  ((out << std::exchange(between, " ") << parts), ...);
  return out.str();
}

// What has been measured on one device: costs, and recipes, which are words that only the backend interprets.
class Wisdom {
 public:
  Wisdom(std::string backend, std::string device) : backend_(std::move(backend)), device_(std::move(device)) {}

  // Reads what write() wrote. Returns nullopt, or why the text was rejected (not wisdom, or made on another device);
  // then nothing changes.
  std::optional<std::string> read(std::istream& in);
  void write(std::ostream& out) const;

  void learn(const std::string& what, const std::string& recipe) { known_[what] = recipe; }  // a recipe has no spaces
  void learn(const std::string& what, double cost);
  std::optional<std::string> recipe(const std::string& what) const;
  std::optional<double> cost(const std::string& what) const;  // above zero

  // For the cpu the file is $GPUFFT_WISDOM, or gpufft/wisdom in the user's cache folder; for other backends their name
  // and the device's are appended. An invalid file is ignored, with a warning on standard error.
  void load();
  std::filesystem::path save() const;  // throws std::runtime_error

 private:
  std::optional<std::filesystem::path> file() const;
  std::string first_line() const;

  std::string backend_, device_;
  std::map<std::string, std::string> known_;
};

// The wisdom of a device, one for the whole program, read from its file at first use. Any thread may ask for it, but no
// plan may be made while something is being learnt.
Wisdom& wisdom_of(const std::string& backend, const std::string& device);

}  // namespace gpufft
