// SPDX-License-Identifier: MIT
#include "daemon/daemon.h"

#include <fmt/format.h>
#include <spdlog/spdlog.h>

#include "daemon/config/listen_address.h"

namespace spectrumd {

namespace {

bool same_source(const Settings& a, const Settings& b) {
  return a.source == b.source && a.sim == b.sim && a.file == b.file && a.rtlsdr == b.rtlsdr && a.soapy == b.soapy &&
         a.backend == b.backend && a.qpu == b.qpu && a.dbm_offset == b.dbm_offset;
}

// "cpu", "qpu emulated 3.1 % busy, 5.20 ms a batch", "cpu for qpu real".
std::string backend_of(const ReceiverStatus& status) {
  const BackendStatus& backend = status.backend;
  if (backend.device.empty()) return backend.name;
  if (!backend.trouble.empty()) return fmt::format("cpu for {} {}", backend.name, backend.device);
  return fmt::format("{} {} {:.1f} % busy, {:.2f} ms a batch", backend.name, backend.device,
                     status.device_load.ratio * 100, status.device_load.batch_seconds * 1e3);
}

}  // namespace

Daemon::Server::Server(ServerContext& context) : hub(context), http(context, hub) {
  const ServerSettings settings = context.settings().server;
  if (!settings.share.empty())
    share.emplace(settings.share.substr(settings.share.find('=') + 1), settings.share_control, context);
}

Daemon::Daemon(const Settings& settings)
    : loaded_(settings),
      history_(settings.history_mib << 20),
      receiver_(settings, history_, events_, heartbeats_),
      recordings_(receiver_, events_, [this] { return this->settings(); }),
      context_{receiver_, history_, events_, heartbeats_, recordings_, [this] { return this->settings(); }} {
  start_server();
  history_.observe([this] { wake_server(); });
  events_.observe([this] { wake_server(); });
}

Daemon::~Daemon() {
  history_.observe({});
  events_.observe({});
  stop_server();
}

Settings Daemon::settings() const {
  const ReceiverStatus status = receiver_.status();
  const std::scoped_lock lock(settings_mutex_);
  Settings settings = loaded_;
  settings.tuning = status.tuning;
  settings.analysis = status.analysis;
  return settings;
}

void Daemon::load(const Settings& settings) {
  const std::scoped_lock lock(settings_mutex_);
  loaded_ = settings;
}

void Daemon::start_server() {
  auto server = std::make_unique<Server>(context_);
  const std::scoped_lock lock(server_mutex_);
  server_ = std::move(server);
}

void Daemon::stop_server() {
  std::unique_ptr<Server> server;  // ends outside the lock: telling the clients takes its time
  const std::scoped_lock lock(server_mutex_);
  server = std::move(server_);
}

void Daemon::wake_server() {
  const std::scoped_lock lock(server_mutex_);
  if (!server_) return;
  server_->hub.wake();
  server_->http.wake();
}

void Daemon::reload(const Settings& settings) {
  const Settings before = loaded_;
  const bool server_changed = settings.server != before.server;
  if (settings.history_mib != before.history_mib)
    spdlog::warn("history.memory: {} MiB take effect at the next start", settings.history_mib);
  if (server_changed) reload_server(settings);
  try {
    reload_receiver(settings);
  } catch (...) {
    if (server_changed) reload_server(before);
    load(before);
    throw;
  }
  load(settings);
  events_.add("reload", "configuration taken over");
}

// The old server must let go of its address before the new one can have it.
void Daemon::reload_server(const Settings& settings) {
  const Settings before = loaded_;
  stop_server();
  load(settings);
  try {
    start_server();
  } catch (...) {
    load(before);
    start_server();
    throw;
  }
}

void Daemon::reload_receiver(const Settings& settings) {
  if (!same_source(settings, loaded_)) return receiver_.replace_source(settings);
  const ReceiverStatus now = receiver_.status();
  const Tuning& tuning = settings.tuning == loaded_.tuning ? now.tuning : settings.tuning;
  const Analysis& analysis = settings.analysis == loaded_.analysis ? now.analysis : settings.analysis;
  receiver_.check(tuning, analysis);
  receiver_.retune(tuning);
  receiver_.analyse(analysis);
}

std::string Daemon::url() const {
  ListenAddress address = parse_listen(loaded_.server.listen).value_or(ListenAddress{});
  address.port = server_->http.port();
  return "http://" + to_string(address);
}

std::string Daemon::status_line() const {
  const ReceiverStatus status = receiver_.status();
  return fmt::format("{} {} at {}Hz, {:.3f} MS/s, {:.1f} rows/s, {} clients, {} samples dropped, {}",
                     status.source.kind, to_string(status.report.state), format_number(status.tuned.center.value),
                     status.measured_rate_hz / 1e6, status.rows_per_second,
                     context_.websocket_clients + context_.event_clients, status.samples.dropped, backend_of(status));
}

std::optional<std::string_view> Daemon::silent_thread() {
  return stall_watch_.look(Heartbeats::Clock::now(), heartbeats_.pulses());
}

}  // namespace spectrumd
