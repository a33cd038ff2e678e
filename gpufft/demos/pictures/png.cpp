// SPDX-License-Identifier: MIT
#include "gpufft/demos/pictures/png.h"

#include <fmt/format.h>
#include <zlib.h>

#include <fstream>
#include <stdexcept>
#include <string>
#include <string_view>

namespace gpufft::program {
namespace {

std::string big_endian(std::size_t number) {
  std::string bytes;
  for (int shift = 24; shift >= 0; shift -= 8) bytes += static_cast<char>(number >> shift);
  return bytes;
}

std::string chunk(std::string_view name, std::string_view contents) {
  const std::string body = std::string(name) + std::string(contents);
  const auto sum = crc32(0, reinterpret_cast<const Bytef*>(body.data()), static_cast<uInt>(body.size()));
  return big_endian(contents.size()) + body + big_endian(sum);
}

std::string header(const Picture& picture) {
  constexpr char kBits = 8, kGray = 0, kColour = 2;
  return big_endian(picture.width) + big_endian(picture.height) + kBits + (picture.channels == 1 ? kGray : kColour) +
         std::string(3, '\0');
}

// Each row begins with the number of its filter. Neighbouring pixels of maps are similar, so each is stored as the
// difference from its left neighbour.
std::string packed_rows(const Picture& picture) {
  constexpr char kFromTheLeft = 1;
  std::string rows;
  const std::size_t row_bytes = picture.width * picture.channels;
  for (std::size_t y = 0; y < picture.height; ++y) {
    rows += kFromTheLeft;
    const std::uint8_t* const row = &picture.bytes[y * row_bytes];
    for (std::size_t i = 0; i < row_bytes; ++i)
      rows += static_cast<char>(row[i] - (i < picture.channels ? 0 : row[i - picture.channels]));
  }
  uLongf size = compressBound(rows.size());
  std::string packed(size, '\0');
  if (compress(reinterpret_cast<Bytef*>(packed.data()), &size, reinterpret_cast<const Bytef*>(rows.data()),
               rows.size()) != Z_OK)
    throw std::runtime_error("zlib cannot compress the picture");
  packed.resize(size);
  return packed;
}

}  // namespace

void write_png(const std::filesystem::path& file, const Picture& picture) {
  std::ofstream stream(file, std::ios::binary);
  stream << "\x89PNG\r\n\x1a\n"
         << chunk("IHDR", header(picture)) << chunk("IDAT", packed_rows(picture)) << chunk("IEND", "");
  if (!stream.flush()) throw std::runtime_error(file.string() + ": cannot be written");
}

}  // namespace gpufft::program
