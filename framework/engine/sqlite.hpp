// SQLite's database and statement as values that close themselves; every failure is a rif::Error with the file's name.
#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

struct sqlite3;
struct sqlite3_stmt;

namespace rif {

class Statement;

class Database {
public:
    enum class Mode { read, write };
    /// write: made where it is not there; WAL except on network file systems, where the rollback journal is used.
    /// errors: rif::Error "results-database", "disk-full", "read-only".
    Database(const std::filesystem::path& path, Mode mode);

    void run(std::string_view sql) const;
    Statement prepare(std::string_view sql) const;
    const std::string& name() const { return name_; }

private:
    friend class Statement;
    std::shared_ptr<sqlite3> handle_;
    std::string name_;
};

/// Binding and reading by position, from 1 and from 0, as SQLite counts them.
class Statement {
public:
    Statement& bind(int at, std::int64_t value);
    Statement& bind(int at, std::size_t value) { return bind(at, static_cast<std::int64_t>(value)); }
    Statement& bind(int at, int value) { return bind(at, static_cast<std::int64_t>(value)); }
    Statement& bind(int at, double value);
    Statement& bind(int at, std::string_view text);
    Statement& bind(int at, const std::string& text) { return bind(at, std::string_view(text)); }
    Statement& bind(int at, const char* text) { return bind(at, std::string_view(text)); }
    Statement& bind(int at, std::span<const float> values);
    Statement& null(int at);

    bool step();     // whether there is a row
    void execute();  // step to the end and make ready for the next binding
    void rewind();   // ready for the next binding
    bool is_null(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const;
    std::vector<float> floats(int column) const;

private:
    friend class Database;
    std::shared_ptr<sqlite3> database_;
    std::shared_ptr<sqlite3_stmt> handle_;
    std::string name_;
};

/// Rolls back unless commit() was called.
class Transaction {
public:
    explicit Transaction(const Database& database);
    ~Transaction();
    Transaction(const Transaction&) = delete;
    void commit();

private:
    const Database& database_;
    bool open_ = true;
};

}  // namespace rif
