// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "qpu/dma_setup.h"
#include "qpu/hazards/effects.h"
#include "qpu/vpm_access.h"

namespace qpu {

class State;

// Vectors that a read set-up has announced.
struct VpmBlock {
  std::optional<VpmAccess> access;
  int left = 0;
  friend bool operator==(const VpmBlock&, const VpmBlock&) = default;
};

// What is known of the VPM and of the DMA of one QPU, over all paths that lead here.
class VpmState {
 public:
  static VpmState unknown();

  void merge(const VpmState& other);
  void forget_values();
  void execute(const Effects& effects, const State& before);
  void await(const Effects& effects);  // the waits of a word, which come before everything else it does

  // The set-up of the store or load that this word starts, if it does and all of it is known.
  std::optional<StoreSetup> store_begun(const Effects& effects) const;
  std::optional<LoadSetup> load_begun(const Effects& effects) const;
  const std::optional<VpmAccess>& write() const { return write_; }
  std::optional<VpmAccess> next_read() const;
  const VpmRegion& may_be_written() const { return may_be_written_; }
  bool stride_may_be_set() const { return stride_may_be_set_; }
  // What transfers that nothing has awaited on any path read and bring.
  const VpmRegion& stored() const { return stored_; }
  const VpmRegion& loaded() const { return loaded_; }

  friend bool operator==(const VpmState&, const VpmState&) = default;

 private:
  void set_up_write(std::optional<std::uint32_t> setup);
  void set_up_read(std::optional<std::uint32_t> setup);
  void announce(std::uint32_t setup);
  void take_vector();
  void write_vector();

  std::optional<VpmAccess> write_;
  std::optional<std::uint32_t> store_basic_, load_basic_, load_pitch_;
  std::array<VpmBlock, 2> reads_{};
  bool reads_known_ = true;
  VpmRegion may_be_written_, stored_, loaded_;
  bool stride_may_be_set_ = false;
};

// How often a semaphore was released less how often it was acquired; nullopt: not known.
struct SemaphoreBalance {
  int least = 0, most = 0;
  friend bool operator==(const SemaphoreBalance&, const SemaphoreBalance&) = default;
};

// What a QPU holds of the things that all share.
class SharedState {
 public:
  static SharedState unknown();

  void merge(const SharedState& other);
  void execute(const Effects& effects);

  bool has_mutex() const { return has_mutex_; }  // on every path
  const std::optional<SemaphoreBalance>& semaphore(std::size_t number) const { return semaphores_[number]; }

  friend bool operator==(const SharedState&, const SharedState&) = default;

 private:
  static constexpr std::size_t kSemaphores = 16;
  std::array<std::optional<SemaphoreBalance>, kSemaphores> semaphores_ = all_balanced();
  static std::array<std::optional<SemaphoreBalance>, kSemaphores> all_balanced();
  bool has_mutex_ = false;
};

}  // namespace qpu
