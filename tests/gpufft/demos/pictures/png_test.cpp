// SPDX-License-Identifier: MIT
#include "gpufft/demos/pictures/png.h"

#include <gtest/gtest.h>
#include <unistd.h>
#include <zlib.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>

namespace gpufft::program {
namespace {

using Bytes = std::vector<std::uint8_t>;

void append_number(Bytes& file, std::size_t number) {
  for (int shift = 24; shift >= 0; shift -= 8) file.push_back(static_cast<std::uint8_t>(number >> shift));
}

void append_chunk(Bytes& file, const std::string& type, const Bytes& data) {
  append_number(file, data.size());
  Bytes named(type.begin(), type.end());
  named.insert(named.end(), data.begin(), data.end());
  file.insert(file.end(), named.begin(), named.end());
  append_number(file, crc32(0, named.data(), static_cast<uInt>(named.size())));
}

// `rows` with the number of a filter before each.
Bytes file_of(std::size_t width, std::size_t height, std::uint8_t depth, std::uint8_t colour, const Bytes& rows,
              const Bytes& palette = {}, std::uint8_t interlace = 0) {
  Bytes file{0x89, 'P', 'N', 'G', '\r', '\n', 0x1A, '\n'}, header;
  append_number(header, width);
  append_number(header, height);
  header.insert(header.end(), {depth, colour, 0, 0, interlace});
  append_chunk(file, "IHDR", header);
  append_chunk(file, "tEXt", {'a', 0, 'b'});  // to be skipped
  if (!palette.empty()) append_chunk(file, "PLTE", palette);
  Bytes packed(compressBound(rows.size()));
  uLongf size = packed.size();
  compress(packed.data(), &size, rows.data(), rows.size());
  packed.resize(size);
  const auto half = packed.begin() + static_cast<std::ptrdiff_t>(size / 2);
  append_chunk(file, "IDAT", {packed.begin(), half});  // in two pieces, as big files are
  append_chunk(file, "IDAT", {half, packed.end()});
  append_chunk(file, "IEND", {});
  return file;
}

std::string refusal(const std::function<void()>& step) {
  try {
    step();
  } catch (const std::runtime_error& error) {
    return error.what();
  }
  return "";
}

// Through a file, as pictures are written.
Bytes written(const Picture& picture) {
  const auto file = std::filesystem::temp_directory_path() / ("png_test." + std::to_string(getpid()));
  write_png(file, picture);
  std::ifstream in(file, std::ios::binary);
  Bytes bytes{std::istreambuf_iterator<char>(in), {}};
  std::filesystem::remove(file);
  return bytes;
}

Picture random_picture(std::size_t width, std::size_t height, std::size_t channels) {
  std::mt19937 random(1);
  Picture picture{width, height, channels, Bytes(width * height * channels)};
  for (auto& level : picture.bytes) level = static_cast<std::uint8_t>(random());
  return picture;
}

TEST(Png, ComesBackAsItWas) {
  for (const std::size_t channels : {1, 3})
    for (const auto& [width, height] : {std::pair<std::size_t, std::size_t>{1, 1}, {17, 3}, {200, 150}}) {
      const Picture before = random_picture(width, height, channels), after = decode_png(written(before));
      EXPECT_EQ(after.width, width);
      EXPECT_EQ(after.height, height);
      EXPECT_EQ(after.channels, channels);
      EXPECT_EQ(after.bytes, before.bytes);
    }
}

// Two rows of three grey pixels, calculated manually (PNG 9.2, 9.4).
TEST(Png, UndoesEveryFilter) {
  const Bytes levels{10, 20, 40, 60, 50, 90};
  const std::pair<int, Bytes> rows[] = {{0, {0, 10, 20, 40, 0, 60, 50, 90}},
                                        {1, {1, 10, 10, 20, 1, 60, 246, 40}},
                                        {2, {2, 10, 20, 40, 2, 50, 30, 50}},
                                        {3, {3, 10, 15, 30, 3, 55, 10, 45}},
                                        {4, {4, 10, 10, 20, 4, 50, 246, 40}}};
  for (const auto& [filter, bytes] : rows) EXPECT_EQ(decode_png(file_of(3, 2, 8, 0, bytes)).bytes, levels) << filter;
}

TEST(Png, TakesEveryColourTypeAndDepth) {
  EXPECT_EQ(decode_png(file_of(5, 1, 1, 0, {0, 0b10110000})).bytes, (Bytes{255, 0, 255, 255, 0}));
  EXPECT_EQ(decode_png(file_of(4, 1, 2, 0, {0, 0b00011011})).bytes, (Bytes{0, 85, 170, 255}));
  EXPECT_EQ(decode_png(file_of(2, 1, 4, 0, {0, 0x3F})).bytes, (Bytes{51, 255}));
  EXPECT_EQ(decode_png(file_of(1, 1, 16, 0, {0, 0x12, 0x34})).bytes, (Bytes{0x12}));
  EXPECT_EQ(decode_png(file_of(1, 1, 8, 2, {0, 1, 2, 3})).bytes, (Bytes{1, 2, 3}));
  EXPECT_EQ(decode_png(file_of(1, 1, 16, 2, {0, 1, 0, 2, 0, 3, 0})).bytes, (Bytes{1, 2, 3}));
  EXPECT_EQ(decode_png(file_of(2, 1, 8, 4, {0, 7, 255, 9, 0})).bytes, (Bytes{7, 9}));
  EXPECT_EQ(decode_png(file_of(1, 1, 8, 6, {0, 1, 2, 3, 99})).bytes, (Bytes{1, 2, 3}));
  EXPECT_EQ(decode_png(file_of(2, 1, 4, 3, {0, 0x10}, {1, 2, 3, 4, 5, 6})).bytes, (Bytes{4, 5, 6, 1, 2, 3}));
}

TEST(Png, SaysWhyAFileIsNotTaken) {
  const auto why = [](const Bytes& file) { return refusal([&] { decode_png(file); }); };
  EXPECT_EQ(why({}), "it is not a PNG file");
  EXPECT_EQ(why(Bytes(100, 'x')), "it is not a PNG file");
  EXPECT_EQ(why(file_of(1, 1, 8, 0, {0, 1}, {}, 1)), "it is interlaced; save it without interlacing");
  EXPECT_EQ(why(file_of(0, 1, 8, 0, {0, 1})), "it has no pixels");
  EXPECT_NE(why(file_of(1 << 20, 1 << 20, 8, 0, {0, 1})).find("1048576 by 1048576 pixels"), std::string::npos);
  EXPECT_NE(why(file_of(1, 1, 3, 0, {0, 1})).find("an invalid colour type or depth"), std::string::npos);
  EXPECT_NE(why(file_of(1, 1, 8, 5, {0, 1})).find("an invalid colour type or depth"), std::string::npos);
  EXPECT_EQ(why(file_of(2, 2, 8, 0, {0, 1})), "its pixels are damaged");
  EXPECT_NE(why(file_of(1, 1, 8, 0, {9, 1})).find("filter"), std::string::npos);
  EXPECT_NE(why(file_of(1, 1, 8, 3, {0, 2}, {1, 2, 3})).find("outside the palette"), std::string::npos);
}

TEST(Png, DamageAnywhereIsNoticed) {
  const Bytes whole = written(random_picture(9, 7, 3));
  for (std::size_t size = 0; size < whole.size(); ++size)
    EXPECT_NE(refusal([&] { decode_png(std::span(whole).first(size)); }), "") << size;
  for (std::size_t place = 0; place < whole.size(); ++place) {
    Bytes damaged = whole;
    damaged[place] ^= 0x20;
    EXPECT_NE(refusal([&] { decode_png(damaged); }), "") << place;
  }
}

TEST(Png, NamesTheFileThatCannotBeReadOrWritten) {
  EXPECT_EQ(refusal([] { read_png("/nowhere/picture.png"); }), "/nowhere/picture.png: cannot be read; does it exist?");
  EXPECT_NE(refusal([] { read_png(std::filesystem::temp_directory_path()); }).find("cannot be read"),
            std::string::npos);
  EXPECT_EQ(refusal([] { write_png("/nowhere/picture.png", random_picture(1, 1, 1)); }),
            "/nowhere/picture.png: cannot be written");
}

}  // namespace
}  // namespace gpufft::program
