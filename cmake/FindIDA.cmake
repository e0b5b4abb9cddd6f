# IDA of SUNDIALS with KLU (Debian: libsundials-dev), linked dynamically. Defines IDA::IDA.
find_path(IDA_INCLUDE_DIR ida/ida.h)
foreach(part ida nvecserial sunlinsoldense sunlinsolklu sunmatrixdense sunmatrixsparse generic)
  find_library(IDA_${part}_LIBRARY sundials_${part})
  list(APPEND IDA_LIBRARIES ${IDA_${part}_LIBRARY})
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(IDA REQUIRED_VARS IDA_ida_LIBRARY IDA_nvecserial_LIBRARY IDA_sunlinsoldense_LIBRARY
  IDA_sunlinsolklu_LIBRARY IDA_sunmatrixdense_LIBRARY IDA_sunmatrixsparse_LIBRARY IDA_generic_LIBRARY IDA_INCLUDE_DIR)

if(IDA_FOUND AND NOT TARGET IDA::IDA)
  add_library(IDA::IDA INTERFACE IMPORTED)
  set_target_properties(IDA::IDA PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${IDA_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${IDA_LIBRARIES}")
endif()
