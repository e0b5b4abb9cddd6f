# What is in a wheel beside the Python files, which scikit-build-core takes from python/daedalus: extension, stubs, program, gallery
# and schema. DAEDALUS_EXTENSION_DIR has the first two, DAEDALUS_PROGRAM_FILE is the program. Not part of other installations.
if(Python_SOABI)
  set(extension_name _core.${Python_SOABI}.so)
else()
  set(extension_name _core.so)
endif()
install(FILES ${DAEDALUS_EXTENSION_DIR}/${extension_name} ${DAEDALUS_EXTENSION_DIR}/_core.pyi DESTINATION daedalus COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS ${DAEDALUS_PROGRAM_FILE} DESTINATION daedalus/bin COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../models DESTINATION daedalus COMPONENT python EXCLUDE_FROM_ALL)
