// SPDX-License-Identifier: MIT
#include "tests/fakes/postgres/postgres_server.h"

#include <fmt/format.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <algorithm>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <stdexcept>

#include "mailbox/descriptor.h"
#include "tests/eventually.h"

namespace spectrumd {
namespace {

namespace fs = std::filesystem;

fs::path programs() {
  std::error_code missing;
  fs::path newest;
  for (const auto& version : fs::directory_iterator("/usr/lib/postgresql", missing))
    if (fs::exists(version.path() / "bin/initdb")) newest = std::max(newest, version.path() / "bin");
  return newest;
}

std::uint16_t free_port() {
  const mailbox::Descriptor place(::socket(AF_INET, SOCK_STREAM, 0));
  sockaddr_in address{.sin_family = AF_INET, .sin_port = 0, .sin_addr = {htonl(INADDR_LOOPBACK)}, .sin_zero = {}};
  socklen_t size = sizeof address;
  if (::bind(place.get(), reinterpret_cast<sockaddr*>(&address), size) != 0 ||
      ::getsockname(place.get(), reinterpret_cast<sockaddr*>(&address), &size) != 0)
    throw std::runtime_error("no free port");
  return ntohs(address.sin_port);
}

}  // namespace

bool PostgresServer::is_installed() { return !programs().empty(); }

PostgresServer::PostgresServer(Empty) : port_(free_port()) { make_folder(); }

void PostgresServer::make_folder() {
  std::string name = "/tmp/spectrumd-pg-XXXXXX";  // short, as the path of a socket must be
  folder_ = mkdtemp(name.data());
  if (::geteuid() == 0 && std::system(("chown postgres " + name).c_str()) != 0)
    throw std::runtime_error("there is no user postgres");
}

PostgresServer::PostgresServer(const std::string& preload) : port_(free_port()) {
  make_folder();
  if (!preload.empty()) preload_ = lend(preload);
  if (run(fmt::format("{}/initdb -D {}/data -U owner -A trust -N --no-instructions -E UTF8 --locale=C",
                      programs().string(), folder_.string())) != 0)
    throw std::runtime_error("initdb failed in " + folder_.string());
  configure("fsync=off\nshared_buffers=16MB\nmax_connections=250\nlogging_collector=off\ntimezone=UTC\n");
  std::ofstream(folder_ / "data/pg_hba.conf") << "local all guarded scram-sha-256\nhost all guarded all scram-sha-256\n"
                                                 "local all all trust\nhost all all 127.0.0.1/32 trust\n";
  start();
  connect("postgres").run("CREATE ROLE guarded LOGIN PASSWORD 'secret word'");
}

PostgresServer::~PostgresServer() {
  kill_all();
  std::error_code ignored;
  fs::remove_all(folder_, ignored);
}

int PostgresServer::run(const std::string& command) const {
  const std::string user = ::geteuid() == 0 ? "runuser -u postgres -- " : "";
  return std::system(
      fmt::format("cd / && {}env PGHOST={} PGPORT={} PGUSER=owner {} {} >>{}/log 2>&1", user, folder_.string(), port_,
                  preload_.empty()
                      ? ""
                      : fmt::format("LD_PRELOAD={} FULL_DISK_FLAG={}", preload_.string(), full_disk_flag().string()),
                  command, folder_.string())
          .c_str());
}

fs::path PostgresServer::lend(const fs::path& what) const {
  fs::path copy = folder_ / what.filename();
  fs::copy(what, copy, fs::copy_options::recursive | fs::copy_options::overwrite_existing);
  return copy;
}

void PostgresServer::configure(const std::string& lines) const {
  std::ofstream(data() / "postgresql.conf", std::ios::app) << fmt::format(
      "listen_addresses='127.0.0.1'\nport={}\nunix_socket_directories='{}'\n{}", port_, folder_.string(), lines);
}

void PostgresServer::start() {
  if (run(fmt::format("{}/pg_ctl -D {}/data -w -t 60 -l {}/server.log start", programs().string(), folder_.string(),
                      folder_.string())) != 0)
    throw std::runtime_error("PostgreSQL does not start, see " + (folder_ / "server.log").string());
}

void PostgresServer::stop() {
  run(fmt::format("{}/pg_ctl -D {}/data -w -m fast stop", programs().string(), folder_.string()));
}

int PostgresServer::process() const {
  std::ifstream file(folder_ / "data/postmaster.pid");
  int process = 0;
  return file >> process ? process : 0;
}

// The server is stopped meanwhile, as it would start others. Its children first, or one of them might commit what the
// others have forgotten.
std::vector<int> PostgresServer::kill_all() const {
  const int server = process();
  if (server <= 0) return {};
  ::kill(server, SIGSTOP);
  std::ifstream children(fmt::format("/proc/{0}/task/{0}/children", server));
  std::vector<int> all{std::istream_iterator<int>(children), {}};
  all.push_back(server);
  for (const int each : all) ::kill(each, SIGKILL);
  return all;
}

// Waits until they have been reaped, too: PostgreSQL's programs refuse a folder whose server has a process.
void PostgresServer::kill() {
  const auto all = kill_all();
  (void)eventually([&] { return std::ranges::all_of(all, [](int each) { return ::kill(each, 0) != 0; }); });
}

std::string PostgresServer::make_database() {
  std::string name = fmt::format("fleet_{}", ++databases_);
  connect("postgres").run("CREATE DATABASE " + name);
  return name;
}

std::string PostgresServer::url(const std::string& database, const std::string& user) const {
  return fmt::format("postgresql://{}@/{}?host={}&port={}", user, database, folder_.string(), port_);
}

std::string PostgresServer::tcp_url(const std::string& database, const std::string& user) const {
  return fmt::format("postgresql://{}@127.0.0.1:{}/{}", user, port_, database);
}

PgConnection PostgresServer::connect(const std::string& database) const {
  return PgConnection({.store = *parse_report_store(url(database)), .password = "", .application = "test"}, {});
}

}  // namespace spectrumd
