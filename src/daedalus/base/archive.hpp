// archive.hpp: everything a run must remember to go on bit for bit, as named arrays of numbers.
//
// A class with memory has one function `void exchange(Archive&)` that names its fields; the same function saves and
// loads, so the two cannot drift apart. Arrays keep the size they have: size them before loading. Only a list takes the
// length that was saved.
//
// What is loaded is not trusted. Whole numbers must be whole and fit; one that counts or chooses something is given
// with its bounds, and an order of things must have each of them once. Anything else is a FileError that names the
// field.
#pragma once

#include <algorithm>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace daedalus {

class Archive {
 public:
  struct Item {
    std::string name;
    std::vector<double> values;
    friend bool operator==(const Item&, const Item&) = default;
  };

  static Archive for_saving() { return Archive({}, Direction::saving); }
  static Archive for_loading(std::vector<Item> items) { return Archive(std::move(items), Direction::loading); }

  bool loading() const { return direction_ == Direction::loading; }
  const std::vector<Item>& items() const { return items_; }

  // Saves or loads one field. Loading throws FileError when the next item has another name or size.
  void operator()(std::string_view name, std::span<double> values);

  template <class Number>
  requires std::is_arithmetic_v<Number>
  void operator()(std::string_view name, Number& number) {
    if constexpr (std::is_floating_point_v<Number>) exchange_number(name, number);
    else if constexpr (std::is_same_v<Number, bool>) exchange_whole(name, number, 0, 1);
    else  // integers are exact up to 2^53
      exchange_whole(name, number, std::max<double>(static_cast<double>(std::numeric_limits<Number>::min()), -exact),
                     std::min<double>(static_cast<double>(std::numeric_limits<Number>::max()), exact));
  }

  // A count, an index or a choice that lies in [lowest, highest].
  template <class Whole>
  requires std::is_integral_v<Whole> || std::is_enum_v<Whole>
  void operator()(std::string_view name, Whole& number, std::type_identity_t<Whole> lowest,
                  std::type_identity_t<Whole> highest) {
    exchange_whole(name, number, static_cast<double>(lowest), static_cast<double>(highest));
  }

  // The numbers from 0 to their count - 1 in some order.
  void permutation(std::string_view name, std::vector<int>& order);

  // As many finite numbers as there are.
  void list(std::string_view name, std::vector<double>& values);

  // Says that what was loaded as `name` makes no sense.
  [[noreturn]] static void refuse(std::string_view name, const std::string& why);

  // Loading is over: there must be nothing left.
  void finish() const;

  template <class Vector>
  requires requires(Vector& v) { v.derived(); }  // a dense Eigen vector or matrix
  void operator()(std::string_view name, Vector& vector) {
    (*this)(name, std::span<double>(vector.data(), static_cast<std::size_t>(vector.size())));
  }

 private:
  static constexpr double exact = 9007199254740992;  // 2^53

  template <class Number>
  void exchange_number(std::string_view name, Number& number) {
    double value = static_cast<double>(number);
    (*this)(name, std::span(&value, 1));
    if (loading()) number = static_cast<Number>(value);
  }
  template <class Whole>
  void exchange_whole(std::string_view name, Whole& number, double lowest, double highest) {
    double value = static_cast<double>(number);
    (*this)(name, std::span(&value, 1));
    if (!loading()) return;
    require_whole(name, value, lowest, highest);
    number = static_cast<Whole>(value);
  }
  static void require_whole(std::string_view name, double value, double lowest, double highest);

  enum class Direction { saving, loading };
  Archive(std::vector<Item> items, Direction direction) : items_(std::move(items)), direction_(direction) {}

  std::vector<Item> items_;
  std::size_t next_ = 0;  // the item that loading reads next
  Direction direction_;
};

}  // namespace daedalus
