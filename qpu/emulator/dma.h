// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "qpu/dma_setup.h"
#include "qpu/emulator/memory_path.h"
#include "qpu/emulator/vpm.h"

namespace qpu {

// The two engines: each runs one transfer at a time, and its data arrive when it is done. No transfer is lost: the
// addresses are checked when it is requested, and a transfer within memory gets its completion time.
class DmaEngines {
 public:
  // Late: a transfer touches the VPM when it is awaited, or when the next one starts.
  DmaEngines(MemoryPath& path, Vpm& vpm, const BoardTiming& timing, Statistics& statistics, bool late);

  // The first address of the transfer outside of memory, or nullopt: then it may be started.
  std::optional<std::uint32_t> outside(const StoreSetup& setup, std::uint32_t address) const;
  std::optional<std::uint32_t> outside(const LoadSetup& setup, std::uint32_t address) const;
  // Returns the time at which vw_wait or vr_wait may continue. The engine must be free.
  Ticks start(const StoreSetup& setup, std::uint32_t address, Ticks now);
  Ticks start(const LoadSetup& setup, std::uint32_t address, Ticks now);

  Ticks store_free() const { return store_free_; }
  Ticks load_free() const { return load_free_; }
  // Makes finished transfers visible. Call before any access to memory or VPM.
  void settle(Ticks now) {
    if (now >= next_arrival_) arrive(now);
  }
  Ticks last_arrival() const;  // 0: no transfer in progress
  // A QPU has waited for what is done at this time, and so for all before.
  void await_store(Ticks done);
  void await_load(Ticks done);
  void finish();  // all

  // What transfers that no QPU has awaited read from the VPM, and what they write there.
  bool store_unawaited() const { return stored_until_ != 0; }
  bool load_unawaited() const { return loaded_until_ != 0; }
  const VpmRegion& stored() const { return stored_; }
  const VpmRegion& loaded() const { return loaded_; }
  void clear();

 private:
  struct Row {
    std::uint32_t address, bytes;
  };
  struct Store {  // bytes read from the VPM, on their way to memory
    Ticks done = 0;
    StoreSetup setup;
    std::vector<Row> rows;
    std::vector<std::byte> bytes;
  };
  struct Load {
    Ticks done = 0;
    LoadSetup setup;
    std::vector<std::byte> bytes;
  };
  void take_rows(Store& store);
  void take_row(const StoreSetup& setup, int row, std::byte* to);
  void arrive(Ticks now);
  void deliver(Store& store);
  void deliver(Load& load);
  void note_arrivals();
  void forget_stored();
  void forget_loaded();

  MemoryPath& path_;
  Vpm& vpm_;
  const BoardTiming& timing_;
  Statistics& statistics_;
  Ticks store_free_ = 0, load_free_ = 0, next_arrival_ = ~Ticks{0};
  Store store_;  // when the engine is free its last store is at worst still on the bus, and the next one completes it
  Load load_;
  bool late_;
  VpmRegion stored_, loaded_;
  Ticks stored_until_ = 0, loaded_until_ = 0;  // of these regions; 0: there is none
};

}  // namespace qpu
