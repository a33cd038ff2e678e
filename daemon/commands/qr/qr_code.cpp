// SPDX-License-Identifier: MIT
#include "daemon/commands/qr/qr_code.h"

#include <qrencode.h>
#include <strings.h>
#include <unistd.h>

#include <algorithm>
#include <memory>
#include <stdexcept>
#include <string_view>

#include "daemon/config/environment.h"

namespace spectrumd {

namespace {

constexpr int kMargin = 4;  // ISO/IEC 18004, 6.3.8

class Drawing {
 public:
  explicit Drawing(const QrCode& code) : code_(code), size_(static_cast<int>(code.size)) {}

  int from() const { return -kMargin; }
  int to() const { return size_ + kMargin; }
  bool is_light(int x, int y) const {
    if (y >= to()) return false;  // the lower half of the last line
    const bool inside = x >= 0 && y >= 0 && x < size_ && y < size_;
    return !inside || !code_.is_dark(static_cast<std::size_t>(x), static_cast<std::size_t>(y));
  }

 private:
  const QrCode& code_;
  int size_;
};

std::string_view half_blocks(bool upper, bool lower) {
  if (upper) return lower ? "█" : "▀";
  return lower ? "▄" : " ";
}

std::string line_of(const Drawing& drawing, int y, bool utf8) {
  std::string line;
  for (int x = drawing.from(); x < drawing.to(); ++x) {
    const bool light = drawing.is_light(x, y);
    line += utf8 ? half_blocks(light, drawing.is_light(x, y + 1)) : std::string_view(light ? "##" : "  ");
  }
  return line;
}

// As setlocale(3) would find it.
std::string_view locale_of_characters() {
  for (const char* name : {"LC_ALL", "LC_CTYPE", "LANG"})
    if (const std::string_view value = environment(name); !value.empty()) return value;
  return "";
}

bool is_utf8(std::string_view locale) {
  std::string codes(locale.substr(std::min(locale.size(), locale.find('.') + 1)));
  codes = codes.substr(0, codes.find('@'));
  return strcasecmp(codes.c_str(), "UTF-8") == 0 || strcasecmp(codes.c_str(), "utf8") == 0;
}

}  // namespace

QrCode qr_code_of(const std::string& text) {
  const std::unique_ptr<QRcode, decltype(&QRcode_free)> code(QRcode_encodeString8bit(text.c_str(), 0, QR_ECLEVEL_L),
                                                             QRcode_free);
  if (!code) throw std::runtime_error("\"" + text + "\" does not fit into a QR code");
  QrCode result{.size = static_cast<std::size_t>(code->width), .dark = {}};
  for (std::size_t i = 0; i < result.size * result.size; ++i) result.dark.push_back(code->data[i] & 1);
  return result;
}

QrStyle style_of_terminal() { return {.utf8 = is_utf8(locale_of_characters()), .colours = isatty(STDOUT_FILENO) == 1}; }

std::string drawn(const QrCode& code, QrStyle style) {
  const Drawing drawing(code);
  std::string lines;
  for (int y = drawing.from(); y < drawing.to(); y += style.utf8 ? 2 : 1) {
    const std::string line = line_of(drawing, y, style.utf8);
    lines += style.colours ? "\x1b[97;40m" + line + "\x1b[0m\n" : line + "\n";
  }
  return lines;
}

}  // namespace spectrumd
