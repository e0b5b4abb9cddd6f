# One library per module of src/daedalus. What a module links is what it may include: that is how the direction of
# dependency in docs/architecture.md is kept (and tests/architecture scans the includes).
#
#   daedalus_module(linalg SOURCES a.cpp b.cpp DEPENDS base math LINKS KLU::KLU)

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
  -Wno-missing-field-initializers  # designated initialisers leave the rest at its defaults: that is their purpose
  # GCC 12 warns of overlapping copies inside std::string that cannot happen (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)

add_library(daedalus INTERFACE)
add_library(daedalus::daedalus ALIAS daedalus)
set_property(GLOBAL PROPERTY DAEDALUS_TARGETS daedalus daedalus_settings)

function(daedalus_module name)
  cmake_parse_arguments(PARSE_ARGV 1 MODULE "" "" "SOURCES;DEPENDS;LINKS")
  set(target daedalus_${name})
  if(MODULE_SOURCES)
    add_library(${target} STATIC ${MODULE_SOURCES})
    set(scope PUBLIC)
    # Not linked: a link, even a private one, would make the warnings part of what other projects import.
    target_compile_options(${target} PRIVATE $<TARGET_PROPERTY:daedalus_warnings,INTERFACE_COMPILE_OPTIONS>)
    set_target_properties(${target} PROPERTIES POSITION_INDEPENDENT_CODE ON)
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
