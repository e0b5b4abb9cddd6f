# KLU of SuiteSparse (Debian: libsuitesparse-dev), linked dynamically. Defines KLU::KLU.
find_path(KLU_INCLUDE_DIR klu.h PATH_SUFFIXES suitesparse)
foreach(part klu btf amd colamd suitesparseconfig)
  find_library(KLU_${part}_LIBRARY ${part})
  list(APPEND KLU_LIBRARIES ${KLU_${part}_LIBRARY})
endforeach()

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(KLU REQUIRED_VARS KLU_klu_LIBRARY KLU_btf_LIBRARY KLU_amd_LIBRARY
  KLU_colamd_LIBRARY KLU_suitesparseconfig_LIBRARY KLU_INCLUDE_DIR)

if(KLU_FOUND AND NOT TARGET KLU::KLU)
  add_library(KLU::KLU INTERFACE IMPORTED)
  set_target_properties(KLU::KLU PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${KLU_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES "${KLU_LIBRARIES}")
endif()
