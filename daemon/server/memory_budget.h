// SPDX-License-Identifier: MIT
#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace spectrumd {

using SharedText = std::shared_ptr<const std::string>;

// Limits the total memory of responses being sent. Any thread; nothing blocks.
class MemoryBudget {
 public:
  // A number of bytes reserved in a budget, which must outlive it.
  class Share {
   public:
    Share(Share&& other) noexcept : budget_(other.budget_), bytes_(std::exchange(other.bytes_, 0)) {}
    Share& operator=(Share&&) = delete;
    ~Share() { budget_.used_ -= bytes_; }

   private:
    friend MemoryBudget;
    Share(MemoryBudget& budget, std::size_t bytes) : budget_(budget), bytes_(bytes) {}

    MemoryBudget& budget_;
    std::size_t bytes_;
  };

  void set_limit(std::size_t bytes) { limit_ = bytes; }

  std::optional<Share> take(std::size_t bytes);  // nullopt if the budget is exhausted
  SharedText hold(std::string text);             // reserves its bytes for as long as it is kept; null if exhausted
  std::size_t used() const { return used_; }

  // Returns freed memory to the system if much was in use since the last call and now nothing is. Takes milliseconds.
  void trim();
  bool wants_trim() const;

 private:
  std::atomic<std::size_t> limit_ = std::size_t{32} << 20;
  std::atomic<std::size_t> used_ = 0;
  std::atomic<std::size_t> peak_ = 0;  // since the last trim
};

}  // namespace spectrumd
