// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "gpufft/qpu/device.h"
#include "qpu/kernels/program_image.h"

namespace gpufft::qpu {

// Of transforms, which have no deadline. The kernel driver's is a second.
inline constexpr std::chrono::milliseconds kLaunchTimeout{900};

// Programs that do the same for different numbers of items at once, as batches have tails. They share input and output.
struct ProgramSet {
  struct Places {
    std::uint32_t memory, input, output;  // bus addresses
  };
  struct Entry {
    std::size_t count;         // items at once
    std::size_t memory_bytes;  // besides input and output
    std::function<std::vector<::qpu::ProgramStart>(std::span<std::byte> memory, const Places& places)> lay_out;
  };
  std::size_t input_bytes = 0, output_bytes = 0;
  std::vector<Entry> entries;  // the largest count first

  std::size_t bytes() const;  // of all together
};

// Transforms; `counts` descend. The kernels must support the length, in points of their kind.
enum class Samples { Complex, Real };
ProgramSet transform_programs(std::size_t length, bool inverse, std::span<const std::size_t> counts,
                              Samples samples = Samples::Complex);

// A set of programs in the memory of a board, in one allocation, laid out once.
class QpuPrograms {
 public:
  QpuPrograms(std::shared_ptr<QpuDevice> device, const ProgramSet& set);  // throws DeviceError

  // The most items that can be done at once out of `wanted`, which must be a multiple of the last count.
  std::size_t at_once(std::size_t wanted) const;

  // Uncached: write and read forward.
  std::span<volatile std::uint32_t> input();
  std::span<volatile std::uint32_t> output();

  // Does `count` items, which is one of the counts. Throws DeviceError.
  Microseconds run(std::size_t count, std::chrono::milliseconds timeout);

 private:
  struct Launch {
    std::size_t count;
    std::vector<mailbox::Job> jobs;
    std::optional<Microseconds> duration{};  // by registers, at the last run
  };

  Launch store(const ProgramSet::Entry& entry, std::size_t place);

  std::shared_ptr<QpuDevice> device_;
  std::size_t input_words_, output_words_, output_place_;
  QpuMemory memory_;
  std::vector<Launch> launches_;
};

}  // namespace gpufft::qpu
