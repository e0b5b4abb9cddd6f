// spelling.hpp: helps a user who mistyped a name.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace daedalus {

// " Did you mean 'rtol'?" for the closest known name, or "" when none is close.
std::string did_you_mean(std::string_view given, const std::vector<std::string_view>& known);

// "unknown method 'rk5'. Did you mean 'rk4'? Available: rk4, dopri5."
std::string unknown_name(std::string_view kind, std::string_view given, const std::vector<std::string_view>& known);

// "a, b or c"
std::string join_alternatives(const std::vector<std::string_view>& names);

// The text without control characters, for a terminal: \x1b instead of the byte. Ends of lines and tabs stay.
std::string printable(std::string_view text);

}  // namespace daedalus
