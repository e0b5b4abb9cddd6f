# What is in a wheel beside the Python files, which scikit-build-core takes from python/daedalus: extension, stubs, program, the library of FMUs, and
# gallery. Not part of other installations. DAEDALUS_EXTENSION_FILE, DAEDALUS_STUB_FILE, DAEDALUS_PROGRAM_FILE and DAEDALUS_FMU_FILE say where they are.
install(FILES ${DAEDALUS_EXTENSION_FILE} ${DAEDALUS_STUB_FILE} DESTINATION daedalus COMPONENT python EXCLUDE_FROM_ALL)
install(PROGRAMS ${DAEDALUS_PROGRAM_FILE} ${DAEDALUS_FMU_FILE} DESTINATION daedalus/bin COMPONENT python EXCLUDE_FROM_ALL)
install(DIRECTORY ${CMAKE_CURRENT_LIST_DIR}/../models DESTINATION daedalus COMPONENT python EXCLUDE_FROM_ALL)
