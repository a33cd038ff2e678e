// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <memory>
#include <optional>
#include <stdexcept>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "daemon/config/report_store.h"

struct pg_conn;
struct pg_result;

namespace spectrumd {

// What a database, or the way to it, refuses. The text never has a password.
struct PgError : std::runtime_error {
  explicit PgError(const std::string& text, std::string sqlstate = "")
      : std::runtime_error(text), state(std::move(sqlstate)) {}
  std::string state;  // SQLSTATE; empty if the connection is at fault
};

// Rows of an answer, as text.
class PgRows {
 public:
  explicit PgRows(pg_result* result);
  std::size_t size() const;
  std::string_view text(std::size_t row, int column) const;  // empty if NULL
  bool is_null(std::size_t row, int column) const;
  std::int64_t integer(std::size_t row, int column) const;
  double real(std::size_t row, int column) const;
  std::vector<std::byte> bytes(std::size_t row, int column) const;  // of a bytea
  std::uint64_t changed() const;                                    // rows inserted, updated or deleted

 private:
  struct Clear {
    void operator()(pg_result* result) const;
  };
  std::unique_ptr<pg_result, Clear> result_;
};

// A connection to PostgreSQL. A server elsewhere must present a certificate for its name, signed by an authority of the
// system or of `sslrootcert`, unless the URL has another sslmode. A server that is silent for half a minute counts as
// gone, or a whole one if it has a statement to work on; of several hosts the next is then tried. A stop ends any wait
// at once, as PgError. One thread.
class PgConnection {
 public:
  struct Login {
    ReportStore store;
    std::string password;     // empty: that of a passfile, if any
    std::string application;  // as pg_stat_activity shows it
  };
  using Value = std::optional<std::string>;

  PgConnection(const Login& login, std::stop_token stop);  // throws PgError
  ~PgConnection();
  PgConnection(const PgConnection&) = delete;
  PgConnection& operator=(const PgConnection&) = delete;

  // One statement with values for $1, $2, …; or several without. Throws PgError.
  PgRows run(const std::string& statement, const std::vector<Value>& values = {});

  // COPY … FROM STDIN with its data. Throws PgError.
  void copy(const std::string& statement, std::string_view data);

  bool encrypted() const;
  bool take_warned();  // whether the server has warned since this was asked last

 private:
  using Clock = std::chrono::steady_clock;
  using Words = std::vector<std::pair<std::string, std::string>>;  // keywords of a connection; the last of one counts
  void connect(const Login& login);
  void connect_to(const Words& words);
  void wait(bool for_writing, Clock::time_point until) const;
  void flush();
  PgRows last_result();
  [[noreturn]] void fail() const;

  struct Finish {
    void operator()(pg_conn* connection) const;
  };
  const std::stop_token stop_;
  bool warned_ = false;
  std::unique_ptr<pg_conn, Finish> connection_;
};

// Rolled back unless commit() was called.
class PgTransaction {
 public:
  explicit PgTransaction(PgConnection& connection);
  ~PgTransaction();
  PgTransaction(const PgTransaction&) = delete;
  PgTransaction& operator=(const PgTransaction&) = delete;
  void commit();  // when it returns, the server has it on its disk, and on that of a synchronous standby

 private:
  PgConnection& connection_;
  bool open_ = true;
};

}  // namespace spectrumd
