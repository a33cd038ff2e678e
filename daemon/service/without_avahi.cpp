// SPDX-License-Identifier: MIT
#include "daemon/service/responder.h"

namespace spectrumd {

std::unique_ptr<Responder> connect_to_responder() { throw NoResponder("this build has no libavahi-client", false); }

}  // namespace spectrumd
