// SPDX-License-Identifier: MIT
// Figures for Prometheus.
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
  page.counter("spectrumd_samples_received_total", "Samples whose fate is known.");
  page.sample(samples.received);
  page.counter("spectrumd_samples_total", "Samples by fate; they add up to those received.");
  page.sample("fate", "processed", samples.processed)
      .sample("fate", "dropped", samples.dropped)
      .sample("fate", "discarded", samples.discarded);
  page.counter("spectrumd_samples_clipped_total", "Processed samples at the end of the converter's range.");
  page.sample(samples.clipped);
  page.gauge("spectrumd_samples_buffered", "Samples that wait for the transforms.");
  page.sample(samples.buffered);
}

void add_source(Page& page, const ReceiverStatus& now) {
  page.gauge("spectrumd_source_up", "1 while samples come.");
  page.sample("kind", now.source.kind, now.report.state == SourceState::Streaming ? 1 : 0);
  page.gauge("spectrumd_source_center_hertz", "Frequency in the middle of the band.");
  page.sample(now.tuned.center.value);
  page.gauge("spectrumd_source_rate_hertz", "Sample rate that the source says.");
  page.sample(now.tuned.rate.value);
  page.gauge("spectrumd_source_measured_rate_hertz", "Sample rate by this machine's clock.");
  page.sample(now.measured_rate_hz);
}

void add_device(Page& page, const SourceReport& report) {
  page.gauge("spectrumd_source_state", "1 for the state that the source is in.");
  for (const std::string_view state : source_state_names())
    page.sample("state", state, to_string(report.state) == state ? 1 : 0);
  page.counter("spectrumd_source_lost_total", "How often the device went away or fell silent.");
  page.sample(report.times_lost);
  page.counter("spectrumd_samples_dropped_usb_total", "Of the samples dropped, those that the device or the bus lost.");
  page.sample(report.lost_samples);
  if (!report.estimated_ppm) return;
  page.gauge("spectrumd_source_estimated_ppm",
             "How much too fast the crystal runs by this machine's clock, in millionths.");
  page.sample(*report.estimated_ppm);
}

void add_transform_device(Page& page, const ReceiverStatus& now) {
  page.gauge("spectrumd_device_up", "1 while the device does the transforms, 0 while the processor stands in for it.");
  page.sample("device", now.backend.device, now.backend.trouble.empty() ? 1 : 0);
  page.gauge("spectrumd_device_load_ratio", "Share of its time that the device takes for samples in real time.");
  page.sample("device", now.backend.device, now.device_load.ratio);
  page.gauge("spectrumd_device_batch_seconds", "What a batch takes the device; of an emulated one, the chip's time.");
  page.sample("device", now.backend.device, now.device_load.batch_seconds);
}

void add_rows(Page& page, const ReceiverStatus& now, const History& history) {
  page.counter("spectrumd_rows_total", "Rows of the waterfall made.");
  page.sample(now.row_sequence);
  page.gauge("spectrumd_row_rate_hertz", "Rows made a second, lately.");
  page.sample(now.rows_per_second);
  page.gauge("spectrumd_dsp_load_ratio", "Share of one core that the transforms take.");
  page.sample("backend", now.backend.name, now.dsp_load);
  if (!now.backend.device.empty()) add_transform_device(page, now);
  page.gauge("spectrumd_history_bytes", "Memory of the rows kept.");
  page.sample(history.bytes());
  page.gauge("spectrumd_history_limit_bytes", "Memory that the rows kept may take.");
  page.sample(history.memory_limit());
}

void add_server(Page& page, const ServerContext& context) {
  page.gauge("spectrumd_clients", "Clients that are connected for rows or events.");
  page.sample("kind", "websocket", context.websocket_clients.load())
      .sample("kind", "events", context.event_clients.load());
  page.counter("spectrumd_events_total", "Things that happened to the radio or the data.");
  page.sample(context.events.last_id());
}

void add_process(Page& page) {
  const ProcessFacts facts = process_facts();
  page.gauge("spectrumd_build_info", "Always 1; the labels say what is running.");
  page.sample("version", version(), 1);
  page.gauge("process_start_time_seconds", "When the process began, since 1970.");
  page.sample(facts.started_seconds);
  page.counter("process_cpu_seconds_total", "Time of processors used.");
  page.sample(facts.cpu_seconds);
  page.gauge("process_resident_memory_bytes", "Memory in RAM.");
  page.sample(facts.resident_bytes);
  page.gauge("process_open_fds", "Open file descriptors.");
  page.sample(facts.open_descriptors);
}

Answer answer(ServerContext& context, const Request&) {
  const ReceiverStatus now = context.receiver.status();
  Page page;
  add_samples(page, now.samples);
  add_source(page, now);
  add_device(page, now.report);
  add_rows(page, now, context.history);
  add_server(page, context);
  add_process(page);
  return {.type = "text/plain; version=0.0.4; charset=utf-8", .body = std::move(page.text)};
}

}  // namespace

Routes metrics_routes() {
  return {{.method = "GET",
           .path = "/metrics",
           .summary = "Figures for Prometheus",
           .other_types = {"text/plain"},
           .answer = answer}};
}

}  // namespace spectrumd
