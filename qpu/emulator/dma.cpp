// SPDX-License-Identifier: MIT
#include "qpu/emulator/dma.h"

#include <algorithm>
#include <cstring>

namespace qpu {
namespace {

constexpr int or_else(std::uint32_t value, int for_zero) { return value == 0 ? for_zero : static_cast<int>(value); }

// MODEW: 0 words, 2 and 3 halves, 4 to 7 bytes; the low bits say which of a word. 1 is treated as words.
int width_of(std::uint32_t mode) { return mode >= 4 ? 8 : mode >= 2 ? 16 : 32; }
int part_of(std::uint32_t mode) { return static_cast<int>(mode >= 4 ? mode & 3 : mode >= 2 ? mode & 1 : 0); }

// Words of one row of the VPM, the usual case, are copied at once.
bool is_piece_of_row(const DmaElements& first, int count) {
  return first.width == 32 && first.horizontal && first.column + count <= Vpm::kColumns;
}

// Element number `index`, counted from the first: along rows and on into the next one, or down a column.
struct ElementPlace {
  int row, column, shift;
};
ElementPlace place_of(const DmaElements& first, int index) {
  const int parts = 32 / first.width, place = first.part + index, words = place / parts;
  const int shift = first.width * (place % parts), linear = first.row * Vpm::kColumns + first.column + words;
  if (first.horizontal) return {linear / Vpm::kColumns, linear % Vpm::kColumns, shift};
  return {first.row + words, first.column, shift};
}

class Cursor {
 public:
  Cursor(Vpm& vpm, const DmaElements& first, int index) : vpm_(vpm), elements_(first) {
    const ElementPlace place = place_of(first, index);
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

// Row u of a store begins in the next row or column of the VPM. Block mode would pack rows one behind the other by the
// manual; programs proven on the chip set it with every store and need it to have no effect (reference 6.5).
DmaElements row_begin(const StoreSetup& setup, int row) {
  DmaElements first = setup.first();
  (first.horizontal ? first.row : first.column) += row;
  return first;
}

}  // namespace

void StoreSetup::write(std::uint32_t setup) { (field(setup, 31, 30) == 3 ? stride : basic) = setup; }
int StoreSetup::units() const { return or_else(field(basic, 29, 23), 128); }
int StoreSetup::depth() const { return or_else(field(basic, 22, 16), 128); }
std::uint32_t StoreSetup::gap() const { return field(stride, 15, 0); }  // U15
DmaElements StoreSetup::first() const {
  const std::uint32_t mode = field(basic, 2, 0);
  return {width_of(mode), field(basic, 14, 14) != 0, static_cast<int>(field(basic, 13, 7)),
          static_cast<int>(field(basic, 6, 3)), part_of(mode)};
}

void LoadSetup::write(std::uint32_t setup) { (field(setup, 31, 28) == 9 ? pitch : basic) = setup; }
int LoadSetup::rows() const { return or_else(field(basic, 19, 16), 16); }
int LoadSetup::row_length() const { return or_else(field(basic, 23, 20), 16); }
int LoadSetup::vpm_pitch() const { return or_else(field(basic, 15, 12), 16); }
std::uint32_t LoadSetup::memory_pitch() const {
  const std::uint32_t power = field(basic, 27, 24);
  return power == 0 ? field(pitch, 15, 0) : 8u << power;  // U16
}
// VPITCH counts in {Y}, {Y, H} or {Y, B}.
DmaElements LoadSetup::row_begin(int row) const {
  const std::uint32_t mode = field(basic, 30, 28);
  DmaElements first{width_of(mode), field(basic, 11, 11) == 0, static_cast<int>(field(basic, 10, 4)),
                    static_cast<int>(field(basic, 3, 0)), part_of(mode)};
  const int parts = 32 / first.width, place = first.row * parts + first.part + row * vpm_pitch();
  first.row = place / parts;
  first.part = place % parts;
  return first;
}

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
  const DmaElements first = row_begin(setup, row);
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
  store_free_ = std::max(now + timing_.vdw_start + timing_.vdw_row * static_cast<Ticks>(setup.units()), on_bus);
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
  if (stored_until_ <= done) stored_.clear();
}

void DmaEngines::await_load(Ticks done) {
  if (late_ && load_.done != 0 && load_.done <= done) deliver(load_);
  if (loaded_until_ <= done) loaded_.clear();
}

void DmaEngines::finish() {
  if (store_.done != 0) deliver(store_);
  if (load_.done != 0) deliver(load_);
  stored_.clear();
  loaded_.clear();
  note_arrivals();
}

Ticks DmaEngines::last_arrival() const { return std::max(store_.done, load_.done); }

void DmaEngines::clear() {
  store_ = {};
  load_ = {};
  store_free_ = load_free_ = 0;
  stored_.clear();
  loaded_.clear();
  note_arrivals();
}

VpmRegion region_of(const StoreSetup& setup) {
  VpmRegion region;
  for (int unit = 0; unit < setup.units(); ++unit)
    for (int element = 0; element < setup.depth(); ++element) {
      const ElementPlace place = place_of(row_begin(setup, unit), element);
      region.add(place.row, place.column);
    }
  return region;
}

VpmRegion region_of(const LoadSetup& setup) {
  VpmRegion region;
  for (int row = 0; row < setup.rows(); ++row)
    for (int element = 0; element < setup.row_length(); ++element) {
      const ElementPlace place = place_of(setup.row_begin(row), element);
      region.add(place.row, place.column);
    }
  return region;
}

int last_row(const StoreSetup& setup) { return place_of(row_begin(setup, setup.units() - 1), setup.depth() - 1).row; }
int last_row(const LoadSetup& setup) { return place_of(setup.row_begin(setup.rows() - 1), setup.row_length() - 1).row; }

}  // namespace qpu
