// SPDX-License-Identifier: MIT
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace spectrumd {

// A PostgreSQL database that receivers report to.
struct ReportStore {
  std::string url;        // as libpq reads it: postgresql://[USER@]HOST[:PORT][,HOST...]/DATABASE[?PARAMETER=VALUE&...]
  std::string shown;      // without the parameters
  bool is_local = false;  // a socket or an address of this machine: no one is between
  std::string sslmode;    // of the URL; empty: it has none

  // Whether the server must present a certificate for its name: one elsewhere must, unless the URL says otherwise.
  bool verifies() const { return sslmode.empty() ? !is_local : sslmode.starts_with("verify"); }
};

// nullopt if it is not such a URL, names no database, or has a password: that belongs in report.password or a passfile.
std::optional<ReportStore> parse_report_store(std::string_view text);
inline std::string to_string(const ReportStore& store) { return store.url; }

// A list of them in a flag: hosts of one URL are separated by commas, too.
std::vector<std::string> split_report_stores(const std::vector<std::string>& pieces);

}  // namespace spectrumd
