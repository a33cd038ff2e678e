// SPDX-License-Identifier: MIT
// Past rows, in JSON or as binary rows.
#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <nlohmann/json.hpp>
#include <utility>

#include "daemon/config/json_text.h"
#include "daemon/config/key_values.h"
#include "daemon/pipeline/history_reader.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/row_query.h"
#include "daemon/server/http/packing.h"
#include "daemon/server/rows/row_codec.h"
#include "daemon/server/rows/row_json.h"
#include "daemon/store/past_rows.h"

namespace spectrumd {

namespace {

using namespace std::chrono_literals;

constexpr std::size_t kMostLevels = std::size_t{1} << 21;  // in one answer
constexpr auto kDefaultPast = 60s;
constexpr std::size_t kPieceBytes = 64 * 1024;    // a piece ends with the row that makes it at least so long
constexpr std::size_t kFactsBytes = 1024;         // of a row in JSON, at most, besides its levels
constexpr std::size_t kNumberBytes = 8;           // "-327.67,"
constexpr std::size_t kPackerBytes = 300 * 1024;  // of gzip

using HistoryRequest = PastRows::Request;

HistoryRequest request_of(const Query& query) {
  const Time now = std::chrono::system_clock::now();
  const bool seconds_ago = query.text("since").value_or("-").starts_with('-');
  HistoryRequest asked{.since = query.time("since", now).value_or(now - kDefaultPast),
                       .until = query.time("until", now).value_or(now),
                       .rows = *query.count("rows"),
                       .view = view_of(query)};
  if (seconds_ago) asked.epochs = HistoryReader::Epochs::Latest;
  if (asked.since >= asked.until) throw RequestError(400, "out_of_range", "since: is not before until", "since");
  return asked;
}

void check_size(const HistoryRequest& asked, std::size_t detectors) {
  if (asked.rows * asked.view.bins * detectors <= kMostLevels) return;
  throw RequestError(400, "out_of_range",
                     fmt::format("rows: {} rows of {} bins exceed the {} levels of one answer", asked.rows,
                                 asked.view.bins * detectors, kMostLevels),
                     "rows");
}

// Returns the step of the coarsest tier that rows of this length can come from.
std::int64_t tier_seconds(const History& history, std::chrono::nanoseconds longest) {
  std::chrono::seconds step{};
  for (const History::TierFacts& tier : history.tiers())
    if (tier.step <= longest) step = std::max(step, tier.step);
  return step.count();
}

RowFormat format_of(const Query& query, Detector otherwise) {
  RowFormat format{.detectors = 0, .bytes_per_level = static_cast<std::uint8_t>(*query.count("bytes"))};
  for (const std::string& name : query.choices("detectors"))
    format.detectors |= static_cast<std::uint8_t>(*parse_detector(name));
  if (format.detectors == 0) format.detectors = static_cast<std::uint8_t>(otherwise);
  return format;
}

// Encodes rows from the history as the client receives them: at most one piece is pending.
class HistoryBody : public BodySource {
 public:
  HistoryBody(const ServerContext& context, const HistoryRequest& asked)
      : history_(context.history), store_(reader_of(context)), asked_(asked) {}

  SharedText next() override {
    std::string piece;
    while (!ended_ && piece.size() < kPieceBytes) add_to(piece);
    return piece.empty() ? nullptr : std::make_shared<const std::string>(std::move(piece));
  }

 protected:
  virtual std::string begin() { return ""; }
  virtual std::string text_of(const HistoryReader::PastRow& row) = 0;
  virtual std::string end() { return ""; }

  const History& history_;
  std::chrono::seconds disk_step() const { return reader_->disk_step(); }

 private:
  // The reader looks into files when it is made, so that is left to the thread that waits for them.
  void add_to(std::string& piece) {
    if (!reader_) {
      reader_.emplace(history_, store_, asked_);
      piece += begin();
    }
    const auto row = reader_->next();
    ended_ = !row;
    piece += row ? text_of(*row) : end();
  }

  const StoreReader* const store_;
  const HistoryRequest asked_;
  std::optional<PastRows> reader_;
  bool ended_ = false;
};

class BinaryHistory : public HistoryBody {
 public:
  BinaryHistory(const ServerContext& context, const HistoryRequest& asked, const RowFormat& format, double dbm_offset)
      : HistoryBody(context, asked), format_(format), dbm_offset_(dbm_offset) {}

