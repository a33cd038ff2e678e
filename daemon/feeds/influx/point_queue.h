// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>

namespace spectrumd {

// Points that wait for their database, in batches of one time each. Beyond its limits the oldest are dropped, and
// counted. One thread.
class PointQueue {
 public:
  explicit PointQueue(std::size_t most_bytes) : most_bytes_(most_bytes) {}

  void push(std::string lines);

  // The oldest batches that fit into so many bytes, at least one; they stay until done() or refused(). Empty: none
  // wait.
  std::string front(std::size_t most_bytes, std::size_t most_lines);
  void done();
  void refused();  // they are lost

  std::size_t bytes() const { return bytes_; }
  std::uint64_t delivered() const { return delivered_; }  // lines
  std::uint64_t lost() const { return lost_; }            // likewise

 private:
  struct Batch {
    std::string lines;
    std::size_t count = 0;  // of them
  };

  std::size_t drop_oldest();  // returns its lines

  const std::size_t most_bytes_;
  std::deque<Batch> batches_;
  std::size_t bytes_ = 0, taken_ = 0;  // batches in front()
  std::uint64_t delivered_ = 0, lost_ = 0;
};

}  // namespace spectrumd
