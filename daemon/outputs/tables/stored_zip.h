// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// A ZIP archive of uncompressed files, written in order into something that cannot be rewound: the checksum of a file
// stands behind it, its size must be known. At most 4 GiB in all. One thread.
class StoredZip {
 public:
  using Sink = std::function<void(std::string_view bytes)>;

  explicit StoredZip(Sink sink) : sink_(std::move(sink)) {}

  void begin(const std::string& name, std::uint32_t bytes);
  void add(std::string_view bytes);  // of the file that was begun, exactly as many as announced
  void end();
  void finish();  // after the last file

 private:
  struct Entry {
    std::string name;
    std::uint32_t bytes = 0, checksum = 0, place = 0;
  };
  void put(std::string_view bytes);

  const Sink sink_;
  std::vector<Entry> entries_;
  std::uint32_t place_ = 0;
};

}  // namespace spectrumd
