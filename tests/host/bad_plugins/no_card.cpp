// A library that exports no card at all.
extern "C" __attribute__((visibility("default"))) const int something_else;
const int something_else = 1;
