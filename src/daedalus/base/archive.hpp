// archive.hpp: everything a run must remember to go on bit for bit, as named arrays of numbers.
//
// A class with memory has one function `void exchange(Archive&)` that names its fields; the same function saves and
// loads, so the two cannot drift apart. Arrays keep the size they have: size them before loading.
#pragma once

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
    requires std::is_arithmetic_v<Number> || std::is_enum_v<Number>
  void operator()(std::string_view name, Number& number) {
    double value = static_cast<double>(number);  // integers are exact up to 2^53
    (*this)(name, std::span(&value, 1));
    if (loading()) number = static_cast<Number>(value);
  }

  template <class Vector>
    requires requires(Vector& v) { v.derived(); }  // a dense Eigen vector or matrix
  void operator()(std::string_view name, Vector& vector) {
    (*this)(name, std::span<double>(vector.data(), static_cast<std::size_t>(vector.size())));
  }

 private:
  enum class Direction { saving, loading };
  Archive(std::vector<Item> items, Direction direction) : items_(std::move(items)), direction_(direction) {}

  std::vector<Item> items_;
  std::size_t next_ = 0;  // the item that loading reads next
  Direction direction_;
};

}  // namespace daedalus
