// SPDX-License-Identifier: MIT
#pragma once

#include <algorithm>
#include <cerrno>
#include <condition_variable>
#include <mutex>
#include <set>

#include "daemon/outputs/disk.h"

namespace spectrumd {

// A disk that stalls until it is released, and that has as much room for samples as a test gives it.
class TestDisk : public Disk {
 public:
  enum class Stalled { Nothing, Syncs, Everything };

  void stall(Stalled what) {
    set([&] { stalled_ = what; });
  }
  void release() { stall(Stalled::Nothing); }
  void wait_until_stalled() {
    std::unique_lock lock(mutex_);
    changed_.wait(lock, [this] { return waiting_ > 0; });
  }
  void set_available(std::uint64_t bytes) {
    set([&] { available_ = bytes; });
  }
  void fail_to_create(int error) {
    set([&] { create_error_ = error; });
  }

  int create(const std::filesystem::path& file) override {
    std::unique_lock lock(mutex_);
    wait(lock, Stalled::Everything);
    if ((errno = create_error_) != 0) return -1;
    const int descriptor = Disk::create(file);
    if (file.extension() == ".sigmf-data" || file.extension() == ".wav") samples_.insert(descriptor);
    return descriptor;
  }
  ssize_t write(int descriptor, std::span<const std::byte> bytes) override {
    std::unique_lock lock(mutex_);
    wait(lock, Stalled::Everything);
    if (!samples_.contains(descriptor)) return Disk::write(descriptor, bytes);
    const std::size_t fitting = std::min<std::uint64_t>(bytes.size(), available_);
    errno = ENOSPC;
    if (fitting == 0) return -1;
    available_ -= fitting;
    return Disk::write(descriptor, bytes.first(fitting));
  }
  int sync(int descriptor) override {
    std::unique_lock lock(mutex_);
    wait(lock, Stalled::Syncs);
    return Disk::sync(descriptor);
  }
  std::optional<std::uint64_t> available(const std::filesystem::path&) override {
    const std::scoped_lock lock(mutex_);
    return available_;
  }

 private:
  template <class Change>
  void set(Change change) {
    const std::scoped_lock lock(mutex_);
    change();
    changed_.notify_all();
  }
  void wait(std::unique_lock<std::mutex>& lock, Stalled least) {
    if (stalled_ < least) return;
    ++waiting_;
    changed_.notify_all();
    changed_.wait(lock, [&] { return stalled_ < least; });
    --waiting_;
  }

  std::mutex mutex_;
  std::condition_variable changed_;
  Stalled stalled_ = Stalled::Nothing;
  std::size_t waiting_ = 0;
  std::uint64_t available_ = std::uint64_t{1} << 40;
  int create_error_ = 0;
  std::set<int> samples_;
};

}  // namespace spectrumd
