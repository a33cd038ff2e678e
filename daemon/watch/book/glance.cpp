// SPDX-License-Identifier: MIT
#include "daemon/watch/book/glance.h"

#include "daemon/store/sqlite.h"

namespace spectrumd {

BookGlance glance_at(const std::filesystem::path& file) {
  Database database(file, DatabaseAccess::ReadOnly);
  Statement select(database,
                   "SELECT count(*), count(nullif(json_extract(json, '$.actions.email'), '')) FROM rule "
                   "WHERE json_valid(json)");
  select.step();
  return {static_cast<std::size_t>(select.integer(0)), static_cast<std::size_t>(select.integer(1))};
}

}  // namespace spectrumd
