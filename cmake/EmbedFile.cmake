# embed_file(TARGET FILE page.html FUNCTION daedalus::page_template HEADER daedalus/io/page/page_template.hpp)
# gives TARGET a function  std::string FUNCTION()  that returns the bytes of FILE; HEADER declares it. The program needs the file
# no more. When FILE is "" or not there the function returns "", and the next build after it has appeared takes it in.
#
# Run as a script (cmake -D INPUT=... -D OUTPUT=... -D FUNCTION=... -D HEADER=... -P EmbedFile.cmake) it writes the source file:
# string literals of 16 kB, all that some compilers take; 0.7 MB are compiled in 0.3 s, as a list of numbers in 1.2 s.
cmake_minimum_required(VERSION 3.25)

if(CMAKE_SCRIPT_MODE_FILE STREQUAL CMAKE_CURRENT_LIST_FILE)
  file(READ ${INPUT} digits HEX)
  string(LENGTH "${digits}" length)
  set(pieces "")
  set(at 0)
  while(at LESS length)
    string(SUBSTRING "${digits}" ${at} 32768 piece)
    string(REGEX REPLACE "(..)" "\\\\x\\1" piece "${piece}")
    string(APPEND pieces "    \"${piece}\"sv,\n")
    math(EXPR at "${at} + 32768")
  endwhile()
  math(EXPR size "${length} / 2")
  file(WRITE ${OUTPUT} "// Made by cmake/EmbedFile.cmake.
#include \"${HEADER}\"

#include <string_view>

using namespace std::string_view_literals;

static constexpr std::string_view pieces[] = {
${pieces}    \"\"sv};

std::string ${FUNCTION}() {
  std::string text;
  text.reserve(${size});
  for (const std::string_view piece : pieces) text += piece;
  return text;
}
")
  return()
endif()

set(embed_file_script ${CMAKE_CURRENT_LIST_FILE})

function(embed_file target)
  cmake_parse_arguments(PARSE_ARGV 1 EMBED "" "FILE;FUNCTION;HEADER" "")
  string(MAKE_C_IDENTIFIER ${EMBED_FUNCTION} name)
  set(copy ${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.bytes)
  set(source ${CMAKE_CURRENT_BINARY_DIR}/embedded/${name}.cpp)

  # The copy is always there, so that a file that comes or goes is no error of the build: it makes CMake run again.
  if(EXISTS "${EMBED_FILE}")
    configure_file(${EMBED_FILE} ${copy} COPYONLY)
  else()
    file(CONFIGURE OUTPUT ${copy} CONTENT "")
    get_filename_component(place "${EMBED_FILE}" ABSOLUTE)
    while(NOT EXISTS "${place}")
      get_filename_component(place "${place}" DIRECTORY)
    endwhile()
    set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS ${place})   # a folder changes when something appears in it
  endif()

  add_custom_command(OUTPUT ${source}
    COMMAND ${CMAKE_COMMAND} -D INPUT=${copy} -D OUTPUT=${source} -D FUNCTION=${EMBED_FUNCTION} -D HEADER=${EMBED_HEADER}
      -P ${embed_file_script}
    DEPENDS ${copy} ${embed_file_script} COMMENT "Embedding ${EMBED_FILE}" VERBATIM)
  # A library of its own, since everything in a library with generated sources waits for the libraries that it links.
  add_library(${name} OBJECT ${source})
  target_link_libraries(${name} PRIVATE daedalus_settings)
  set_target_properties(${name} PROPERTIES POSITION_INDEPENDENT_CODE ON)
  target_sources(${target} PRIVATE $<TARGET_OBJECTS:${name}>)
endfunction()
