// SPDX-License-Identifier: MIT
#include "gpufft/demos/pictures/png.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>
#include <string_view>

namespace gpufft::program {
namespace {

using Bytes = std::vector<std::uint8_t>;

constexpr std::array<std::uint8_t, 8> kSignature{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'};
constexpr std::size_t kMostPixels = std::size_t{1} << 26;
constexpr std::uint8_t kGrey = 0, kColour = 2, kPalette = 3, kGreyAlpha = 4, kColourAlpha = 6;  // PNG 11.2.2

std::uint32_t number_at(std::span<const std::uint8_t> bytes) {
  return std::uint32_t{bytes[0]} << 24 | std::uint32_t{bytes[1]} << 16 | std::uint32_t{bytes[2]} << 8 | bytes[3];
}

std::uint32_t checksum(std::span<const std::uint8_t> bytes) {
  return static_cast<std::uint32_t>(crc32(0, bytes.data(), static_cast<uInt>(bytes.size())));
}

struct Header {
  std::size_t width = 0, height = 0;
  unsigned depth = 0, colour = 0, interlace = 0;

  std::size_t samples() const {  // per pixel
    return colour == kColour ? 3 : colour == kColourAlpha ? 4 : colour == kGreyAlpha ? 2 : 1;
  }
  std::size_t pixel_bytes() const { return std::max<std::size_t>(1, samples() * depth / 8); }
  std::size_t row_bytes() const { return (width * samples() * depth + 7) / 8; }
};

Header header_of(std::span<const std::uint8_t> data) {
  if (data.size() != 13) throw std::runtime_error("its header is damaged");
  const Header header{number_at(data), number_at(data.subspan(4)), data[8], data[9], data[12]};
  if (header.width == 0 || header.height == 0) throw std::runtime_error("it has no pixels");
  if (header.width > kMostPixels / header.height)
    throw std::runtime_error(
        fmt::format("{} by {} pixels are more than the limit of {}", header.width, header.height, kMostPixels));
  const bool low = header.colour == kGrey || header.colour == kPalette;
  const bool depth_known = header.depth == 8 || (header.depth == 16 && header.colour != kPalette) ||
                           (low && (header.depth == 1 || header.depth == 2 || header.depth == 4));
  const bool colour_known =
      low || header.colour == kColour || header.colour == kGreyAlpha || header.colour == kColourAlpha;
  if (!depth_known || !colour_known) throw std::runtime_error("its header has an invalid colour type or depth");
  if (header.interlace != 0) throw std::runtime_error("it is interlaced; save it without interlacing");
  return header;
}

// The contents of all chunks.
struct Contents {
  Header header;
  Bytes palette, packed;
};

Contents contents_of(std::span<const std::uint8_t> file) {
  if (file.size() < kSignature.size() || !std::ranges::equal(file.first(kSignature.size()), kSignature))
    throw std::runtime_error("it is not a PNG file");
  Contents contents;
  for (auto rest = file.subspan(kSignature.size());;) {
    if (rest.size() < 12 || number_at(rest) > rest.size() - 12) throw std::runtime_error("it ends too early");
    const std::size_t size = number_at(rest);
    const auto data = rest.subspan(8, size);
    if (checksum(rest.subspan(4, 4 + size)) != number_at(rest.subspan(8 + size)))
      throw std::runtime_error("it is damaged: a checksum is wrong");
    const std::string_view type(reinterpret_cast<const char*>(rest.data()) + 4, 4);
    if ((contents.header.width == 0) != (type == "IHDR")) throw std::runtime_error("its header is damaged");
    if (type == "IHDR") contents.header = header_of(data);
    if (type == "PLTE") contents.palette.assign(data.begin(), data.end());
    if (type == "IDAT") contents.packed.insert(contents.packed.end(), data.begin(), data.end());
    if (type == "IEND") return contents;
    rest = rest.subspan(12 + size);
  }
}

Bytes unpack(const Contents& contents) {
  Bytes rows(contents.header.height * (1 + contents.header.row_bytes()));
  auto size = static_cast<uLongf>(rows.size());
  const int result = uncompress(rows.data(), &size, contents.packed.data(), static_cast<uLong>(contents.packed.size()));
  if (result != Z_OK || size != rows.size()) throw std::runtime_error("its pixels are damaged");
  return rows;
}

std::uint8_t paeth(int left, int above, int corner) {
  const int estimate = left + above - corner;
  const int by_left = std::abs(estimate - left), by_above = std::abs(estimate - above),
            by_corner = std::abs(estimate - corner);
  if (by_left <= by_above && by_left <= by_corner) return static_cast<std::uint8_t>(left);
  return static_cast<std::uint8_t>(by_above <= by_corner ? above : corner);
}

std::uint8_t predicted(unsigned filter, std::uint8_t left, std::uint8_t above, std::uint8_t corner) {
  switch (filter) {
    case 0:
      return 0;
    case 1:
      return left;
    case 2:
      return above;
    case 3:
      return static_cast<std::uint8_t>((left + above) / 2);
    case 4:
      return paeth(left, above, corner);
    default:
      throw std::runtime_error("its pixels are damaged: unknown filter");
  }
}

// Works in place; each row begins with the number of its filter (PNG 9).
void undo_filters(const Header& header, Bytes& rows) {
  const std::size_t row_bytes = header.row_bytes(), step = header.pixel_bytes();
  const Bytes nothing(row_bytes);
  const std::uint8_t* above = nothing.data();
  for (std::size_t y = 0; y < header.height; ++y) {
    std::uint8_t* const row = rows.data() + y * (1 + row_bytes) + 1;
    for (std::size_t i = 0; i < row_bytes; ++i) {
      const std::uint8_t left = i < step ? 0 : row[i - step], corner = i < step ? 0 : above[i - step];
      row[i] = static_cast<std::uint8_t>(row[i] + predicted(row[-1], left, above[i], corner));
    }
    above = row;
  }
}

// Sample `index` of a row: the upper half of 16 bits; less than 8 bits are scaled up unless they index a palette.
std::uint8_t sample_at(const Header& header, const std::uint8_t* row, std::size_t index) {
  if (header.depth >= 8) return row[index * header.depth / 8];
  const std::size_t bit = index * header.depth;
  const unsigned most = (1U << header.depth) - 1;
  const unsigned value = row[bit / 8] >> (8 - header.depth - bit % 8) & most;
  return static_cast<std::uint8_t>(header.colour == kPalette ? value : value * 255 / most);
}

void copy_pixel(const Contents& contents, const std::uint8_t* row, std::size_t x, std::uint8_t* pixel,
                std::size_t channels) {
  const std::size_t first = x * contents.header.samples();
  if (contents.header.colour == kPalette) {
    const std::size_t place = std::size_t{3} * sample_at(contents.header, row, first);
    if (place + 3 > contents.palette.size())
      throw std::runtime_error("its pixels are damaged: a colour outside the palette");
    std::copy_n(contents.palette.begin() + static_cast<std::ptrdiff_t>(place), 3, pixel);
    return;
  }
  for (std::size_t channel = 0; channel < channels; ++channel)
    pixel[channel] = sample_at(contents.header, row, first + channel);
}

}  // namespace

Picture decode_png(std::span<const std::uint8_t> file) {
  const Contents contents = contents_of(file);
  const Header& header = contents.header;
  Bytes rows = unpack(contents);
  undo_filters(header, rows);
  const bool grey = header.colour == kGrey || header.colour == kGreyAlpha;
  Picture picture{header.width, header.height, grey ? std::size_t{1} : 3, {}};
  picture.bytes.resize(picture.width * picture.height * picture.channels);
  for (std::size_t y = 0; y < picture.height; ++y) {
    const std::uint8_t* const row = rows.data() + y * (1 + header.row_bytes()) + 1;
    for (std::size_t x = 0; x < picture.width; ++x)
      copy_pixel(contents, row, x, &picture.bytes[picture.place(x, y)], picture.channels);
  }
  return picture;
}

Picture read_png(const std::filesystem::path& path) {
  std::ifstream in(path, std::ios::binary);
  if (!in || std::filesystem::is_directory(path))
    throw std::runtime_error(fmt::format("{}: cannot be read; does it exist?", path.string()));
  const std::vector<char> file{std::istreambuf_iterator<char>(in), {}};
  try {
    return decode_png({reinterpret_cast<const std::uint8_t*>(file.data()), file.size()});
  } catch (const std::runtime_error& error) {
    throw std::runtime_error(fmt::format("{}: {}", path.string(), error.what()));
  }
}

}  // namespace gpufft::program
