# Compiler settings, packages, and the few functions that the tree's CMake files use.
set(CMAKE_CXX_STANDARD 20)
set(CMAKE_CXX_STANDARD_REQUIRED ON)
set(CMAKE_CXX_EXTENSIONS OFF)
set(CMAKE_CXX_VISIBILITY_PRESET hidden)
set(CMAKE_VISIBILITY_INLINES_HIDDEN ON)
set(CMAKE_POSITION_INDEPENDENT_CODE ON)
set(CMAKE_EXPORT_COMPILE_COMMANDS ON)
if(NOT CMAKE_BUILD_TYPE)
  set(CMAKE_BUILD_TYPE Release CACHE STRING "" FORCE)
endif()
set(CMAKE_CXX_FLAGS_RELEASE "-O2")
find_program(RIFAIR_CCACHE ccache)
if(RIFAIR_CCACHE)
  set(CMAKE_CXX_COMPILER_LAUNCHER ${RIFAIR_CCACHE})
endif()

add_compile_options(-Wall -Wextra)
if(RIFAIR_WERROR)
  add_compile_options(-Werror)
endif()
# Tests are compiled without optimisation, in half the time; what they test is not.
set(RIFAIR_TEST_OPTIONS -O0)
if(RIFAIR_SANITIZE)
  add_compile_options(-Wno-maybe-uninitialized)  # g++ 12 finds some in std::regex where it is instrumented, and there only
  add_compile_options(-fsanitize=${RIFAIR_SANITIZE} -fno-sanitize-recover=all -fno-omit-frame-pointer -g1
    -O1)  # last, so it counts: instrumented code is compiled in half the time, and runs about as fast
  add_link_options(-fsanitize=${RIFAIR_SANITIZE})
  # The leak sanitizer itself crashes now and then at the end of a process that libtorch's threads are still in, and libtorch 1.13 forgets
  # memory of an archive that it refuses. So leaks are looked for where it is not loaded.
  set(RIFAIR_TORCH_TEST_ENVIRONMENT "ASAN_OPTIONS=detect_leaks=0")
endif()

set(CMAKE_RUNTIME_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/bin)
set(CMAKE_LIBRARY_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_ARCHIVE_OUTPUT_DIRECTORY ${PROJECT_BINARY_DIR}/lib)
set(CMAKE_BUILD_WITH_INSTALL_RPATH OFF)
set(CMAKE_INSTALL_RPATH "$ORIGIN/../lib")

set(Boost_NO_WARN_NEW_VERSIONS ON)
find_package(Boost 1.81 CONFIG REQUIRED COMPONENTS headers program_options json)
find_package(fmt REQUIRED)
find_package(SQLite3 REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n data)
find_package(OpenSSL REQUIRED)
find_package(Threads REQUIRED)
find_package(PkgConfig REQUIRED)
pkg_check_modules(tomlplusplus REQUIRED IMPORTED_TARGET tomlplusplus)
find_library(RIFAIR_LIBCSV csv REQUIRED)

# Headers are <rif/base/…>, <rif/api/…>: the same in the tree and installed.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/include)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/framework ${PROJECT_BINARY_DIR}/include/rif SYMBOLIC)
# Installed data lie in share/rifair: the same in the build tree.
file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share)
file(CREATE_LINK ${PROJECT_SOURCE_DIR}/share ${PROJECT_BINARY_DIR}/share/rifair SYMBOLIC)

set(RIFAIR_INSTALL_PLUGINS ON)
if(RIFAIR_NN)
  find_package(Torch REQUIRED)
  string(REGEX MATCH "^[0-9.]+" RIFAIR_TORCH_VERSION "${Torch_VERSION}")
endif()
include(rifair_plugin)

# rif_test(NAME [LOADS_TORCH] SOURCES … LIBRARIES …): one Boost.Test executable, one ctest entry. A case that needs data that is not there is
# skipped by name; an executable in which nothing else ran is reported as skipped (exit code 77).
function(rif_test name)
  cmake_parse_arguments(T "LOADS_TORCH" "" "SOURCES;LIBRARIES;LABELS" ${ARGN})
  add_executable(${name}_test ${T_SOURCES})
  target_link_libraries(${name}_test PRIVATE rif_test_support ${T_LIBRARIES})
  target_compile_options(${name}_test PRIVATE ${RIFAIR_TEST_OPTIONS})
  add_test(NAME ${name} COMMAND ${name}_test --log_level=test_suite --color_output=no WORKING_DIRECTORY ${PROJECT_SOURCE_DIR})
  set_tests_properties(${name} PROPERTIES SKIP_RETURN_CODE 77 LABELS "${T_LABELS}"
    ENVIRONMENT "RIFAIR_TEST_BUILD=${PROJECT_BINARY_DIR};RIFAIR_TEST_SOURCE=${PROJECT_SOURCE_DIR};$<$<BOOL:${T_LOADS_TORCH}>:${RIFAIR_TORCH_TEST_ENVIRONMENT}>")
endfunction()
