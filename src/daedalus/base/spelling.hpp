// spelling.hpp: characters of names, and help for a user who mistyped one.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daedalus {

// What names in files and formulas are made of.
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }
inline bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }

// " Did you mean 'rtol'?" for the closest known name, or "" when none is close.
std::string did_you_mean(std::string_view given, const std::vector<std::string_view>& known);

// "unknown method 'rk5'. Did you mean 'rk4'? Available: rk4, dopri5."
std::string unknown_name(std::string_view kind, std::string_view given, const std::vector<std::string_view>& known);

// "a, b or c"
std::string join_alternatives(const std::vector<std::string_view>& names);

// The text without control characters, for a terminal: \x1b instead of the byte. Ends of lines and tabs stay.
std::string printable(std::string_view text);

}  // namespace daedalus
