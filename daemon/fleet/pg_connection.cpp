// SPDX-License-Identifier: MIT
#include "daemon/fleet/pg_connection.h"

#include <libpq-fe.h>
#include <poll.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <filesystem>
#include <map>
#include <utility>

#include "daemon/config/plain_text.h"

namespace spectrumd {
namespace {

using namespace std::chrono_literals;

constexpr auto kConnectLimit = 10s;
constexpr auto kSilenceLimit = 30s;
constexpr auto kStatementLimit = 65s;  // the server's own is 60 s, and it says why
constexpr auto kGlance = 100ms;        // at the stop token
// Debian's; libpq 15 does not look there by itself.
constexpr const char* kAuthorities = "/etc/ssl/certs/ca-certificates.crt";
constexpr std::size_t kPieceBytes = 64 << 10;  // of a COPY

// "FATAL:  password authentication failed for user "shack"\n" as one line.
std::string one_line(std::string text) {
  std::erase(text, '\t');  // before a hint
  std::ranges::replace(text, '\n', ' ');
  return std::string(trimmed(text));
}

// The hosts of a URL, each with its port, as keywords. libpq goes from one to the next only when it is refused: one
// that is silent, such as a machine without power, would keep it from the others.
std::vector<std::vector<std::pair<std::string, std::string>>> places_in(const std::string& url) {
  const std::unique_ptr<PQconninfoOption, void (*)(PQconninfoOption*)> parsed(PQconninfoParse(url.c_str(), nullptr),
                                                                              PQconninfoFree);
  std::map<std::string, std::vector<std::string_view>> lists;
  std::size_t most = 1;
  for (const PQconninfoOption* option = parsed.get(); option != nullptr && option->keyword != nullptr; ++option) {
    const std::string_view word = option->keyword, value = option->val != nullptr ? option->val : "";
    if (word == "target_session_attrs" && value == "prefer-standby") return {{}};  // which compares them
    if (value.empty() || (word != "host" && word != "hostaddr" && word != "port")) continue;
    const auto& items = lists[std::string(word)] = parts_of(value, ',');
    most = std::max(most, items.size());
  }
  std::vector<std::vector<std::pair<std::string, std::string>>> places(most);
  if (most == 1) return places;  // as the URL has it
  for (std::size_t n = 0; n < most; ++n)
    for (const auto& [word, items] : lists) places[n].emplace_back(word, items[std::min(n, items.size() - 1)]);
  return places;
}

constexpr std::array<std::uint8_t, 256> kNibbles = [] {
  std::array<std::uint8_t, 256> nibbles{};
  constexpr std::string_view kDigits = "0123456789abcdef";
  for (std::size_t value = 0; value < kDigits.size(); ++value)
    nibbles.at(static_cast<unsigned char>(kDigits[value])) = static_cast<std::uint8_t>(value);
  return nibbles;
}();

std::vector<std::byte> bytes_of_hex(std::string_view hex) {
  const auto nibble = [&](std::size_t n) { return kNibbles[static_cast<unsigned char>(hex[n])]; };
  std::vector<std::byte> bytes(hex.size() / 2);
  for (std::size_t n = 0; n < bytes.size(); ++n)
    bytes[n] = static_cast<std::byte>(nibble(2 * n) << 4 | nibble(2 * n + 1));
  return bytes;
}

}  // namespace

void PgRows::Clear::operator()(pg_result* result) const { PQclear(result); }
PgRows::PgRows(pg_result* result) : result_(result) {}
std::size_t PgRows::size() const { return static_cast<std::size_t>(PQntuples(result_.get())); }
bool PgRows::is_null(std::size_t row, int column) const {
  return PQgetisnull(result_.get(), static_cast<int>(row), column) != 0;
}
std::string_view PgRows::text(std::size_t row, int column) const {
  return {PQgetvalue(result_.get(), static_cast<int>(row), column),
          static_cast<std::size_t>(PQgetlength(result_.get(), static_cast<int>(row), column))};
}
std::int64_t PgRows::integer(std::size_t row, int column) const {
  return std::strtoll(PQgetvalue(result_.get(), static_cast<int>(row), column), nullptr, 10);
}
double PgRows::real(std::size_t row, int column) const {
  return std::strtod(PQgetvalue(result_.get(), static_cast<int>(row), column), nullptr);
}
// As the server writes it, unless it is set to do as old ones did.
std::vector<std::byte> PgRows::bytes(std::size_t row, int column) const {
  const std::string_view hex = text(row, column);
  if (hex.starts_with("\\x")) return bytes_of_hex(hex.substr(2));
  std::size_t size = 0;
  const std::unique_ptr<unsigned char, void (*)(void*)> raw(
      PQunescapeBytea(reinterpret_cast<const unsigned char*>(PQgetvalue(result_.get(), static_cast<int>(row), column)),
                      &size),
      PQfreemem);
  const auto* const first = reinterpret_cast<const std::byte*>(raw.get());
  return {first, first + size};
}
std::uint64_t PgRows::changed() const { return std::strtoull(PQcmdTuples(result_.get()), nullptr, 10); }

void PgConnection::Finish::operator()(pg_conn* connection) const { PQfinish(connection); }

PgConnection::PgConnection(const Login& login, std::stop_token stop) : stop_(std::move(stop)) {
  connect(login);
  PQsetnonblocking(connection_.get(), 1);
  PQsetNoticeReceiver(
      connection_.get(),
      [](void* warned, const PGresult* notice) {
        const char* const severity = PQresultErrorField(notice, PG_DIAG_SEVERITY_NONLOCALIZED);
        if (severity != nullptr && std::string_view(severity) == "WARNING") *static_cast<bool*>(warned) = true;
      },
      &warned_);
  // A session that has died leaves its locks at once. Only transactions wait for a standby, see PgTransaction: what is
  // done by itself is there if what follows it is.
  run("SET synchronous_commit TO local; SET statement_timeout TO '60s'; SET lock_timeout TO '20s'; "
      "SET idle_in_transaction_session_timeout TO '60s'; SET timezone TO 'UTC'");
}

PgConnection::~PgConnection() = default;

// What stands before the URL is what it may change.
void PgConnection::connect(const Login& login) {
  Words words{{"keepalives_idle", "20"},
              {"keepalives_interval", "5"},
              {"keepalives_count", "3"},
              {"tcp_user_timeout", "30000"},
              {"fallback_application_name", login.application}};
  if (login.store.verifies()) {
    words.emplace_back("sslmode", "verify-full");
    if (std::filesystem::exists(kAuthorities)) words.emplace_back("sslrootcert", kAuthorities);
  }
  words.emplace_back("dbname", login.store.url);
  if (!login.password.empty()) words.emplace_back("password", login.password);
  words.emplace_back("client_encoding", "UTF8");
  const std::vector<Words> places = places_in(login.store.url);
  std::string refusals;
  for (const Words& place : places) try {
      Words all = words;
      all.insert(all.end(), place.begin(), place.end());
      return connect_to(all);
    } catch (const PgError& error) {
      if (stop_.stop_requested()) throw;
      refusals += (refusals.empty() ? "" : "; ") + std::string(error.what());
    }
  throw PgError(refusals);
}

void PgConnection::connect_to(const Words& words) {
  std::vector<const char*> keys, values;
  for (const auto& [key, value] : words) {
    keys.push_back(key.c_str());
    values.push_back(value.c_str());
  }
  keys.push_back(nullptr);
  values.push_back(nullptr);
  connection_.reset(PQconnectStartParams(keys.data(), values.data(), 1));
  if (!connection_ || PQstatus(connection_.get()) == CONNECTION_BAD) fail();
  const auto until = Clock::now() + kConnectLimit;
  for (PostgresPollingStatusType state = PGRES_POLLING_WRITING; state != PGRES_POLLING_OK;
       state = PQconnectPoll(connection_.get())) {
    if (state == PGRES_POLLING_FAILED) fail();
    wait(state == PGRES_POLLING_WRITING, until);
  }
}

void PgConnection::wait(bool for_writing, Clock::time_point until) const {
  const auto events = static_cast<short>(for_writing ? POLLIN | POLLOUT : POLLIN);
  for (;;) {
    if (stop_.stop_requested()) throw PgError("stopped");
    pollfd place{.fd = PQsocket(connection_.get()), .events = events, .revents = 0};
    if (place.fd < 0) fail();
    if (::poll(&place, 1, static_cast<int>(kGlance.count())) > 0) return;
    if (Clock::now() > until) throw PgError("the server does not answer");
  }
}

void PgConnection::flush() {
  const auto until = Clock::now() + kSilenceLimit;
  for (int left = PQflush(connection_.get()); left != 0; left = PQflush(connection_.get())) {
    if (left < 0) fail();
    wait(true, until);
    if (PQconsumeInput(connection_.get()) == 0) fail();
  }
}

// All results must be fetched; the first that failed is thrown.
PgRows PgConnection::last_result() {
  flush();
  std::optional<PgRows> last;
  std::optional<PgError> error;
  for (;;) {
    const auto until = Clock::now() + kStatementLimit;
    while (PQisBusy(connection_.get()) != 0) {
      wait(false, until);
      if (PQconsumeInput(connection_.get()) == 0) fail();
    }
    pg_result* const result = PQgetResult(connection_.get());
    if (result == nullptr) break;
    PgRows rows(result);
    const ExecStatusType status = PQresultStatus(result);
    if (status == PGRES_COPY_IN) return rows;  // the rest comes after the data
    const char* const state = PQresultErrorField(result, PG_DIAG_SQLSTATE);
    if (status != PGRES_TUPLES_OK && status != PGRES_COMMAND_OK && !error)
      error.emplace(one_line(PQresultErrorMessage(result)), state != nullptr ? state : "");
    last.emplace(std::move(rows));
  }
  if (error) throw *error;
  if (!last) fail();
  return std::move(*last);
}

PgRows PgConnection::run(const std::string& statement, const std::vector<Value>& values) {
  std::vector<const char*> texts;
  for (const Value& value : values) texts.push_back(value ? value->c_str() : nullptr);
  const int sent = values.empty()
                       ? PQsendQuery(connection_.get(), statement.c_str())
                       : PQsendQueryParams(connection_.get(), statement.c_str(), static_cast<int>(texts.size()),
                                           nullptr, texts.data(), nullptr, nullptr, 0);
  if (sent == 0) fail();
  return last_result();
}

void PgConnection::copy(const std::string& statement, std::string_view data) {
  run(statement);
  while (!data.empty()) {
    const std::string_view piece = data.substr(0, kPieceBytes);
    const int put = PQputCopyData(connection_.get(), piece.data(), static_cast<int>(piece.size()));
    if (put < 0) fail();
    flush();
    if (put > 0) data.remove_prefix(piece.size());
  }
  while (PQputCopyEnd(connection_.get(), nullptr) == 0) flush();
  last_result();
}

bool PgConnection::take_warned() { return std::exchange(warned_, false); }

bool PgConnection::encrypted() const { return PQsslInUse(connection_.get()) != 0; }

void PgConnection::fail() const {
  throw PgError(connection_ ? one_line(PQerrorMessage(connection_.get())) : "out of memory");
}

PgTransaction::~PgTransaction() {
  if (!open_) return;
  try {
    connection_.run("ROLLBACK");
  } catch (const PgError&) {  // the connection is gone, and with it the transaction
  }
}

// A receipt is worth what the disks behind it are.
PgTransaction::PgTransaction(PgConnection& connection) : connection_(connection) {
  connection_.run("BEGIN; SET LOCAL synchronous_commit TO on");
}

// A server that waits for its standby in vain commits by itself after the time limit of a statement, and warns.
void PgTransaction::commit() {
  open_ = false;
  connection_.take_warned();
  connection_.run("COMMIT");
  if (connection_.take_warned()) throw PgError("the standby of the server does not confirm what it has committed");
}

}  // namespace spectrumd
