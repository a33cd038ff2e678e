// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <bitset>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>

#include "qpu/hazards/effects.h"
#include "qpu/hazards/known_lanes.h"
#include "qpu/hazards/known_values.h"
#include "qpu/hazards/vpm_state.h"

namespace qpu {

// The registers whose contents are followed: files A and B, r0 to r5, and the flags as one.
namespace place {
inline constexpr std::size_t kB = 32, kR0 = 64, kR4 = 68, kR5 = 69, kFlags = 70, kCount = 71;

std::optional<std::size_t> of_write(const RegisterWrite& write);
std::optional<std::size_t> of_mux(const Instruction& instruction, Mux mux);
}  // namespace place

// Outstanding requests of one TMU, over all paths that lead here.
struct TmuQueue {
  int fewest = 0, most = 0;
  bool used = false;         // on every path
  bool coordinates = false;  // T, R or B written since the last S, on every path
  bool direct = true;        // none written, on every path

  void merge(const TmuQueue& other);
  friend bool operator==(const TmuQueue&, const TmuQueue&) = default;
};

// What is known before a word, over all paths that lead to it.
class State {
 public:
  static State at_entry() { return {}; }
  static State unknown();  // nothing is known

  void merge(const State& other);
  void forget_values();
  void execute(const Effects& effects);                     // the effects of any word
  void link(const Effects& branch, std::uint32_t address);  // the additional effects of a taken branch

  bool may_be_written(std::size_t place) const { return written_[place]; }
  const KnownValues& value(std::size_t place) const { return values_[place]; }
  const LaneValues* lanes(std::size_t place) const { return lanes_[place].get(); }  // null: not known, or all equal
  const KnownFlags& flags() const { return flags_; }
  const TmuQueue& tmu(int number) const { return tmus_[static_cast<std::size_t>(number)]; }
  std::optional<int> vpm_vectors_announced() const { return announced_; }  // and not read yet; nullopt: unknown
  const VpmState& vpm() const { return vpm_; }
  const SharedState& shared() const { return shared_; }
  bool vpm_write_unfenced() const { return vpm_write_unfenced_; }  // on every path
  bool store_running() const { return store_running_; }            // on every path

  friend bool operator==(const State&, const State&) = default;

 private:
  void follow_tmu(const Effects& effects);
  void follow_vpm(const Effects& effects);
  void follow_store(const Effects& effects);
  void assign(const RegisterWrite& write, const KnownValues& value, const std::optional<LaneValues>& lanes, bool whole);

  std::array<KnownValues, place::kCount> values_{};
  std::array<std::shared_ptr<const LaneValues>, place::kCount> lanes_{};
  KnownFlags flags_;
  std::bitset<place::kCount> written_;
  std::array<TmuQueue, 2> tmus_{};
  std::optional<int> announced_ = 0;
  bool vpm_write_unfenced_ = false, store_running_ = false;
  VpmState vpm_;
  SharedState shared_;
};

// Vectors that this word announces for reading: nullopt if it is not a generic set-up, or an unknown one.
struct VpmAnnouncement {
  bool may_announce = false;
  std::optional<int> vectors;
};
VpmAnnouncement announced_by(const Effects& effects, const State& before);

}  // namespace qpu
