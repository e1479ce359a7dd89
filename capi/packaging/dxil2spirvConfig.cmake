# Targets dxil2spirv::dxil2spirv (shared) and dxil2spirv::static. Installed below PREFIX/lib/cmake/dxil2spirv.
get_filename_component(_dxil2spirv_prefix "${CMAKE_CURRENT_LIST_DIR}/../../.." ABSOLUTE)
find_package(Threads REQUIRED)

if(NOT TARGET dxil2spirv::dxil2spirv)
  add_library(dxil2spirv::dxil2spirv SHARED IMPORTED)
  set_target_properties(dxil2spirv::dxil2spirv PROPERTIES
    IMPORTED_LOCATION
      "${_dxil2spirv_prefix}/lib/${CMAKE_SHARED_LIBRARY_PREFIX}dxil2spirv${CMAKE_SHARED_LIBRARY_SUFFIX}"
    INTERFACE_INCLUDE_DIRECTORIES "${_dxil2spirv_prefix}/include")
  if(NOT APPLE)
    set_target_properties(dxil2spirv::dxil2spirv PROPERTIES IMPORTED_SONAME libdxil2spirv.so.0)
  endif()

  add_library(dxil2spirv::static STATIC IMPORTED)
  set_target_properties(dxil2spirv::static PROPERTIES
    IMPORTED_LOCATION "${_dxil2spirv_prefix}/lib/libdxil2spirv.a"
    INTERFACE_INCLUDE_DIRECTORIES "${_dxil2spirv_prefix}/include"
    INTERFACE_LINK_LIBRARIES "Threads::Threads;${CMAKE_DL_LIBS};m")
endif()
