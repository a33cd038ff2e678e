// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <set>
#include <stop_token>
#include <string>

#include "daemon/fleet/batch.h"
#include "daemon/fleet/pg_connection.h"

namespace spectrumd {

// Who reports.
struct ReporterIdentity {
  std::string history, board, boot, name;
  std::string locator;  // empty: not said
};

// A reporter's session with a database: batches, each of them a transaction. Rows that are there already are left
// alone, so a batch may be sent twice. Everything throws PgError; after that the session is of no use. One thread.
class Delivery {
 public:
  Delivery(const PgConnection::Login& login, const ReporterIdentity& identity, const std::stop_token& stop);

  const std::string& fleet() const { return fleet_; }      // the id of the database
  std::int32_t receiver() const { return receiver_; }      // this one's number there
  std::int64_t batch() const { return batch_; }            // the last one that was committed
  int schema() const { return schema_; }                   // its version
  const std::string& warning() const { return warning_; }  // another one has this identity; empty: none

  struct Receipt {
    std::uint64_t stored = 0, known = 0;  // rows; those that were there already
  };
  Receipt send(const Batch& batch);  // on the disk of the server when it returns

  void greet();  // again, in a long session: others may have come

 private:
  void say_where();
  void prepare(const Batch& batch);
  Receipt insert(Reported table, const CopyRows& rows);

  const ReporterIdentity identity_;
  PgConnection connection_;
  std::string fleet_, warning_;
  std::int32_t receiver_ = 0;
  std::int64_t batch_ = 0;
  int schema_ = 0;
  std::set<std::pair<std::string, std::int64_t>> prepared_;  // series and days whose partition is there
};

}  // namespace spectrumd
