// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <span>

namespace spectrumd {

// Opens and closes sound with soft edges, so that it does not click.
class Fader {
 public:
  Fader(std::size_t frames, bool open);  // that an edge lasts; a frame is a sample of each sound channel

  void set_open(bool open) { open_ = open; }
  bool open() const { return open_; }
  bool silent() const { return !open_ && at_ == 0; }
  void apply(std::span<float> sound, std::size_t channels);

 private:
  std::size_t frames_, at_;
  bool open_;
};

}  // namespace spectrumd
