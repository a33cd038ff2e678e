// SPDX-License-Identifier: MIT
#include "daemon/service/avahi_responder.h"

#include <avahi-common/address.h>
#include <avahi-common/alternative.h>
#include <avahi-common/error.h>
#include <avahi-common/malloc.h>
#include <spdlog/spdlog.h>

#include <utility>

namespace spectrumd {

namespace {

// The interface of the one address that the server listens on, or all.
AvahiIfIndex interface_of(const AnnouncedServer& server) {
  const auto addresses = addresses_at(server.listen_host, local_addresses());
  return addresses.size() == 1 && addresses.front().text == server.listen_host ? addresses.front().interface : AVAHI_IF_UNSPEC;
}

// Without the record that leads from an address to a name: the machine's own name has it.
int add_address(AvahiEntryGroup* group, const LocalAddress& address) {
  AvahiAddress binary;
  if (!avahi_address_parse(address.text.c_str(), AVAHI_PROTO_UNSPEC, &binary)) return AVAHI_ERR_INVALID_ADDRESS;
  return avahi_entry_group_add_address(group, address.interface, AVAHI_PROTO_UNSPEC, AVAHI_PUBLISH_NO_REVERSE,
                                       std::string(kAliasName).c_str(), &binary);
}

}  // namespace

AvahiResponder::AvahiResponder() : poll_(avahi_simple_poll_new()) {
  int error = 0;
  client_.reset(avahi_client_new(avahi_simple_poll_get(poll_.get()), AVAHI_CLIENT_NO_FAIL, on_client, this, &error));
  if (!client_) throw NoResponder(avahi_strerror(error), true);
}

std::vector<Responder::Event> AvahiResponder::work(std::chrono::milliseconds patience) {
  if (events_.empty() && avahi_simple_poll_iterate(poll_.get(), static_cast<int>(patience.count())) != 0)
    events_.push_back(Event::Gone);
  return std::exchange(events_, {});
}

void AvahiResponder::wake() noexcept { avahi_simple_poll_wakeup(poll_.get()); }

void AvahiResponder::publish_services(const AnnouncedServer& server, const std::string& name) {
  if (!services_.begin()) return;
  const AvahiIfIndex interface = interface_of(server);
  AvahiStringList* facts = nullptr;
  for (const std::string& fact : server.facts) facts = avahi_string_list_add(facts, fact.c_str());
  const Texts owner(facts);
  int result = 0;
  for (const char* type : {"_spectrumd._tcp", "_http._tcp"})
    if (result == 0)
      result = avahi_entry_group_add_service_strlst(services_.group, interface, AVAHI_PROTO_UNSPEC, {}, name.c_str(),
                                                    type, nullptr, nullptr, server.port, facts);
  services_.commit(result);
}

void AvahiResponder::publish_alias(std::span<const LocalAddress> addresses) {
  if (!alias_.begin()) return;
  int result = 0;
  for (const LocalAddress& address : addresses)
    if (result == 0) result = add_address(alias_.group, address);
  alias_.commit(result);
}

void AvahiResponder::withdraw() {
  for (const Group* records : {&services_, &alias_})
    if (records->group) avahi_entry_group_reset(records->group);
}

std::string AvahiResponder::host_name() const {
  const char* name = avahi_client_get_host_name_fqdn(client_.get());
  return name ? name : "";
}

std::string AvahiResponder::alternative_to(const std::string& name) const {
  const std::unique_ptr<char, Releaser<avahi_free>> text(avahi_alternative_service_name(name.c_str()));
  return text.get();
}

bool AvahiResponder::Group::begin() {
  if (!group) group = avahi_entry_group_new(owner->client_.get(), on_group, this);
  if (group && avahi_entry_group_reset(group) == 0) return true;
  owner->events_.push_back(failed);
  return false;
}

// A name that another program of this machine has published collides at once.
void AvahiResponder::Group::commit(int result) {
  if (result == 0) result = avahi_entry_group_commit(group);
  if (result == 0) return;
  spdlog::debug("avahi: {}", avahi_strerror(result));
  owner->events_.push_back(result == AVAHI_ERR_COLLISION ? collides : failed);
}

// Also called from within avahi_client_new().
void AvahiResponder::on_client(AvahiClient* client, AvahiClientState state, void* self) {
  auto& events = static_cast<AvahiResponder*>(self)->events_;
  if (state == AVAHI_CLIENT_CONNECTING) events.push_back(Event::Waiting);
  if (state == AVAHI_CLIENT_S_RUNNING) events.push_back(Event::Running);
  if (state == AVAHI_CLIENT_S_REGISTERING || state == AVAHI_CLIENT_S_COLLISION) events.push_back(Event::Renaming);
  if (state != AVAHI_CLIENT_FAILURE) return;
  spdlog::debug("avahi: {}", avahi_strerror(avahi_client_errno(client)));
  events.push_back(Event::Gone);
}

void AvahiResponder::on_group(AvahiEntryGroup* /*group*/, AvahiEntryGroupState state, void* record_group) {
  const auto& records = *static_cast<Group*>(record_group);
  auto& events = records.owner->events_;
  if (state == AVAHI_ENTRY_GROUP_ESTABLISHED) events.push_back(records.published);
  if (state == AVAHI_ENTRY_GROUP_COLLISION) events.push_back(records.collides);
  if (state == AVAHI_ENTRY_GROUP_FAILURE) events.push_back(records.failed);
}

std::unique_ptr<Responder> connect_to_responder() { return std::make_unique<AvahiResponder>(); }

}  // namespace spectrumd
