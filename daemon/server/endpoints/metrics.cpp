// SPDX-License-Identifier: MIT
// Metrics for Prometheus.
#include <fmt/format.h>

#include "daemon/config/version.h"
#include "daemon/server/context.h"
#include "daemon/server/endpoints/endpoints.h"
#include "daemon/server/endpoints/process_facts.h"

namespace spectrumd {

namespace {

// Text of Prometheus' exposition format 0.0.4.
class Page {
 public:
  void counter(std::string_view name, std::string_view help) { begin(name, help, "counter"); }
  void gauge(std::string_view name, std::string_view help) { begin(name, help, "gauge"); }

  template <class Number>
  Page& sample(Number value) {
    text += fmt::format("{} {}\n", name_, value);
    return *this;
  }

  template <class Number>
  Page& sample(std::string_view label, std::string_view label_value, Number value) {
    text += fmt::format("{}{{{}=\"{}\"}} {}\n", name_, label, escaped(label_value), value);
    return *this;
  }

  std::string text;

 private:
  void begin(std::string_view name, std::string_view help, std::string_view type) {
    name_ = name;
    text += fmt::format("# HELP {} {}\n# TYPE {} {}\n", name, help, name, type);
  }

  static std::string escaped(std::string_view text) {
    std::string safe;
    for (const char c : text) {
      if (c == '\\' || c == '"') safe += '\\';
      safe += c == '\n' ? ' ' : c;
    }
    return safe;
  }

  std::string_view name_;
};

void add_samples(Page& page, const SampleCounts& samples) {
  page.counter("spectrumd_samples_received_total", "Samples received from the source.");
  page.sample(samples.received);
  page.counter("spectrumd_samples_total", "Samples by fate; they add up to those received.");
  page.sample("fate", "processed", samples.processed)
      .sample("fate", "dropped", samples.dropped)
      .sample("fate", "discarded", samples.discarded);
  page.counter("spectrumd_samples_clipped_total", "Processed samples at either end of the converter's range.");
  page.sample(samples.clipped);
  page.gauge("spectrumd_samples_buffered", "Samples waiting to be transformed.");
  page.sample(samples.buffered);
}

void add_source(Page& page, const ReceiverStatus& now) {
  page.gauge("spectrumd_source_up", "1 while samples arrive.");
  page.sample("kind", now.source.kind, now.report.state == SourceState::Streaming ? 1 : 0);
  page.gauge("spectrumd_source_center_hertz", "Center frequency of the band.");
  page.sample(now.tuned.center.value);
  page.gauge("spectrumd_source_rate_hertz", "Sample rate reported by the source.");
  page.sample(now.tuned.rate.value);
  page.gauge("spectrumd_source_measured_rate_hertz", "Sample rate measured by this machine's clock.");
  page.sample(now.measured_rate_hz);
}

void add_device(Page& page, const SourceReport& report) {
  page.gauge("spectrumd_source_state", "1 for the current state of the source.");
  for (const std::string_view state : source_state_names())
    page.sample("state", state, to_string(report.state) == state ? 1 : 0);
  page.counter("spectrumd_source_lost_total", "Times the device disappeared or stalled.");
  page.sample(report.times_lost);
  page.counter("spectrumd_samples_dropped_usb_total", "Dropped samples that the device or the bus lost.");
  page.sample(report.lost_samples);
  if (!report.estimated_ppm) return;
  page.gauge("spectrumd_source_estimated_ppm", "Crystal error in ppm by this machine's clock, positive if fast.");
  page.sample(*report.estimated_ppm);
}

void add_transform_device(Page& page, const ReceiverStatus& now) {
  page.gauge("spectrumd_device_up", "1 while the device computes the transforms, 0 while the processor replaces it.");
  page.sample("device", now.backend.device, now.backend.trouble.empty() ? 1 : 0);
  page.gauge("spectrumd_device_load_ratio", "Load of the device for samples in real time.");
  page.sample("device", now.backend.device, now.device_load.ratio);
  page.gauge("spectrumd_device_batch_seconds",
             "Time of the device per batch; for an emulated one, time of the real chip.");
  page.sample("device", now.backend.device, now.device_load.batch_seconds);
}

void add_rows(Page& page, const ReceiverStatus& now, const History& history) {
  page.counter("spectrumd_rows_total", "Waterfall rows made.");
  page.sample(now.row_sequence);
  page.gauge("spectrumd_row_rate_hertz", "Current rows per second.");
  page.sample(now.rows_per_second);
  page.gauge("spectrumd_dsp_load_ratio", "Share of one core used by the transforms.");
  page.sample("backend", now.backend.name, now.dsp_load);
  if (!now.backend.device.empty()) add_transform_device(page, now);
  page.gauge("spectrumd_history_bytes", "Memory used by the row history.");
  page.sample(history.bytes());
  page.gauge("spectrumd_history_limit_bytes", "Memory limit of the row history.");
  page.sample(history.memory_limit());
}

void add_server(Page& page, const ServerContext& context) {
  page.gauge("spectrumd_clients", "Clients connected for rows or events.");
  page.sample("kind", "websocket", context.websocket_clients.load())
      .sample("kind", "events", context.event_clients.load());
  page.counter("spectrumd_events_total", "Events of the radio or the data.");
  page.sample(context.events.last_id());
}

void add_channels(Page& page, const ServerContext& context) {
  const ChannelLoad load = context.channels.load();
  page.gauge("spectrumd_channels", "Channels that are open.");
  page.sample(load.channels);
  page.gauge("spectrumd_channels_load_ratio", "Share of one core used by the channels.");
  page.sample(load.core_share);
  const ZoomLoad zoom = context.zooms.load();
  page.gauge("spectrumd_zoomed_views", "Zoomed views with separate rows.");
  page.sample(zoom.views);
  page.gauge("spectrumd_zoom_load_ratio", "Share of one core used by the rows of zoomed views.");
  page.sample(zoom.core_share);
  page.counter("spectrumd_channels_lost_samples_total",
               "Samples of the band that the channels could not take in time.");
  page.sample(load.lost_samples);
  page.counter("spectrumd_channels_dropped_bytes_total", "Bytes of streams whose clients read too slowly.");
  page.sample(context.channel_bytes_dropped.load());
}

void add_process(Page& page) {
  const ProcessFacts facts = process_facts();
  page.gauge("spectrumd_build_info", "Always 1; the labels identify the build.");
  page.sample("version", version(), 1);
  page.gauge("process_start_time_seconds", "Start time of the process, since 1970.");
  page.sample(facts.started_seconds);
  page.counter("process_cpu_seconds_total", "CPU time used.");
  page.sample(facts.cpu_seconds);
  page.gauge("process_resident_memory_bytes", "Resident memory.");
  page.sample(facts.resident_bytes);
  page.gauge("process_open_fds", "Open file descriptors.");
  page.sample(facts.open_descriptors);
}

Answer answer_metrics(ServerContext& context, const Request&) {
  const ReceiverStatus now = context.receiver.status();
  Page page;
  add_samples(page, now.samples);
  add_source(page, now);
  add_device(page, now.report);
  add_rows(page, now, context.history);
  add_server(page, context);
  add_channels(page, context);
  add_process(page);
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = std::move(page.text)};
}

}  // namespace

Routes metrics_routes() {
  return {{.method = "GET",
           .path = "/metrics",
           .summary = "Metrics for Prometheus",
           .other_types = {"text/plain"},
           .answer = answer_metrics}};
}

}  // namespace spectrumd
