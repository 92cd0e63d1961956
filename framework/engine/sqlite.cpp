#include <rif/engine/sqlite.hpp>

#include <cstring>

#include <sqlite3.h>
#include <sys/vfs.h>
#include <unistd.h>

#include <fmt/core.h>

#include <rif/base/error.hpp>

namespace rif {

namespace {

constexpr int k_busy_milliseconds = 10'000;

/// reading: what was opened for reading alone was so by a command that writes no results, and has no --out.
[[noreturn]] void fail(sqlite3* handle, int code, const std::string& name, bool reading) {
    const std::string what = handle ? sqlite3_errmsg(handle) : sqlite3_errstr(code);
    switch (code & 0xff) {
        case SQLITE_FULL:
            throw Error("disk-full", fmt::format("no room on the disk for '{}'", name),
                        "make room and run the same command again: what is finished is kept");
        case SQLITE_READONLY:
        case SQLITE_PERM:
        case SQLITE_CANTOPEN:
            if (reading)
                throw Error("cannot-read", fmt::format("cannot read '{}': {}", name, what),
                            fmt::format("ls -l '{}'*, or copy the whole folder to where you may write", name));
            throw Error("read-only", fmt::format("cannot open '{}' for writing: {}", name, what),
                        "look at the folder's permissions, or name another with --out");
        case SQLITE_BUSY:
            throw Error("results-in-use", fmt::format("'{}' is in use by another process", name),
                        reading ? "wait for it and type the same again" : "wait for it, or name another folder with --out");
        default: throw Error("results-database", fmt::format("'{}': {}", name, what), "run the experiment again with --fresh");
    }
}

[[noreturn]] void fail(sqlite3* handle, int code, const std::string& name) {
    fail(handle, code, name, sqlite3_db_readonly(handle, "main") == 1);
}

bool on_network(const std::filesystem::path& folder) {
    struct statfs info {};
    if (::statfs(folder.c_str(), &info) != 0) return false;
    constexpr long k_nfs = 0x6969, k_smb = 0x517B, k_cifs = 0xFF534D42, k_smb2 = 0xFE534D42, k_lustre = 0x0BD00BD0, k_fuse = 0x65735546;
    for (const long type : {k_nfs, k_smb, k_cifs, k_smb2, k_lustre, k_fuse}) {
        if (static_cast<unsigned long>(info.f_type) == static_cast<unsigned long>(type)) return true;
    }
    return false;
}

/// The file as a URI that SQLite opens for reading. A write-ahead log needs files beside it while it is read; where they cannot be made and
/// there is no log, nobody writes, and the file is read as it stands.
std::string name_for_reading(const std::filesystem::path& path) {
    std::error_code none;
    const std::filesystem::path log = path.string() + "-wal";
    const bool has_log = std::filesystem::exists(log, none) && std::filesystem::file_size(log, none) > 0;
    const std::filesystem::path folder = path.has_parent_path() ? path.parent_path() : ".";
    const bool as_it_stands = !has_log && ::access(folder.c_str(), W_OK) != 0;
    std::string uri = "file:";
    for (const char c : path.string())
        uri += c == '%' || c == '?' || c == '#' ? fmt::format("%{:02x}", static_cast<int>(c)) : std::string(1, c);
    return as_it_stands ? uri + "?immutable=1" : uri;
}

/// A process killed while it changed the file in place left a journal from which the next to open it puts back what was there before: that
/// is writing, even for one who only reads. Where nothing may be written, SQLite says so.
int flags_for_reading(const std::filesystem::path& path) {
    std::error_code none;
    const std::filesystem::path journal = path.string() + "-journal";
    const bool may_be_hot = std::filesystem::exists(journal, none) && ::access(path.c_str(), W_OK) == 0;
    return (may_be_hot ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY) | SQLITE_OPEN_URI;
}

}  // namespace

Database::Database(const std::filesystem::path& path, Mode mode) : name_(path.string()) {
    sqlite3* raw = nullptr;
    const bool reading = mode == Mode::read;
    const int flags = reading ? flags_for_reading(path) : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    const std::string opened = reading ? name_for_reading(path) : path.string();
    const int code = sqlite3_open_v2(opened.c_str(), &raw, flags | SQLITE_OPEN_FULLMUTEX, nullptr);
    handle_ = std::shared_ptr<sqlite3>(raw, sqlite3_close_v2);
    if (code != SQLITE_OK) fail(raw, code, name_, reading);
    sqlite3_extended_result_codes(raw, 1);
    sqlite3_busy_timeout(raw, k_busy_milliseconds);
    if (mode == Mode::write) {
        run(on_network(path.parent_path()) ? "PRAGMA journal_mode = DELETE" : "PRAGMA journal_mode = WAL");
        run("PRAGMA synchronous = NORMAL");
        run("PRAGMA foreign_keys = ON");
    }
}

void Database::run(std::string_view sql) const {
    const int code = sqlite3_exec(handle_.get(), std::string(sql).c_str(), nullptr, nullptr, nullptr);
    if (code != SQLITE_OK) fail(handle_.get(), code, name_);
}

Statement Database::prepare(std::string_view sql) const {
    sqlite3_stmt* raw = nullptr;
    const int code = sqlite3_prepare_v2(handle_.get(), sql.data(), static_cast<int>(sql.size()), &raw, nullptr);
    if (code != SQLITE_OK) fail(handle_.get(), code, name_);
    Statement statement;
    statement.database_ = handle_;
    statement.handle_ = std::shared_ptr<sqlite3_stmt>(raw, sqlite3_finalize);
    statement.name_ = name_;
    return statement;
}

Statement& Statement::bind(int at, std::int64_t value) {
    sqlite3_bind_int64(handle_.get(), at, value);
    return *this;
}

Statement& Statement::bind(int at, double value) {
    sqlite3_bind_double(handle_.get(), at, value);
    return *this;
}

Statement& Statement::bind(int at, std::string_view text) {
    sqlite3_bind_text(handle_.get(), at, text.empty() ? "" : text.data(), static_cast<int>(text.size()),
                      SQLITE_TRANSIENT);  // a null pointer would be NULL
    return *this;
}

Statement& Statement::bind(int at, std::span<const float> values) {
    if (values.empty()) return null(at);
    sqlite3_bind_blob(handle_.get(), at, values.data(), static_cast<int>(values.size_bytes()), SQLITE_TRANSIENT);
    return *this;
}

Statement& Statement::null(int at) {
    sqlite3_bind_null(handle_.get(), at);
    return *this;
}

bool Statement::step() {
    const int code = sqlite3_step(handle_.get());
    if (code == SQLITE_ROW) return true;
    if (code == SQLITE_DONE) return false;
    sqlite3_reset(handle_.get());
    fail(database_.get(), code, name_);
}

void Statement::execute() {
    while (step()) {
    }
    rewind();
}

void Statement::rewind() { sqlite3_reset(handle_.get()); }

bool Statement::is_null(int column) const { return sqlite3_column_type(handle_.get(), column) == SQLITE_NULL; }
std::int64_t Statement::integer(int column) const { return sqlite3_column_int64(handle_.get(), column); }
double Statement::real(int column) const { return sqlite3_column_double(handle_.get(), column); }

std::string Statement::text(int column) const {
    const auto* bytes = reinterpret_cast<const char*>(sqlite3_column_text(handle_.get(), column));
    return bytes ? std::string(bytes, static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column))) : std::string();
}

std::vector<float> Statement::floats(int column) const {
    const void* bytes = sqlite3_column_blob(handle_.get(), column);
    std::vector<float> result(static_cast<std::size_t>(sqlite3_column_bytes(handle_.get(), column)) / sizeof(float));
    if (bytes) std::memcpy(result.data(), bytes, result.size() * sizeof(float));
    return result;
}

Transaction::Transaction(const Database& database) : database_(database) { database_.run("BEGIN IMMEDIATE"); }

Transaction::~Transaction() {
    if (!open_) return;
    try {
        database_.run("ROLLBACK");
    } catch (const Error&) {
        // The failure that led here is already on its way up; SQLite rolls back when the database closes.
    }
}

void Transaction::commit() {
    database_.run("COMMIT");
    open_ = false;
}

}  // namespace rif
