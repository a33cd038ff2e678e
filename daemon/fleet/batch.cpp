// SPDX-License-Identifier: MIT
#include "daemon/fleet/batch.h"

#include <numeric>

namespace spectrumd {
namespace {

constexpr std::array<ReportTable, kReportTables> kTables{{
    {"frame",
     "receiver integer, step integer, t0 timestamptz, epoch bigint, t1 timestamptz, rows smallint, "
     "first_sequence bigint, last_sequence bigint, center_hz double precision, span_hz double precision, bins integer, "
     "generation bigint, gain_db double precision, rbw_hz double precision, base_db double precision, flags integer, "
     "notes bytea"},
    {"tile", "receiver integer, step integer, t0 timestamptz, epoch bigint, tile smallint, mean bytea, max bytea"},
    {"alarm",
     "receiver integer, t0 timestamptz, book bigint, id bigint, ended boolean, t1 timestamptz, name text, kind text, "
     "reason text, frequency_hz double precision, width_hz double precision, peak double precision, "
     "floor_db double precision, duty double precision"},
    {"occupancy",
     "receiver integer, t timestamptz, book bigint, period bigint, seconds double precision, name text, "
     "from_hz double precision, to_hz double precision, samples integer, used double precision, "
     "threshold_db double precision, mean_db double precision, floor_db double precision"},
    {"floor",
     "receiver integer, t timestamptz, center_hz double precision, span_hz double precision, book bigint, "
     "seconds integer, floor_db double precision, lowest_db double precision, highest_db double precision, "
     "clipped double precision, coverage double precision, gain_db double precision"},
    {"health",
     "receiver integer, t timestamptz, state text, reason text, center_hz double precision, span_hz double precision, "
     "rows_per_second double precision, dropped_samples bigint, load double precision, lost_rows bigint, "
     "waiting bigint, open_alarms integer, synchronized boolean, url text"},
    {"clock", "receiver integer, epoch bigint, shift_ms bigint, boot text"},
    {"minute",
     "receiver integer, t timestamptz, epoch bigint, seconds double precision, from_hz double precision, "
     "bin_hz double precision, base_db double precision, flags integer, mean bytea, max bytea"},
}};

}  // namespace

const ReportTable& table_of(Reported table) { return kTables.at(static_cast<std::size_t>(table)); }

std::size_t Batch::bytes() const {
  return std::accumulate(rows_.begin(), rows_.end(), std::size_t{0},
                         [](std::size_t sum, const CopyRows& rows) { return sum + rows.size(); });
}

std::size_t Batch::row_count() const {
  return std::accumulate(rows_.begin(), rows_.end(), std::size_t{0},
                         [](std::size_t sum, const CopyRows& rows) { return sum + rows.rows(); });
}

}  // namespace spectrumd
