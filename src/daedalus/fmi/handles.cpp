#include "daedalus/fmi/handles.hpp"

#include <algorithm>
#include <stdexcept>

namespace daedalus::fmi {
namespace {

SavedState& saved_state(Opened& opened, Handle state) {
  const auto found = opened.states.find(state);
  if (found == opened.states.end()) throw std::runtime_error("there is no such saved state");
  return found->second;
}

}  // namespace

Handles& handles() {
  static Handles all;
  return all;
}

// Not a small number, which importers might take for an error, and not an address.
Handle Handles::next() {
  constexpr std::uintptr_t apart = 64;
  const std::scoped_lock lock(mutex_);
  return reinterpret_cast<Handle>(++last_ * apart);  // NOLINT(performance-no-int-to-ptr): never followed
}

Handle Handles::add(std::shared_ptr<Opened> opened) {
  const Handle handle = next();
  const std::scoped_lock lock(mutex_);
  opened_[handle] = std::move(opened);
  return handle;
}

std::shared_ptr<Opened> Handles::find(Handle handle) const {
  const std::scoped_lock lock(mutex_);
  const auto found = opened_.find(handle);
  return found == opened_.end() ? nullptr : found->second;
}

void Handles::remove(Handle handle) {
  std::shared_ptr<Opened> last;  // is destroyed outside of the lock
  const std::scoped_lock lock(mutex_);
  if (const auto found = opened_.find(handle); found != opened_.end()) {
    last = std::move(found->second);
    opened_.erase(found);
  }
}

Status get_state(Handle instance, const char* function, Handle* state) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    Handle& handle = required(state);
    SavedState saved = opened.instance->save();
    if (handle == nullptr || !opened.states.contains(handle)) handle = handles().next();  // else it is replaced
    opened.states[handle] = std::move(saved);
    return Status::ok;
  });
}

Status set_state(Handle instance, const char* function, Handle state) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    opened.instance->restore(saved_state(opened, state));
    opened.t_end_of_step = opened.instance->t();
    return Status::ok;
  });
}

Status free_state(Handle instance, const char* function, Handle* state) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    if (!state || !*state) return Status::ok;
    saved_state(opened, *state);
    opened.states.erase(*state);
    *state = nullptr;
    return Status::ok;
  });
}

Status serialized_size(Handle instance, const char* function, Handle state, std::size_t* size) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    required(size) = saved_state(opened, state).bytes().size();
    return Status::ok;
  });
}

Status serialize(Handle instance, const char* function, Handle state, std::uint8_t* bytes, std::size_t size) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    const std::vector<std::uint8_t> all = saved_state(opened, state).bytes();
    if (size < all.size()) throw std::runtime_error("there is not enough room for the serialized state");
    std::copy(all.begin(), all.end(), array(bytes, size).begin());
    return Status::ok;
  });
}

Status deserialize(Handle instance, const char* function, const std::uint8_t* bytes, std::size_t size, Handle* state) {
  return on_instance(instance, function, any_mode, [&](Opened& opened) {
    Handle& handle = required(state);
    SavedState saved = SavedState::from(array(bytes, size).data(), size);
    handle = handles().next();
    opened.states[handle] = std::move(saved);
    return Status::ok;
  });
}

}  // namespace daedalus::fmi
