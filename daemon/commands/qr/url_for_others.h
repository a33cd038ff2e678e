// SPDX-License-Identifier: MIT
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "daemon/config/listen_address.h"
#include "daemon/service/local_addresses.h"

namespace spectrumd {

// The URL of the page as other machines open it, by address, since not every phone resolves names in .local: at the
// address with the default route, if the server listens there. Empty if they cannot reach it. It never has the token.
std::string url_for_others(const ListenAddress& listen, std::string_view main_address,
                           std::span<const LocalAddress> addresses);

// What --qr prints for a server at this address: a QR code and the URL for others, or why there is none.
std::string qr_text(const ListenAddress& listen);

}  // namespace spectrumd
