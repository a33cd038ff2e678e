// SPDX-License-Identifier: MIT
#include "qpu/hazards/vpm_state.h"

#include <algorithm>

#include "qpu/hazards/values_of.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

template <typename Value>
void keep_if_same(std::optional<Value>& value, const std::optional<Value>& other) {
  if (value != other) value.reset();
}

bool is_generic(std::uint32_t setup) { return setup >> 30 == 0; }
bool is_stride(std::uint32_t setup) { return setup >> 30 == 3; }
bool is_pitch(std::uint32_t setup) { return setup >> 28 == 9; }

}  // namespace

VpmState VpmState::unknown() {
  VpmState state;
  state.reads_known_ = false;
  state.may_be_written_ = VpmRegion::all();
  state.stride_may_be_set_ = true;
  return state;
}

void VpmState::merge(const VpmState& other) {
  keep_if_same(write_, other.write_);
  keep_if_same(store_basic_, other.store_basic_);
  keep_if_same(load_basic_, other.load_basic_);
  keep_if_same(load_pitch_, other.load_pitch_);
  reads_known_ &= other.reads_known_ && reads_ == other.reads_;
  if (!reads_known_) reads_ = {};
  may_be_written_.add(other.may_be_written_);
  stored_.keep(other.stored_);
  loaded_.keep(other.loaded_);
  stride_may_be_set_ |= other.stride_may_be_set_;
}

void VpmState::forget_values() {
  const VpmRegion stored = stored_, loaded = loaded_;
  *this = unknown();
  stored_ = stored;
  loaded_ = loaded;
}

void VpmState::await(const Effects& e) {
  if (e.reads(Space::B, read::kVwWaitB) || e.reads(Space::B, read::kVwBusyB)) stored_.clear();
  if (e.reads(Space::A, read::kVrWaitA) || e.reads(Space::A, read::kVrBusyA)) loaded_.clear();
}

std::optional<StoreSetup> VpmState::store_begun(const Effects& e) const {
  if (!e.writes(Space::B, write::kVwAddrB) || !store_basic_) return std::nullopt;
  return StoreSetup{.basic = *store_basic_};
}

std::optional<LoadSetup> VpmState::load_begun(const Effects& e) const {
  if (!e.writes(Space::A, write::kVrAddrA) || !load_basic_) return std::nullopt;
  return LoadSetup{.basic = *load_basic_, .pitch = load_pitch_.value_or(0)};
}

std::optional<VpmAccess> VpmState::next_read() const { return reads_known_ ? reads_[0].access : std::nullopt; }

void VpmState::execute(const Effects& e, const State& before) {
  await(e);
  if (e.reads(read::kVpm)) take_vector();
  if (e.writes(write::kVpm)) write_vector();
  if (e.writes(Space::B, write::kVwAddrB)) {
    const auto setup = store_begun(e);
    stored_ = setup ? region_of(*setup) : VpmRegion();
  }
  if (e.writes(Space::A, write::kVrAddrA)) {
    const auto setup = load_begun(e);
    loaded_ = setup ? region_of(*setup) : VpmRegion();
    may_be_written_.add(setup ? loaded_ : VpmRegion::all());
  }
  if (e.writes(Space::B, write::kVwSetupB)) set_up_write(value_written(e, before, Space::B, write::kVwSetupB));
  if (e.writes(Space::A, write::kVrSetupA)) set_up_read(value_written(e, before, Space::A, write::kVrSetupA));
}

void VpmState::set_up_write(std::optional<std::uint32_t> setup) {
  if (!setup) {
    write_.reset();
    store_basic_.reset();
    stride_may_be_set_ = true;
  } else if (is_generic(*setup)) {
    write_ = VpmAccess::decode(*setup);
  } else if (is_stride(*setup)) {
    stride_may_be_set_ = true;
  } else {
    store_basic_ = setup;
  }
}

void VpmState::set_up_read(std::optional<std::uint32_t> setup) {
  if (!setup) {
    load_basic_.reset();
    load_pitch_.reset();
    reads_known_ = false;
    reads_ = {};
  } else if (is_generic(*setup)) {
    announce(*setup);
  } else if (is_pitch(*setup)) {
    load_pitch_ = setup;
  } else {
    load_basic_ = setup;
  }
}

void VpmState::announce(std::uint32_t setup) {
  VpmBlock& block = reads_[reads_[0].left == 0 ? 0 : 1];
  reads_known_ &= block.left == 0;
  block = {VpmAccess::decode(setup), vectors_of(setup)};
}

void VpmState::take_vector() {
  VpmBlock& block = reads_[0];
  if (block.access) block.access->advance();
  if (block.left > 0 && --block.left > 0) return;
  block = reads_[1];
  reads_[1] = {};
}

void VpmState::write_vector() {
  if (!write_) {
    may_be_written_ = VpmRegion::all();
    return;
  }
  may_be_written_.add(*write_);
  write_->advance();
}

std::array<std::optional<SemaphoreBalance>, SharedState::kSemaphores> SharedState::all_balanced() {
  std::array<std::optional<SemaphoreBalance>, kSemaphores> semaphores;
  semaphores.fill(SemaphoreBalance());
  return semaphores;
}

SharedState SharedState::unknown() {
  SharedState state;
  state.semaphores_.fill(std::nullopt);
  return state;
}

void SharedState::merge(const SharedState& other) {
  has_mutex_ &= other.has_mutex_;
  for (std::size_t i = 0; i < semaphores_.size(); ++i) {
    auto& mine = semaphores_[i];
    const auto& theirs = other.semaphores_[i];
    if (!mine || !theirs)
      mine.reset();
    else
      mine = SemaphoreBalance{std::min(mine->least, theirs->least), std::max(mine->most, theirs->most)};
  }
}

void SharedState::execute(const Effects& e) {
  constexpr int kMost = 15;  // a count holds no more: a loop that goes beyond is not followed
  if (e.reads(read::kMutexAcquire)) has_mutex_ = true;
  if (e.writes(write::kMutexRelease)) has_mutex_ = false;
  if (!e.is_semaphore()) return;
  auto& balance = semaphores_[e.instruction.immediate & 15];
  if (!balance) return;
  const int step = e.releases_semaphore() ? 1 : -1;
  balance->least += step;
  balance->most += step;
  if (balance->least < -kMost || balance->most > kMost) balance.reset();
}

}  // namespace qpu
