// SPDX-License-Identifier: MIT
#include "qpu/hazards/state.h"

#include <algorithm>

#include "qpu/hazards/values_of.h"
#include "qpu/registers.h"

namespace qpu {
namespace {

constexpr int kCountless = 16;  // counts beyond this are not distinguished; the FIFO holds eight

std::optional<std::size_t> in_file(std::size_t first, std::uint8_t address) {
  return address < place::kB ? std::optional(first + address) : std::nullopt;
}

bool reads_vw_wait(const Effects& effects) { return effects.reads(Space::B, read::kVwWaitB); }

}  // namespace

std::optional<std::size_t> place::of_write(const RegisterWrite& w) {
  if (!w.happens) return std::nullopt;
  if (w.address >= write::kR0 && w.address <= write::kR3) return kR0 + w.address - write::kR0;
  if (w.address == write::kR5QuadA) return kR5;
  return in_file(w.space == Space::A ? 0 : kB, w.address);
}

std::optional<std::size_t> place::of_mux(const Instruction& i, Mux mux) {
  if (mux == Mux::A) return in_file(0, i.read_a);
  if (mux == Mux::B) return i.kind == Kind::Alu ? in_file(kB, i.read_b) : std::nullopt;
  return kR0 + static_cast<std::size_t>(mux);
}

void TmuQueue::merge(const TmuQueue& other) {
  fewest = std::min(fewest, other.fewest);
  most = std::max(most, other.most);
  used &= other.used;
  coordinates &= other.coordinates;
  direct &= other.direct;
}

State State::unknown() {
  State state;
  state.written_.set();
  state.tmus_.fill({.fewest = 0, .most = kCountless, .used = false, .coordinates = false, .direct = false});
  state.announced_.reset();
  state.vpm_ = VpmState::unknown();
  state.shared_ = SharedState::unknown();
  return state;
}

void State::merge(const State& other) {
  for (std::size_t i = 0; i < values_.size(); ++i) values_[i].merge(other.values_[i]);
  for (std::size_t i = 0; i < lanes_.size(); ++i)
    if (lanes_[i] && !(other.lanes_[i] && *lanes_[i] == *other.lanes_[i])) lanes_[i].reset();
  flags_.merge(other.flags_);
  written_ |= other.written_;
  for (std::size_t i = 0; i < tmus_.size(); ++i) tmus_[i].merge(other.tmus_[i]);
  if (announced_ != other.announced_) announced_.reset();
  vpm_write_unfenced_ &= other.vpm_write_unfenced_;
  store_running_ &= other.store_running_;
  vpm_.merge(other.vpm_);
  shared_.merge(other.shared_);
}

void State::forget_values() {
  values_.fill({});
  lanes_.fill({});
  flags_ = {};
  vpm_.forget_values();
  shared_ = SharedState::unknown();
}

void State::assign(const RegisterWrite& write, const KnownValues& value, const std::optional<LaneValues>& lanes,
                   bool whole) {
  const auto place = place::of_write(write);
  if (!place) return;
  written_.set(*place);
  if (!whole)
    values_[*place] = {};
  else if (write.condition == Condition::Always)
    values_[*place] = value;
  else
    values_[*place].merge(value);
  const bool known = whole && lanes && write.condition == Condition::Always && *place != place::kR5;
  lanes_[*place] = known ? std::make_shared<const LaneValues>(*lanes) : nullptr;
}

void State::execute(const Effects& effects) {
  const Instruction& i = effects.instruction;
  follow_tmu(effects);
  follow_vpm(effects);
  follow_store(effects);
  vpm_.execute(effects, *this);
  shared_.execute(effects);
  if (effects.is_branch()) return;
  const auto lanes = lane_results_of(effects, *this);
  const KnownFlags flags = i.set_flags ? flags_of(effects, *this) : KnownFlags();
  const auto results = results_of(effects, *this);
  for (std::size_t alu = 0; alu < results.size(); ++alu)
    assign(effects.written[alu], results[alu], lanes[alu], i.pack == Pack::None);
  if (i.set_flags) {
    written_.set(place::kFlags);
    flags_ = flags;
  }
  if (effects.writes_sfu() || effects.loaded_tmu() || effects.loads_tlb()) written_.set(place::kR4);
}

void State::link(const Effects& branch, std::uint32_t address) {
  for (const RegisterWrite& write : branch.written) assign(write, KnownValues(address), std::nullopt, true);
  if (!branch.instruction.with_register || branch.instruction.branch_register % 2 == 0) return;
  written_.set(place::kFlags);
  flags_ = {};
}

void State::follow_tmu(const Effects& effects) {
  for (const int number : {0, 1}) {
    TmuQueue& queue = tmus_[static_cast<std::size_t>(number)];
    const auto s = static_cast<std::uint8_t>(number ? write::kTmu1S : write::kTmu0S);
    if (effects.writes_between(static_cast<std::uint8_t>(s + 1), static_cast<std::uint8_t>(s + 3))) {
      queue.coordinates = true;
      queue.direct = false;
    }
    if (effects.writes(s))
      queue = {std::min(queue.fewest + 1, kCountless), std::min(queue.most + 1, kCountless), true, false, true};
    if (effects.loaded_tmu() == number) {
      queue.fewest = std::max(queue.fewest - 1, 0);
      if (queue.most < kCountless) queue.most = std::max(queue.most - 1, 0);
    }
  }
}

void State::follow_vpm(const Effects& effects) {
  const VpmAnnouncement more = announced_by(effects, *this);
  const bool reads = effects.reads(read::kVpm);
  if (reads && announced_) announced_ = std::max(*announced_ - 1, 0);
  if (effects.reads(Space::A, read::kVpm) && effects.reads(Space::B, read::kVpm)) announced_.reset();  // one or two?
  if (more.may_announce)
    announced_ = announced_ && more.vectors ? std::optional(*announced_ + *more.vectors) : std::nullopt;
  if (reads || effects.writes(Space::B, write::kVwAddrB))
    vpm_write_unfenced_ = false;  // its own store follows in order
  if (effects.writes(write::kVpm)) vpm_write_unfenced_ = true;
}

void State::follow_store(const Effects& effects) {
  if (reads_vw_wait(effects)) store_running_ = false;
  if (effects.writes(Space::B, write::kVwAddrB)) store_running_ = true;
}

VpmAnnouncement announced_by(const Effects& effects, const State& before) {
  constexpr std::uint32_t kDmaBit = 1u << 31;
  if (!effects.writes(Space::A, write::kVrSetupA)) return {};
  const std::optional<std::uint32_t> word = value_written(effects, before, Space::A, write::kVrSetupA);
  if (!word) return {.may_announce = true, .vectors = std::nullopt};
  if (*word & kDmaBit) return {};
  return {.may_announce = true, .vectors = vectors_of(*word)};
}

}  // namespace qpu
