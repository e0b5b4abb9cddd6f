# One library per module of src/daedalus. What a module links is what it may include: that is how the direction of
# dependency in docs/architecture.md is kept (and tests/architecture scans the includes).
#
#   daedalus_module(linalg SOURCES a.cpp b.cpp DEPENDS base math LINKS KLU::KLU)
#   daedalus_module(io COMPILE_QUICKLY SOURCES ...)

add_library(daedalus_settings INTERFACE)
target_compile_features(daedalus_settings INTERFACE cxx_std_20)
target_include_directories(daedalus_settings INTERFACE
  $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}/src> $<INSTALL_INTERFACE:include>)
if(DAEDALUS_NATIVE)
  target_compile_options(daedalus_settings INTERFACE -march=native)
endif()
if(DAEDALUS_CHECKED)
  target_compile_definitions(daedalus_settings INTERFACE DAEDALUS_CHECKED)
endif()

add_library(daedalus_warnings INTERFACE)
target_compile_options(daedalus_warnings INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wnon-virtual-dtor -Werror
  -Wno-missing-field-initializers  # designated initializers leave the rest at its defaults: that is their purpose
  # GCC 12 warns of overlapping copies inside std::string that cannot happen (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  -Wno-psabi                       # vectors of four numbers are passed otherwise where AVX is on: they never leave a file
  # Clang warns, where several files are compiled as one, of locals that hide a constant of another file; GCC finds those that hide one of their own.
  $<$<CXX_COMPILER_ID:Clang>:-Wno-shadow>)

add_library(daedalus INTERFACE)
add_library(daedalus::daedalus ALIAS daedalus)
set_property(GLOBAL PROPERTY DAEDALUS_TARGETS daedalus daedalus_settings)

# What nearly every file includes, parsed once. Tests and program have their own (tests/, tools/cli). The preset debug does
# without, so that a file that forgets an include is found there.
function(daedalus_shared_headers target)
  cmake_parse_arguments(PARSE_ARGV 1 SHARED "" "" "HEADERS;LINKS")
  set(stub ${PROJECT_BINARY_DIR}/shared_headers/${target}.cpp)
  file(CONFIGURE OUTPUT ${stub} CONTENT "// Only here to carry the precompiled headers of ${target}.\n")
  add_library(${target} OBJECT ${stub})
  target_link_libraries(${target} PRIVATE daedalus_settings ${SHARED_LINKS})
  target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:daedalus_warnings,INTERFACE_COMPILE_OPTIONS>)
  target_precompile_headers(${target} PRIVATE ${SHARED_HEADERS})
endfunction()

# Modules in which a run does not spend its time are compiled quickly: the files tried took a third less with GCC, half as long with Clang and sanitizers.
# Precompiled headers belong to one level of optimization.
set(DAEDALUS_QUICK_OPTIMIZATION -O1 CACHE STRING "Optimization of the modules and programs in which a run does not spend its time")

set(module_headers <Eigen/Core> <fmt/format.h> <algorithm> <cmath> <functional> <memory> <optional> <string> <vector>)
# Of what works with models and runs: modules that are compiled quickly, program, most tests.
set(DAEDALUS_MODEL_HEADERS <daedalus/formulation/model_system.hpp> <daedalus/integrate/solve.hpp> <daedalus/model/model_builder.hpp>)
daedalus_shared_headers(daedalus_module_headers HEADERS ${module_headers} LINKS Eigen3::Eigen fmt::fmt)
daedalus_shared_headers(daedalus_quick_module_headers HEADERS ${module_headers} ${DAEDALUS_MODEL_HEADERS} LINKS Eigen3::Eigen fmt::fmt)
target_compile_options(daedalus_quick_module_headers PRIVATE ${DAEDALUS_QUICK_OPTIMIZATION})
set_target_properties(daedalus_module_headers daedalus_quick_module_headers PROPERTIES POSITION_INDEPENDENT_CODE ON)

function(daedalus_module name)
  cmake_parse_arguments(PARSE_ARGV 1 MODULE "COMPILE_QUICKLY" "" "SOURCES;DEPENDS;LINKS")
  set(target daedalus_${name})
  if(MODULE_SOURCES)
    add_library(${target} STATIC ${MODULE_SOURCES})
    set(scope PUBLIC)
    # Not linked: a link, even a private one, would make the warnings part of what other projects import.
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:daedalus_warnings,INTERFACE_COMPILE_OPTIONS>)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
    # The library inside FMUs (fmi/) is linked without what it does not use.
    target_compile_options(${target} PRIVATE -ffunction-sections -fdata-sections)
    if(MODULE_COMPILE_QUICKLY)
      target_compile_options(${target} PRIVATE ${DAEDALUS_QUICK_OPTIMIZATION})
      target_precompile_headers(${target} REUSE_FROM daedalus_quick_module_headers)
    else()
      target_precompile_headers(${target} REUSE_FROM daedalus_module_headers)
    endif()
  else()
    add_library(${target} INTERFACE)
    set(scope INTERFACE)
  endif()
  list(TRANSFORM MODULE_DEPENDS PREPEND daedalus_)
  target_link_libraries(${target} ${scope} daedalus_settings ${MODULE_DEPENDS} ${MODULE_LINKS})
  set_target_properties(${target} PROPERTIES EXPORT_NAME ${name})
  add_library(daedalus::${name} ALIAS ${target})
  target_link_libraries(daedalus INTERFACE ${target})
  set_property(GLOBAL APPEND PROPERTY DAEDALUS_TARGETS ${target})
endfunction()
