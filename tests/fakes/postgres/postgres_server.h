// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "daemon/fleet/pg_connection.h"

namespace spectrumd {

// PostgreSQL itself, with a cluster in a temporary folder that is removed again; it runs as an ordinary user (postgres,
// where the test is root, as it refuses that). At a socket and at 127.0.0.1. `owner` needs no password, `guarded` has
// one.
class PostgresServer {
 public:
  static bool is_installed();
  explicit PostgresServer(const std::string& preload = "");  // a library for it
  struct Empty {};
  explicit PostgresServer(Empty empty);  // a folder and a port: the cluster is yet to be made in data()
  ~PostgresServer();
  PostgresServer(const PostgresServer&) = delete;
  PostgresServer& operator=(const PostgresServer&) = delete;

  void start();
  void stop();
  void kill();                  // -9, all of it
  std::string make_database();  // returns its name

  std::string url(const std::string& database, const std::string& user = "owner") const;      // at the socket
  std::string tcp_url(const std::string& database, const std::string& user = "owner") const;  // without TLS
  PgConnection connect(const std::string& database) const;
  // Runs a command as its user, with the environment in which psql finds it; returns its exit status.
  int run(const std::string& command) const;
  // A copy of a file or folder for its user, who may not enter the folder of the sources.
  std::filesystem::path lend(const std::filesystem::path& what) const;
  void configure(const std::string& lines) const;  // of postgresql.conf; the last of a name counts, from the next start
  int process() const;                             // 0: it does not run
  std::filesystem::path data() const { return folder_ / "data"; }
  std::filesystem::path folder() const { return folder_; }
  std::uint16_t port() const { return port_; }
  std::filesystem::path full_disk_flag() const { return folder_ / "full"; }

 private:
  void make_folder();
  std::vector<int> kill_all() const;  // returns their processes
  std::filesystem::path folder_, preload_;
  std::uint16_t port_ = 0;
  int databases_ = 0;
};

}  // namespace spectrumd
