// SPDX-License-Identifier: MIT
#include "qpu/emulator/dma.h"

#include <algorithm>
#include <cstring>

namespace qpu {
namespace {

// Words of one row of the VPM, the usual case, are copied at once.
bool is_piece_of_row(const DmaElements& first, int count) {
  return first.width == 32 && first.horizontal && first.column + count <= Vpm::kColumns;
}

class Cursor {
 public:
  Cursor(Vpm& vpm, const DmaElements& first, int index) : vpm_(vpm), elements_(first) {
    const VpmPlace place = place_of(first, index);
    row_ = place.row;
    column_ = place.column;
    shift_ = place.shift;
  }
  void load(std::byte* to) const {
    const std::uint32_t value = vpm_.word(row_, column_) >> shift_;
    std::memcpy(to, &value, static_cast<std::size_t>(elements_.width / 8));
  }
  void store(const std::byte* from) const {
    if (!vpm_.reserved(row_)) return;
    std::uint32_t value = 0;
    std::memcpy(&value, from, static_cast<std::size_t>(elements_.width / 8));
    const std::uint32_t mask = elements_.width == 32 ? ~0u : (1u << elements_.width) - 1;
    std::uint32_t& target = vpm_.word(row_, column_);
    target = (target & ~(mask << shift_)) | value << shift_;
  }

 private:
  Vpm& vpm_;
  const DmaElements& elements_;
  int row_, column_, shift_;
};

}  // namespace

DmaEngines::DmaEngines(MemoryPath& path, Vpm& vpm, const BoardTiming& timing, Statistics& statistics, bool late)
    : path_(path), vpm_(vpm), timing_(timing), statistics_(statistics), late_(late) {}

std::optional<std::uint32_t> DmaEngines::outside(const StoreSetup& setup, std::uint32_t address) const {
  const auto bytes = static_cast<std::uint32_t>(setup.depth() * setup.first().width / 8);
  for (int row = 0; row < setup.units(); ++row, address += bytes + setup.gap())
    if (!path_.memory().contains(address, bytes)) return address;
  return std::nullopt;
}

std::optional<std::uint32_t> DmaEngines::outside(const LoadSetup& setup, std::uint32_t address) const {
  const auto bytes = static_cast<std::uint32_t>(setup.row_length() * setup.row_begin(0).width / 8);
  for (int row = 0; row < setup.rows(); ++row, address += setup.memory_pitch())
    if (!path_.memory().contains(address, bytes)) return address;
  return std::nullopt;
}

void DmaEngines::take_row(const StoreSetup& setup, int row, std::byte* to) {
  const DmaElements first = setup.row_begin(row);
  const int depth = setup.depth();
  if (is_piece_of_row(first, depth)) {
    std::memcpy(to, vpm_.row(first.row) + first.column, static_cast<std::size_t>(4 * depth));
    return;
  }
  for (int element = 0; element < depth; ++element, to += first.width / 8) Cursor(vpm_, first, element).load(to);
}

void DmaEngines::take_rows(Store& store) {
  std::byte* to = store.bytes.data();
  for (std::size_t row = 0; row < store.rows.size(); to += store.rows[row++].bytes)
    take_row(store.setup, static_cast<int>(row), to);
}

Ticks DmaEngines::start(const StoreSetup& setup, std::uint32_t address, Ticks now) {
  if (store_.done != 0) deliver(store_);
  const auto bytes = static_cast<std::uint32_t>(setup.depth() * setup.first().width / 8);
  store_.setup = setup;
  store_.bytes.resize(std::size_t{bytes} * static_cast<std::size_t>(setup.units()));
  Ticks on_bus = now;
  for (int row = 0; row < setup.units(); ++row, address += bytes + setup.gap()) {
    store_.rows.push_back({address, bytes});
    on_bus = path_.write_row(address, bytes, now);
  }
  if (!late_) take_rows(store_);
  statistics_.vdw_words += store_.bytes.size() / 4;
  const Ticks pieces = (bytes + kLineBytes - 1) / kLineBytes * static_cast<Ticks>(setup.units());
  store_free_ = std::max(now + timing_.vdw_start + timing_.vdw_row * pieces, on_bus);
  store_.done = stored_until_ = store_free_ + timing_.vdw_latency;
  stored_ = region_of(setup);
  note_arrivals();
  return store_.done;
}

Ticks DmaEngines::start(const LoadSetup& setup, std::uint32_t address, Ticks now) {
  if (load_.done != 0) deliver(load_);
  const auto bytes = static_cast<std::uint32_t>(setup.row_length() * setup.row_begin(0).width / 8);
  load_.setup = setup;
  load_.bytes.resize(std::size_t{bytes} * static_cast<std::size_t>(setup.rows()));
  std::byte* to = load_.bytes.data();
  Ticks on_bus = now;
  for (int row = 0; row < setup.rows(); ++row, address += setup.memory_pitch(), to += bytes) {
    std::memcpy(to, path_.memory().at(address), bytes);
    on_bus = path_.read_row(bytes, now);
  }
  statistics_.vdr_words += load_.bytes.size() / 4;
  load_free_ = std::max(now + timing_.vdr_start + timing_.vdr_row * static_cast<Ticks>(setup.rows()), on_bus);
  load_.done = loaded_until_ = load_free_;
  loaded_ = region_of(setup);
  note_arrivals();
  return load_.done;
}

void DmaEngines::deliver(Store& store) {
  if (late_) take_rows(store);
  const std::byte* from = store.bytes.data();
  for (const Row& row : store.rows) {
    std::memcpy(path_.memory().at(row.address), from, row.bytes);
    from += row.bytes;
  }
  store.rows.clear();
  store.done = 0;
}

void DmaEngines::deliver(Load& load) {
  const std::byte* from = load.bytes.data();
  for (int row = 0; row < load.setup.rows(); ++row) {
    const DmaElements first = load.setup.row_begin(row);
    for (int element = 0; element < load.setup.row_length(); ++element, from += first.width / 8)
      Cursor(vpm_, first, element).store(from);
  }
  load.done = 0;
}

void DmaEngines::arrive(Ticks now) {
  if (store_.done != 0 && store_.done <= now) deliver(store_);
  if (load_.done != 0 && load_.done <= now) deliver(load_);
  note_arrivals();
}

void DmaEngines::note_arrivals() {
  next_arrival_ = ~Ticks{0};
  if (late_) return;
  if (store_.done != 0) next_arrival_ = store_.done;
  if (load_.done != 0) next_arrival_ = std::min(next_arrival_, load_.done);
}

void DmaEngines::await_store(Ticks done) {
  if (late_ && store_.done != 0 && store_.done <= done) deliver(store_);
  if (stored_until_ <= done) forget_stored();
}

void DmaEngines::await_load(Ticks done) {
  if (late_ && load_.done != 0 && load_.done <= done) deliver(load_);
  if (loaded_until_ <= done) forget_loaded();
}

void DmaEngines::forget_stored() {
  stored_.clear();
  stored_until_ = 0;
}

void DmaEngines::forget_loaded() {
  loaded_.clear();
  loaded_until_ = 0;
}

void DmaEngines::finish() {
  if (store_.done != 0) deliver(store_);
  if (load_.done != 0) deliver(load_);
  forget_stored();
  forget_loaded();
  note_arrivals();
}

Ticks DmaEngines::last_arrival() const { return std::max(store_.done, load_.done); }

void DmaEngines::clear() {
  store_ = {};
  load_ = {};
  store_free_ = load_free_ = 0;
  forget_stored();
  forget_loaded();
  note_arrivals();
}

}  // namespace qpu
