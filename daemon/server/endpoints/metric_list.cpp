// SPDX-License-Identifier: MIT
#include "daemon/server/endpoints/metric_list.h"

#include <fmt/format.h>

#include <cstdint>
#include <map>
#include <utility>

#include "daemon/config/version.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/process_facts.h"
#include "daemon/watch/watch.h"

namespace spectrumd {
namespace {

class MetricList {
 public:
  void counter(std::string_view name, std::string_view help) { begin(name, help, "counter"); }
  void gauge(std::string_view name, std::string_view help) { begin(name, help, "gauge"); }

  // Of the counter or gauge begun last.
  template <class Number>
  MetricList& sample(Number value) {
    return sample({}, {}, value);
  }
  template <class Number>
  MetricList& sample(std::string_view label, std::string_view label_value, Number value) {
    all_.back().samples.push_back({label, std::string(label_value), fmt::format("{}", value)});
    return *this;
  }

  std::vector<Metric> all() && { return std::move(all_); }

 private:
  void begin(std::string_view name, std::string_view help, std::string_view type) {
    all_.push_back({.name = name, .help = help, .type = type, .samples = {}});
  }

  std::vector<Metric> all_;
};

void add_samples(MetricList& list, const SampleCounts& samples) {
  list.counter("spectrumd_samples_received_total", "Samples received from the source.");
  list.sample(samples.received);
  list.counter("spectrumd_samples_total", "Samples by fate; they add up to those received.");
  list.sample("fate", "processed", samples.processed)
      .sample("fate", "dropped", samples.dropped)
      .sample("fate", "discarded", samples.discarded);
  list.counter("spectrumd_samples_clipped_total", "Processed samples at either end of the converter's range.");
  list.sample(samples.clipped);
  list.gauge("spectrumd_samples_buffered", "Samples waiting to be transformed.");
  list.sample(samples.buffered);
}

void add_source(MetricList& list, const ReceiverStatus& now) {
  list.gauge("spectrumd_source_up", "1 while samples arrive.");
  list.sample("kind", now.source.kind, now.report.state == SourceState::Streaming ? 1 : 0);
  list.gauge("spectrumd_source_center_hertz", "Center frequency of the band.");
  list.sample(now.tuned.center.value);
  list.gauge("spectrumd_source_rate_hertz", "Sample rate reported by the source.");
  list.sample(now.tuned.rate.value);
  list.gauge("spectrumd_source_measured_rate_hertz", "Sample rate measured by this machine's clock.");
  list.sample(now.measured_rate_hz);
}

void add_device(MetricList& list, const SourceReport& report) {
  list.gauge("spectrumd_source_state", "1 for the current state of the source.");
  for (const std::string_view state : source_state_names())
    list.sample("state", state, to_string(report.state) == state ? 1 : 0);
  list.counter("spectrumd_source_lost_total", "Times the device disappeared or stalled.");
  list.sample(report.times_lost);
  list.counter("spectrumd_samples_dropped_usb_total", "Dropped samples that the device or the bus lost.");
  list.sample(report.lost_samples);
  if (!report.estimated_ppm) return;
  list.gauge("spectrumd_source_estimated_ppm", "Crystal error in ppm by this machine's clock, positive if fast.");
  list.sample(*report.estimated_ppm);
}

void add_transform_device(MetricList& list, const ReceiverStatus& now) {
  list.gauge("spectrumd_device_up", "1 while the device computes the transforms, 0 while the processor replaces it.");
  list.sample("device", now.backend.device, now.backend.trouble.empty() ? 1 : 0);
  list.gauge("spectrumd_device_load_ratio", "Load of the device for samples in real time.");
  list.sample("device", now.backend.device, now.device_load.ratio);
  list.gauge("spectrumd_device_batch_seconds",
             "Time of the device per batch; for an emulated one, time of the real chip.");
  list.sample("device", now.backend.device, now.device_load.batch_seconds);
}

void add_rows(MetricList& list, const ReceiverStatus& now, const History& history) {
  list.counter("spectrumd_rows_total", "Waterfall rows made.");
  list.sample(now.row_sequence);
  list.gauge("spectrumd_row_rate_hertz", "Current rows per second.");
  list.sample(now.rows_per_second);
  list.gauge("spectrumd_dsp_load_ratio", "Share of one core used by the transforms.");
  list.sample("backend", now.backend.name, now.dsp_load);
  if (!now.backend.device.empty()) add_transform_device(list, now);
  list.gauge("spectrumd_history_bytes", "Memory used by the row history.");
  list.sample(history.bytes());
  list.gauge("spectrumd_history_limit_bytes", "Memory limit of the row history.");
  list.sample(history.memory_limit());
}

void add_disk(MetricList& list, const StoreFacts& facts) {
  list.gauge("spectrumd_history_disk_up", "1 while the history is written to disk.");
  list.sample(facts.state == StoreState::Writing ? 1 : 0);
  list.gauge("spectrumd_history_disk_bytes", "Bytes of the history on disk.");
  for (const StoreFacts::OfLevel& level : facts.levels) list.sample("level", level.name, level.bytes);
  list.gauge("spectrumd_history_disk_limit_bytes", "Limit on the history on disk.");
  list.sample(facts.limit_bytes);
  list.counter("spectrumd_history_disk_rows_total", "Rows written to disk.");
  for (const StoreFacts::OfLevel& level : facts.levels) list.sample("level", level.name, level.rows);
  list.counter("spectrumd_history_disk_lost_rows_total", "Rows that could not be written to disk in time.");
  list.sample(facts.lost_rows);
}

void add_server(MetricList& list, const ServerContext& context) {
  list.gauge("spectrumd_clients", "Clients connected for rows or events.");
  list.sample("kind", "websocket", context.websocket_clients.load())
      .sample("kind", "events", context.event_clients.load());
  list.counter("spectrumd_events_total", "Events of the radio or the data.");
  list.sample(context.events.last_id());
}

void add_channels(MetricList& list, const ServerContext& context) {
  const ChannelLoad load = context.channels.load();
  list.gauge("spectrumd_channels", "Channels that are open.");
  list.sample(load.channels);
  list.gauge("spectrumd_channels_load_ratio", "Share of one core used by the channels.");
  list.sample(load.core_share);
  const ZoomLoad zoom = context.zooms.load();
  list.gauge("spectrumd_zoomed_views", "Zoomed views with separate rows.");
  list.sample(zoom.views);
  list.gauge("spectrumd_zoom_load_ratio", "Share of one core used by the rows of zoomed views.");
  list.sample(zoom.core_share);
  list.counter("spectrumd_channels_lost_samples_total",
               "Samples of the band that the channels could not take in time.");
  list.sample(load.lost_samples);
  list.counter("spectrumd_channels_dropped_bytes_total", "Bytes of streams whose clients read too slowly.");
  list.sample(context.channel_bytes_dropped.load());
}

void add_watch(MetricList& list, const WatchStatus& watch) {
  list.gauge("spectrumd_watch_up", "1 if rules are watched, 0 if their file cannot be used.");
  list.sample(watch.state == WatchState::Watching ? 1 : 0);
  list.gauge("spectrumd_watch_rules", "Rules that are enabled.");
  list.sample(watch.rules);
  list.gauge("spectrumd_alarms_open", "Alarms that have not ended.");
  list.sample(watch.open_alarms);
  list.counter("spectrumd_alarms_total", "Alarms since the start, by kind of rule.");
  for (const auto& [kind, count] : watch.alarms) list.sample("kind", kind, count);
  list.counter("spectrumd_watch_rows_total", "Rows that rules have looked at.");
  list.sample(watch.rows);
  list.counter("spectrumd_watch_missed_rows_total", "Rows that were dropped before rules looked at them.");
  list.sample(watch.missed_rows);
  if (!watch.floor) return;
  list.gauge("spectrumd_noise_floor_decibels", "Noise floor of the last minute by the 20 %-method of ITU-R SM.1753.");
  list.sample(watch.floor->floor);
}

// Those of one name are taken together: there may be several DX clusters.
struct FeedFigures {
  bool up = true;
  std::size_t clients = 0;
  std::uint64_t messages = 0, lost = 0;
};

std::map<std::string, FeedFigures> by_name(const std::vector<FeedStatus>& feeds) {
  std::map<std::string, FeedFigures> figures;
  for (const FeedStatus& feed : feeds) {
    FeedFigures& of = figures[feed.name];
    of.up = of.up && feed.cause.empty();
    of.clients += feed.clients;
    of.messages += feed.messages;
    of.lost += feed.lost;
  }
  return figures;
}

void add_feeds(MetricList& list, const std::vector<FeedStatus>& all) {
  if (all.empty()) return;
  const auto feeds = by_name(all);
  list.gauge("spectrumd_feed_up", "1 if nothing keeps the feed from its work.");
  for (const auto& [name, feed] : feeds) list.sample("feed", name, feed.up ? 1 : 0);
  list.gauge("spectrumd_feed_clients", "Clients of the feed that are connected.");
  for (const auto& [name, feed] : feeds) list.sample("feed", name, feed.clients);
  list.counter("spectrumd_feed_messages_total", "Messages from or to other programs.");
  for (const auto& [name, feed] : feeds) list.sample("feed", name, feed.messages);
  list.counter("spectrumd_feed_lost_messages_total",
               "Messages that were dropped, as they could not be delivered for too long.");
  for (const auto& [name, feed] : feeds) list.sample("feed", name, feed.lost);
}

void add_process(MetricList& list) {
  const ProcessFacts facts = process_facts();
  list.gauge("spectrumd_build_info", "Always 1; the labels identify the build.");
  list.sample("version", version(), 1);
  list.gauge("process_start_time_seconds", "Start time of the process, since 1970.");
  list.sample(facts.started_seconds);
  list.counter("process_cpu_seconds_total", "CPU time used.");
  list.sample(facts.cpu_seconds);
  list.gauge("process_resident_memory_bytes", "Resident memory.");
  list.sample(facts.resident_bytes);
  list.gauge("process_open_fds", "Open file descriptors.");
  list.sample(facts.open_descriptors);
}

}  // namespace

std::vector<Metric> metrics_of(ServerContext& context) {
  const ReceiverStatus now = context.receiver.status();
  MetricList list;
  add_samples(list, now.samples);
  add_source(list, now);
  add_device(list, now.report);
  add_rows(list, now, context.history);
  if (context.store) add_disk(list, context.store->facts());
  add_server(list, context);
  add_channels(list, context);
  if (context.watch) add_watch(list, context.watch->status());
  add_feeds(list, context.feeds.all());
  add_process(list);
  return std::move(list).all();
}

}  // namespace spectrumd
