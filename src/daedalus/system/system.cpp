#include "daedalus/system/system.hpp"

#include <utility>

namespace daedalus {

System::System(std::string name, Layout layout) : name_(std::move(name)), layout_(std::move(layout)) { check(layout_); }

}  // namespace daedalus
