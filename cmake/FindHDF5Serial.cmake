# The C library of HDF5 without MPI (Debian: libhdf5-dev), linked dynamically. Defines HDF5Serial::HDF5Serial.
#
# CMake's own FindHDF5 needs the language C in every project that uses us, and finds the MPI variant where that is the
# default of the machine.
find_path(HDF5Serial_INCLUDE_DIR hdf5.h PATH_SUFFIXES hdf5/serial)
find_library(HDF5Serial_LIBRARY NAMES hdf5_serial hdf5 PATH_SUFFIXES hdf5/serial)

include(FindPackageHandleStandardArgs)
find_package_handle_standard_args(HDF5Serial REQUIRED_VARS HDF5Serial_LIBRARY HDF5Serial_INCLUDE_DIR)

if(HDF5Serial_FOUND AND NOT TARGET HDF5Serial::HDF5Serial)
  add_library(HDF5Serial::HDF5Serial INTERFACE IMPORTED)
  set_target_properties(HDF5Serial::HDF5Serial PROPERTIES
    INTERFACE_INCLUDE_DIRECTORIES ${HDF5Serial_INCLUDE_DIR}
    INTERFACE_LINK_LIBRARIES ${HDF5Serial_LIBRARY})
endif()