 private:
  std::string text_of(const HistoryReader::PastRow& past) override {
    const auto bytes = encode_row(*past.row, past.view, format_, dbm_offset_, true);
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
  }

  RowFormat format_;
  double dbm_offset_;
};

class JsonHistory : public HistoryBody {
 public:
  JsonHistory(const ServerContext& context, const HistoryRequest& asked, Detector detector, Settings settings)
      : HistoryBody(context, asked), detector_(detector), settings_(std::move(settings)) {}

 private:
  std::string begin() override { return "{\"rows\":["; }

  std::string text_of(const HistoryReader::PastRow& past) override {
    Json json = row_json(*past.row, detector_, past.view, settings_);
    json["flags"].push_back("history");
    json["rbw_hz"] = number_json(past.rbw_hz > 0 ? past.rbw_hz : rbw_hz(*past.newest, settings_));
    longest_ = std::max(longest_, past.row->duration);
    return (std::exchange(is_first_, false) ? "" : ",") + to_text(json);
  }

  std::string end() override {
    const std::int64_t step = std::max(tier_seconds(history_, longest_), disk_step().count());
    return fmt::format("],\"tier_seconds\":{}}}", step);
  }

  Detector detector_;
  Settings settings_;
  std::chrono::nanoseconds longest_{};
  bool is_first_ = true;
};

// The maximum size of an answer in memory.
std::size_t bytes_of(const HistoryRequest& asked, const RowFormat& format, bool binary, bool packed) {
  const auto detectors = static_cast<std::size_t>(std::popcount(format.detectors));
  const std::size_t row = binary ? kRowHeaderBytes + asked.view.bins * detectors * format.bytes_per_level
                                 : kFactsBytes + asked.view.bins * kNumberBytes;
  return kPieceBytes + row + (packed ? kPackerBytes : 0);
}

Answer answer_history(ServerContext& context, const Request& request) {
  HistoryRequest asked = request_of(request.query);
  const Settings settings = context.settings();
  const Detector detector = detector_of(request.query).value_or(settings.analysis.detector);
  const RowFormat format = format_of(request.query, detector);
  const bool binary = request.head.lists("Accept", "application/octet-stream");
  const std::uint8_t detectors = binary ? format.detectors : static_cast<std::uint8_t>(detector);
  asked.mean = detectors & static_cast<std::uint8_t>(Detector::Mean);
  asked.max = detectors & static_cast<std::uint8_t>(Detector::Max);
  check_size(asked, binary ? static_cast<std::size_t>(std::popcount(format.detectors)) : 1);
  Answer answer;
  answer.share = share_of_memory(context.memory, bytes_of(asked, format, binary, accepts_gzip(request.head)));
  if (binary) {
    answer.type = "application/octet-stream";
    answer.source =
        std::make_shared<BinaryHistory>(context, asked, format, settings.dbm_offset.value_or(Decibels{}).value);
  } else {
    answer.source = std::make_shared<JsonHistory>(context, asked, detector, settings);
  }
  answer.headers.emplace_back("Vary", "Accept");
  answer.waits_for_disk = context.store != nullptr;
  return answer;
}

}  // namespace

Routes history_routes() {
  using Kind = Parameter::Kind;
  const std::vector<Parameter> first{
      {"since", "RFC 3339, seconds since 1970, or negative: seconds ago (a minute)", Kind::Moment},
      {"until", "likewise (now)", Kind::Moment},
      {"rows", "maximum number of rows; more are merged", Kind::Count, 1, 2000, 100}};
  const std::vector<Parameter> last{{.name = "detectors",
                                     .description = "detectors of binary rows, separated by commas",
                                     .kind = Kind::Choices,
                                     .choices = detector_names()},
                                    {"bytes", "bytes per level in binary rows: 1 or 2", Kind::Count, 1, 2, 1}};
  return {{.method = "GET",
           .path = "/api/v1/history",
           .summary = "Past rows, oldest first",
           .cost = Cost::Compute,
           .parameters = joined(joined(first, view_parameters()), last),
           .answer_schema = "History",
           .other_types = {"application/octet-stream"},
           .answer = answer_history}};
}

}  // namespace spectrumd
