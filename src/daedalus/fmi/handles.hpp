// handles.hpp: what the importer holds in its hands: a number that stands for an instance or a saved state.
//
// Numbers are never used twice, so that a handle that was freed, or never was one, is recognized, and nothing behind it is
// touched. The only memory of the library outside of its instances.
#pragma once

#include <map>
#include <memory>
#include <mutex>

#include "daedalus/fmi/instance.hpp"

namespace daedalus::fmi {

// An instance and what belongs to it on the side of the importer.
struct Opened {
  std::unique_ptr<Instance> instance;
  std::map<Handle, SavedState> states = {};
  IntermediateUpdate3 intermediate_update = nullptr;
  bool may_return_early = false;
  void* environment = nullptr;
  double t_end_of_step = 0;  // of the last step that did not fail
};

class Handles {
 public:
  Handle add(std::shared_ptr<Opened> opened);
  std::shared_ptr<Opened> find(Handle handle) const;  // null when there is none
  void remove(Handle handle);
  Handle next();  // for a saved state

 private:
  mutable std::mutex mutex_;
  std::map<Handle, std::shared_ptr<Opened>> opened_;
  std::uintptr_t last_ = 0;
};

Handles& handles();

// Runs the body of a call on an instance: error for a handle that is none.
template <class Body>
Status on_instance(Handle handle, const char* function, unsigned modes, Body&& body) {
  const std::shared_ptr<Opened> opened = handles().find(handle);
  if (!opened) return Status::error;
  return opened->instance->call(function, modes, [&] { return body(*opened); });
}

// The parts of both versions that are the same.
inline constexpr unsigned any_mode =
    Mode::instantiated | Mode::initialization | Mode::event | Mode::continuous | Mode::step | Mode::terminated;
inline constexpr unsigned get_modes = any_mode;
inline constexpr unsigned set_modes =
    Mode::instantiated | Mode::initialization | Mode::event | Mode::continuous | Mode::step;
inline constexpr unsigned derivative_modes = Mode::initialization | Mode::event | Mode::continuous | Mode::step;

Status get_state(Handle instance, const char* function, Handle* state);
Status set_state(Handle instance, const char* function, Handle state);
Status free_state(Handle instance, const char* function, Handle* state);
Status serialized_size(Handle instance, const char* function, Handle state, std::size_t* size);
Status serialize(Handle instance, const char* function, Handle state, std::uint8_t* bytes, std::size_t size);
Status deserialize(Handle instance, const char* function, const std::uint8_t* bytes, std::size_t size, Handle* state);

// An array that the importer gives: none is fine where nothing is asked for. Throws where there should be one.
template <class Value>
std::span<Value> array(Value* values, std::size_t count) {
  if (!values && count > 0) throw std::runtime_error("an array is missing");
  return {values, count};
}
template <class Value>
Value& required(Value* value) {
  if (!value) throw std::runtime_error("an argument is missing");
  return *value;
}

}  // namespace daedalus::fmi
