// SPDX-License-Identifier: MIT
#pragma once

#include <functional>
#include <string_view>

namespace spectrumd {

// librtlsdr reports some problems only on stderr: that the PLL of the tuner is not locked, that the device is lost.
// From the first call on, what C code prints there goes line by line into the log, the same line once in ten seconds,
// and to listeners on the thread that printed it. Our own log keeps the original stderr.
void capture_library_messages();

class LibraryListener {
 public:
  using Hear = std::function<void(std::string_view line)>;

  explicit LibraryListener(Hear hear);  // on this thread, until destruction; the innermost listener is called
  ~LibraryListener();
  LibraryListener(const LibraryListener&) = delete;
  LibraryListener& operator=(const LibraryListener&) = delete;

 private:
  friend struct LibraryStream;
  const Hear hear_;
  LibraryListener* const outer_;
};

}  // namespace spectrumd
