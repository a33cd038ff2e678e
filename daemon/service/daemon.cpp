// SPDX-License-Identifier: MIT
#include "daemon/service/daemon.h"

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <spdlog/spdlog.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <utility>
#include <vector>

#include "daemon/config/host_name.h"
#include "daemon/config/keys.h"
#include "daemon/outputs/history_plan.h"
#include "daemon/server/receiver_site.h"
#include "daemon/server/rows/row_codec.h"
#include "daemon/server/rows/row_json.h"

namespace spectrumd {

namespace {

bool same_source(const Settings& a, const Settings& b) {
  return a.source == b.source && a.sim == b.sim && a.file == b.file && a.rtlsdr == b.rtlsdr && a.soapy == b.soapy &&
         a.backend == b.backend && a.qpu == b.qpu && a.dbm_offset == b.dbm_offset;
}

// The groups of the configuration that differ: "radio", "server".
std::vector<std::string> changed_groups(const Settings& before, const Settings& after) {
  std::vector<std::string> groups;
  for (const Key& key : keys()) {
    if (key.path.starts_with("history.") || key.get(before) == key.get(after)) continue;  // it takes effect later
    const std::string group(key.path.substr(0, key.path.find('.')));
    if (!std::ranges::count(groups, group)) groups.push_back(group);
  }
  return groups;
}

// "cpu", "qpu emulated 3.1 % busy, 5.20 ms a batch", "cpu for qpu real".
std::string backend_of(const ReceiverStatus& status) {
  const BackendStatus& backend = status.backend;
  if (backend.device.empty()) return backend.name;
  if (!backend.trouble.empty()) return fmt::format("cpu for {} {}", backend.name, backend.device);
  return fmt::format("{} {} {:.1f} % busy, {:.2f} ms a batch", backend.name, backend.device,
                     status.device_load.ratio * 100, status.device_load.batch_seconds * 1e3);
}

// A row of the tuning in use has its gain.
RowSetting setting_of(const Row& row, const ReceiverStatus& now) {
  const double offset = now.settings->dbm_offset.value_or(Decibels{}).value;
  const bool is_current = row.generation == now.tuned.generation;
  return {.gain = is_current ? now.tuned.gain : std::nullopt,
          .rbw_hz = rbw_hz(row, *now.settings),
          .base_db = first_level_db(offset)};
}

constexpr std::uint64_t kPartsOfDays = 20;  // pictures of days take a twentieth of history.disk besides

std::optional<double> gain_of(const ReceiverStatus& status) {
  return status.tuning.gain ? std::optional(status.tuning.gain->value) : std::nullopt;
}

ShareMode share_mode(const ServerSettings& settings) {
  if (settings.share_channels) return ShareMode::Channels;
  return settings.share_control ? ShareMode::Tune : ShareMode::Nothing;
}

}  // namespace

Daemon::Server::Server(ServerContext& context) : hub(context), http(receiver_site(context, hub)) {
  const ServerSettings settings = context.settings().server;
  if (!settings.share.empty())
    share.emplace(settings.share.substr(settings.share.find('=') + 1), share_mode(settings), context);
  feeds.emplace(context.settings().feeds, context);
  reporters.emplace(context.settings(), http.port(), context);
  if (auto server = announced_server(settings, http.port())) announcer.emplace(std::move(*server), context.own_names);
}

Daemon::Daemon(const Settings& settings, LoadProfile load_profile, const ProcessMemory& budget)
    : loaded_(settings),
      history_folder_(history_folder(settings.history_disk)),
      history_(settings.history_mib << 20, history_folder_ ? kMostStoredBins : History::kTierBins),
      receiver_(settings, history_, events_, heartbeats_, budget),
      recordings_(receiver_, channels_, events_, [this] { return *receiver_.settings(); }),
      watch_({history_, events_, [this] { return *receiver_.settings(); },
              [this] { return gain_of(receiver_.status()); }, &recordings_}),
      context_{receiver_,
               history_,
               events_,
               heartbeats_,
               recordings_,
               [this] { return *receiver_.settings(); },
               std::move(load_profile)} {
  start_store();
  context_.watch = &watch_;
  if (const auto folder = users_folder(settings)) context_.accounts = &accounts_.emplace(*folder);
  if (accounts_) accounts_->dial().set_period(std::chrono::seconds(settings.users.dial_seconds));
  start_server();
  history_.observe([this] { wake_server(); });
  events_.observe([this] { wake_server(); });
  receiver_.row_in_progress().observe([this] { wake_server(); });
}

Daemon::~Daemon() {
  history_.observe({});
  events_.observe({});
  receiver_.row_in_progress().observe({});
  stop_server();
}

void Daemon::start_store() {
  if (!history_folder_) return;
  const StoreHooks hooks{.setting = [this](const Row& row) { return setting_of(row, receiver_.status()); },
                         .clock = [this] { return receiver_.status().clock; }};
  const StorePlan plan = history_plan(loaded_.history_disk, *history_folder_);
  store_.emplace(history_, events_, plan, hooks);
  context_.store = &*store_;
  days_.emplace(*history_folder_, DayLimits{.bytes = plan.limit_bytes / kPartsOfDays}, host_name(), events_,
                [this] { return receiver_.status().clock.synchronized == false; });
  context_.days = &days_->book();
}

void Daemon::start_server() {
  auto server = std::make_unique<Server>(context_);
  const std::scoped_lock lock(server_mutex_);
  server_ = std::move(server);
}

void Daemon::stop_server() {
  std::unique_ptr<Server> server;
  {
    const std::scoped_lock lock(server_mutex_);
    server = std::move(server_);
  }
  server.reset();  // outside the lock: it takes time to close the connections
  heartbeats_.rest(Heartbeats::WebSocket);
  heartbeats_.rest(Heartbeats::Http);
}

void Daemon::wake_server() {
  const std::scoped_lock lock(server_mutex_);
  if (!server_) return;
  server_->hub.wake();
  server_->http.wake();
}

void Daemon::reload(const Settings& settings) {
  const std::scoped_lock lock(context_.demo.replacing());
  const auto changed = changed_groups(loaded_, settings);
  reload_parts(settings);
  if (settings.history_mib != loaded_.history_mib)
    spdlog::warn("history.memory: {} MiB takes effect at the next start", settings.history_mib);
  if (settings.history_disk != loaded_.history_disk)
    spdlog::warn("history.folder and what concerns it take effect at the next start");
  if (settings.users.folder != loaded_.users.folder) spdlog::warn("users.folder takes effect at the next start");
  if (settings.watch.folder != loaded_.watch.folder) spdlog::warn("watch.folder takes effect at the next start");
  if (accounts_) accounts_->dial().set_period(std::chrono::seconds(settings.users.dial_seconds));
  loaded_ = settings;
  if (changed.empty()) return events_.add("reload", "configuration unchanged");
  events_.add("reload", fmt::format("configuration applied: {}", fmt::join(changed, ", ")));
}

// Steps that can fail come first: the receiver, which is only prepared, then the server, which is restored on failure.
void Daemon::reload_parts(Settings settings) {
  const auto now = receiver_.settings();
  // A client may have chosen another profile.
  if (settings.profile == loaded_.profile && same_source(settings, loaded_)) settings.profile = now->profile;
  const Tuning& tuning = settings.tuning == loaded_.tuning ? now->tuning : settings.tuning;
  const Analysis& analysis = settings.analysis == loaded_.analysis ? now->analysis : settings.analysis;
  std::shared_ptr<Receiver::Replacement> source;
  if (settings.ring_seconds != loaded_.ring_seconds) receiver_.check_past(settings.ring_seconds);
  if (same_source(settings, loaded_))
    receiver_.check(tuning, analysis);
  else
    source = receiver_.prepare(settings);
  const bool server_changed =
      settings.server != loaded_.server || settings.feeds != loaded_.feeds || settings.report != loaded_.report;
  if (server_changed) restart_server(settings);
  receiver_.adopt(settings);
  if (source) return receiver_.take_over(std::move(source));
  try {
    receiver_.change(tuning, analysis, {.via = "reload", .address = ""});
  } catch (...) {  // what was checked no longer fits what a client has changed since
    if (server_changed) restart_server(loaded_);
    receiver_.adopt(loaded_);
    throw;
  }
}

// The old server must release its address before the new one can bind it.
void Daemon::restart_server(const Settings& settings) {
  stop_server();
  receiver_.adopt(settings);
  try {
    start_server();
  } catch (...) {
    receiver_.adopt(loaded_);
    start_server();
    throw;
  }
}

ListenAddress Daemon::address() const { return served_at(loaded_.server.listen, server_->http.port()); }

std::string Daemon::url() const { return "http://" + to_string(address()); }

std::string Daemon::status_line() const {
  const ReceiverStatus status = receiver_.status();
  return fmt::format("{} {} at {}Hz, {:.3f} MS/s, {:.1f} rows/s, {} clients, {} samples dropped, {}",
                     status.source.kind, to_string(status.report.state), format_number(status.tuned.center.value),
                     status.measured_rate_hz / 1e6, status.rows_per_second,
                     context_.websocket_clients + context_.event_clients, status.samples.dropped, backend_of(status));
}

std::string Daemon::radio() const {
  const ReceiverStatus status = receiver_.status();
  const SourceReport& report = status.report;
  if (report.cause == Cause::None) return report.description;
  return report.state == SourceState::Waiting ? "waiting for a radio" : report.reason;
}

bool Daemon::opens_radio() const { return receiver_.status().report.state == SourceState::Opening; }

std::optional<std::string_view> Daemon::silent_thread() {
  return stall_watch_.look(Heartbeats::Clock::now(), heartbeats_.pulses());
}

}  // namespace spectrumd
