// SPDX-License-Identifier: MIT
#include "daemon/outputs/tables/stored_zip.h"

#include <zlib.h>

namespace spectrumd {
namespace {

// Of the header of a file in the archive and in its directory.
constexpr std::uint32_t kLocalHeader = 0x04034b50, kDescriptor = 0x08074b50, kDirectory = 0x02014b50,
                        kDirectoryEnd = 0x06054b50;
constexpr std::uint32_t kVersion = 20, kChecksumBehind = 1U << 3U, kStored = 0;
constexpr std::uint32_t kTimeOfDay = 0, kDate = (0U << 9U) | (1U << 5U) | 1U;  // 1980-01-01: the same bytes every time

class Fields {
 public:
  Fields& two(std::size_t value) { return add(value, 2); }
  Fields& four(std::size_t value) { return add(value, 4); }
  const std::string& text() const { return text_; }

 private:
  Fields& add(std::size_t value, int bytes) {
    for (int i = 0; i < bytes; ++i, value >>= 8U) text_ += static_cast<char>(value & 0xffU);
    return *this;
  }
  std::string text_;
};

}  // namespace

void StoredZip::put(std::string_view bytes) {
  sink_(bytes);
  place_ += static_cast<std::uint32_t>(bytes.size());
}

void StoredZip::begin(const std::string& name, std::uint32_t bytes) {
  entries_.push_back({.name = name, .bytes = bytes, .place = place_});
  const Fields head = Fields()
                          .four(kLocalHeader)
                          .two(kVersion)
                          .two(kChecksumBehind)
                          .two(kStored)
                          .two(kTimeOfDay)
                          .two(kDate)
                          .four(0)
                          .four(bytes)
                          .four(bytes)
                          .two(name.size())
                          .two(0);
  put(head.text() + name);
}

void StoredZip::add(std::string_view bytes) {
  Entry& entry = entries_.back();
  entry.checksum =
      static_cast<std::uint32_t>(crc32_z(entry.checksum, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
  put(bytes);
}

void StoredZip::end() {
  const Entry& entry = entries_.back();
  put(Fields().four(kDescriptor).four(entry.checksum).four(entry.bytes).four(entry.bytes).text());
}

void StoredZip::finish() {
  const std::uint32_t directory = place_;
  for (const Entry& entry : entries_) {
    Fields head;
    head.four(kDirectory).two(kVersion).two(kVersion).two(kChecksumBehind).two(kStored).two(kTimeOfDay).two(kDate);
    head.four(entry.checksum).four(entry.bytes).four(entry.bytes).two(entry.name.size());
    head.two(0).two(0).two(0).two(0).four(0).four(entry.place);
    put(head.text() + entry.name);
  }
  const std::uint32_t bytes = place_ - directory;
  put(Fields()
          .four(kDirectoryEnd)
          .two(0)
          .two(0)
          .two(entries_.size())
          .two(entries_.size())
          .four(bytes)
          .four(directory)
          .two(0)
          .text());
}

}  // namespace spectrumd
