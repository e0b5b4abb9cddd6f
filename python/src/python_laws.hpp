// python_laws.hpp: functions of one variable and force laws written in Python, as the model knows functions and forces.
//
// Derivatives that Python does not give are central differences: f' and f'' with an error of about 1e-10 of the values of f,
// the third and fourth one with 1e-6.
#pragma once

#include <string>

#include "bindings.hpp"
#include "daedalus/model/functions/function.hpp"
#include "daedalus/model/model_builder.hpp"

namespace daedalus::python {

// A Python object that C++ threads may share and release without the interpreter's lock.
using SharedObject = std::shared_ptr<nb::object>;
SharedObject share(nb::object object);

// f, and its derivatives as far as they are given: f', f'', ...
FunctionPtr make_python_function(std::string name, std::vector<nb::callable> derivatives);

// A force along a freedom or measure of the model that increases it, law(t, value, rate).
void add_python_force(ModelBuilder& builder, const std::string& name, const std::string& acts_on, nb::callable law);

}  // namespace daedalus::python
