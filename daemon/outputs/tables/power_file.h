// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <istream>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include "daemon/pipeline/row.h"

namespace spectrumd {

// A file is not what rtl_power writes. The text has the file, the line and the reason.
struct PowerFileError : std::runtime_error {
  using std::runtime_error::runtime_error;
};

// Reads files of rtl_power, rx_power, soapy_power, hackrf_sweep and `spectrumd sweep` as rows: the lines of one time
// are the hops of one sweep, in any order. All three detectors have the level of the file, as it stands there; bins
// that no line has, and "nan", are without data. Times are local ones of this machine. A row lasts until the next
// sweep. One thread; blocks on the stream. Memory for one sweep of at most kMostPowerBins bins.
class PowerFile {
 public:
  // `name` is for messages; the stream must outlive this.
  PowerFile(std::istream& stream, std::string name) : stream_(stream), name_(std::move(name)) {}

  RowPtr next();  // null at the end; throws PowerFileError

 private:
  struct Line;
  struct Sweep {
    std::string stamp;
    std::size_t line = 0;  // the first
    Time time;
    double step = 0;
    std::size_t samples = 0;
    std::map<double, std::vector<Centibel>> hops;  // by their lowest frequency
    std::size_t bins = 0;
  };

  bool read_line(std::string& text);
  Line parse(const std::string& text) const;
  std::optional<Sweep> next_sweep();
  Sweep begin_sweep(const Line& line) const;
  void add(Sweep& sweep, Line line) const;
  RowPtr row_of(const Sweep& sweep, std::chrono::nanoseconds duration);
  [[noreturn]] void refuse(const std::string& reason) const { refuse(line_, reason); }
  [[noreturn]] void refuse(std::size_t line, const std::string& reason) const;

  std::istream& stream_;
  const std::string name_;
  std::size_t line_ = 0;
  std::optional<Sweep> ahead_;
  std::string pending_;  // the line that began another sweep
  bool has_pending_ = false, begun_ = false;
  std::optional<Time> last_;
  std::chrono::nanoseconds usual_{std::chrono::seconds(1)};  // duration, for the last row
  std::uint64_t sequence_ = 0;
};

inline constexpr std::size_t kMostPowerBins = std::size_t{1} << 20, kMostPowerLine = std::size_t{16} << 20;

}  // namespace spectrumd
