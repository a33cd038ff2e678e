// SPDX-License-Identifier: MIT
#include "daemon/fleet/board_identity.h"

#include <algorithm>
#include <cctype>
#include <fstream>
#include <system_error>
#include <vector>

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

// Without what no identity has: the zero behind the text of a device tree, the end of a line.
std::string word_in(const fs::path& file) {
  std::ifstream stream(file);
  std::string word;
  std::getline(stream, word);
  std::erase_if(word, [](unsigned char letter) { return std::isgraph(letter) == 0; });
  const bool is_blank =
      std::ranges::all_of(word, [](char letter) { return letter == '0' || letter == ':' || letter == '-'; });
  return is_blank ? "" : word;
}

// Of real interfaces, which have a device, the first by name.
std::string network_address(const fs::path& root) {
  std::error_code missing;
  std::vector<fs::path> interfaces;
  for (const auto& entry : fs::directory_iterator(root / "sys/class/net", missing))
    if (fs::exists(entry.path() / "device", missing)) interfaces.push_back(entry.path());
  std::ranges::sort(interfaces);
  for (const fs::path& interface : interfaces)
    if (std::string address = word_in(interface / "address"); !address.empty()) return address;
  return "";
}

}  // namespace

std::string board_identity(const fs::path& root) {
  if (const auto serial = word_in(root / "sys/firmware/devicetree/base/serial-number"); !serial.empty())
    return "pi:" + serial;
  if (const auto address = network_address(root); !address.empty()) return "mac:" + address;
  return "system:" + word_in(root / "etc/machine-id");
}

}  // namespace spectrumd
