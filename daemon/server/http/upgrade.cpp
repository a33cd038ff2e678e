// SPDX-License-Identifier: MIT
#include "daemon/server/http/upgrade.h"

#include "daemon/server/http/exchange.h"

namespace spectrumd {

namespace {

void on_upgrade(void* service_pointer, MHD_Connection* /*connection*/, void* exchange_pointer, const char* extra,
                std::size_t extra_bytes, MHD_socket fd, MHD_UpgradeResponseHandle* handle) noexcept {
  Service& service = *static_cast<Service*>(service_pointer);
  const auto& exchange = *static_cast<const Exchange*>(exchange_pointer);
  const auto close = [handle, &service] {
    MHD_upgrade_action(handle, MHD_UPGRADE_ACTION_CLOSE);
    service.poll.ring();
  };
  const std::scoped_lock lock(service.mutex);
  if (service.upgrades)
    service.site.on_upgraded({.fd = fd,
                              .first_bytes = std::as_bytes(std::span(extra, extra_bytes)),
                              .caller = exchange.caller(),
                              .address = exchange.address(),
                              .head = exchange.head(),
                              .close = close});
  else
    close();
}

}  // namespace

MHD_Response* upgrade_response(Service& service) { return MHD_create_response_for_upgrade(on_upgrade, &service); }

}  // namespace spectrumd
