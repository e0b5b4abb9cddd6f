#include "daedalus/result/channels.hpp"

#include <fmt/format.h>

#include "daedalus/base/errors.hpp"
#include "daedalus/base/spelling.hpp"

namespace daedalus {
namespace {

// Greedy with one point to come back to: a later '*' makes an earlier one irrelevant.
bool matches(std::string_view pattern, std::string_view name) {
  std::size_t p = 0, n = 0, star = std::string_view::npos, retry = 0;
  while (n < name.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      retry = n;
    } else if (p < pattern.size() && (pattern[p] == '?' || pattern[p] == name[n])) {
      ++p, ++n;
    } else if (star != std::string_view::npos) {
      p = star + 1;
      n = ++retry;
    } else {
      return false;
    }
  }
  while (p < pattern.size() && pattern[p] == '*') ++p;
  return p == pattern.size();
}

bool matches(std::string_view pattern, const ChannelInfo& channel) {
  if (channel.on_request &&
      std::count(pattern.begin(), pattern.end(), '.') < std::count(channel.name.begin(), channel.name.end(), '.'))
    return false;
  return matches(pattern, std::string_view(channel.name));
}

// The channels that only their former names bring in: where a pattern matches no name of today.
bool was_matched(std::string_view pattern, const ChannelInfo& channel) {
  return !channel.former.empty() && matches(pattern, std::string_view(channel.former));
}

// 'crank.*' for everything that begins with 'crank.', and the whole name of what has no dot.
std::vector<std::string> groups_of(const std::vector<ChannelInfo>& channels) {
  std::vector<std::string> groups;
  for (const ChannelInfo& channel : channels) {
    const std::size_t dot = channel.name.find('.');
    const std::string group = dot == std::string::npos ? channel.name : channel.name.substr(0, dot) + ".*";
    if (std::find(groups.begin(), groups.end(), group) == groups.end()) groups.push_back(group);
  }
  return groups;
}

[[noreturn]] void refuse(const std::string& pattern, const std::vector<ChannelInfo>& channels) {
  constexpr std::size_t shown = 20;
  const std::vector<std::string> groups = groups_of(channels);
  std::vector<std::string_view> known(groups.begin(), groups.end());
  const std::string more = known.size() > shown ? fmt::format(", and {} more", known.size() - shown) : "";
  const std::string list = fmt::format(
      "{}{}",
      fmt::join(known.begin(), known.begin() + static_cast<std::ptrdiff_t>(std::min(shown, known.size())), ", "), more);
  for (const ChannelInfo& channel : channels) known.push_back(channel.name);
  throw OptionError(
      fmt::format("no channel matches '{}'.{} Available: {}.", pattern, did_you_mean(pattern, known), list));
}

}  // namespace

bool matches_any(std::string_view name, const std::vector<std::string>& patterns) {
  return std::any_of(patterns.begin(), patterns.end(),
                     [&](const std::string& pattern) { return matches(pattern, name); });
}

std::vector<std::string> renamed_channels(const std::vector<ChannelInfo>& channels,
                                          const std::vector<std::string>& patterns) {
  std::vector<std::string> notes;
  for (const std::string& pattern : patterns) {
    if (std::any_of(channels.begin(), channels.end(), [&](const ChannelInfo& c) { return matches(pattern, c); }))
      continue;
    for (const ChannelInfo& channel : channels)
      if (was_matched(pattern, channel))
        notes.push_back(fmt::format("channel {} is now called {} ({})", channel.former, channel.name, channel.meaning));
  }
  return notes;
}

std::vector<std::size_t> select_channels(const std::vector<ChannelInfo>& channels,
                                         const std::vector<std::string>& patterns) {
  std::vector<bool> wanted(channels.size());
  for (std::size_t i = 0; i < channels.size(); ++i) wanted[i] = patterns.empty() && !channels[i].on_request;
  for (const std::string& pattern : patterns) {
    bool found = matches(pattern, "t");
    for (std::size_t i = 0; i < channels.size(); ++i)
      if (matches(pattern, channels[i])) wanted[i] = found = true;
    if (!found)
      for (std::size_t i = 0; i < channels.size(); ++i)
        if (was_matched(pattern, channels[i])) wanted[i] = found = true;
    if (!found) refuse(pattern, channels);
  }
  std::vector<std::size_t> selection;
  for (std::size_t i = 0; i < channels.size(); ++i)
    if (wanted[i]) selection.push_back(i);
  return selection;
}

}  // namespace daedalus
