// A file descriptor that is closed when it is let go of.
#pragma once

#include <utility>

namespace rif {

class Descriptor {
public:
    Descriptor() = default;
    explicit Descriptor(int number) : number_(number) {}
    Descriptor(Descriptor&& other) noexcept : number_(std::exchange(other.number_, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        close();
        number_ = std::exchange(other.number_, -1);
        return *this;
    }
    ~Descriptor() { close(); }

    int number() const { return number_; }
    bool is_open() const { return number_ >= 0; }
    void close();

private:
    int number_ = -1;
};

/// One end to read from, one to write to; neither is 0, 1 or 2, and no program that is started inherits them.
/// errors: rif::Error "program-start".
struct Pipe {
    Pipe();
    Descriptor read, write;
};

}  // namespace rif
