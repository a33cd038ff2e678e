// SPDX-License-Identifier: MIT
#include "daemon/service/announcement.h"

#include <fmt/format.h>

#include <utility>

namespace spectrumd {

namespace {
constexpr int kMostRenames = 30;  // a network where all of these names are taken has a fault
}

Announcement::Announcement(AnnouncedServer server, Responder& responder, Surroundings surroundings)
    : server_(std::move(server)), responder_(responder), surroundings_(std::move(surroundings)), name_(server_.name) {}

void Announcement::on(Responder::Event event) {
  using enum Responder::Event;
  if (event == Running) return publish_all();
  if (event == Renaming || event == Gone) return withdraw();
  if (!running_) return;  // about records that have been withdrawn since
  if (event == ServicesPublished) services_ = State::Published;
  if (event == ServicesCollide) rename_services();
  if (event == ServicesFailed) services_ = State::Failed;
  if (event == AliasPublished) alias_ = State::Published;
  if (event == AliasCollides) alias_ = State::Collides;
  if (event == AliasFailed) alias_ = State::Failed;
  report_names();
}

void Announcement::look() {
  if (!running_) return;
  if (services_ == State::Failed && renames_ <= kMostRenames) publish_services();
  const bool moved = addresses_at(server_.listen_host, surroundings_.addresses()) != addresses_;
  if (alias_ == State::Failed || (moved && alias_ != State::Collides)) publish_alias();
}

std::string Announcement::text() const {
  const bool decided = alias_ == State::Published || alias_ == State::Collides || alias_ == State::Failed;
  if (services_ != State::Published || !decided) return "";
  const std::string host = alias_ == State::Published ? std::string(kAliasName) : responder_.host_name();
  return fmt::format("as \"{}\", at http://{}:{}", name_, host, server_.port);
}

void Announcement::publish_all() {
  running_ = true;
  publish_services();
  publish_alias();
}

void Announcement::publish_services() {
  services_ = State::Pending;
  responder_.publish_services(server_, name_);
}

// Without an address there is nothing to publish yet.
void Announcement::publish_alias() {
  addresses_ = addresses_at(server_.listen_host, surroundings_.addresses());
  alias_ = addresses_.empty() ? State::Failed : State::Pending;
  if (!addresses_.empty()) responder_.publish_alias(addresses_);
  report_names();
}

void Announcement::withdraw() {
  running_ = false;
  services_ = alias_ = State::Withdrawn;
  responder_.withdraw();
  surroundings_.names_announced({});
}

void Announcement::rename_services() {
  if (++renames_ > kMostRenames) {
    services_ = State::Failed;
    return;
  }
  name_ = responder_.alternative_to(name_);
  publish_services();
}

// The responder's own name differs from the machine's where another machine had that.
void Announcement::report_names() const {
  std::vector<std::string> names{responder_.host_name()};
  if (alias_ == State::Published) names.emplace_back(kAliasName);
  surroundings_.names_announced(std::move(names));
}

}  // namespace spectrumd
