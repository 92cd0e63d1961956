#!/bin/bash
# What a user outside this tree does: installs, moves the prefix, makes a plugin with `rif plugins new`, builds it, tests it, and uses it.
# usage: outside.sh BUILD_FOLDER
set -euo pipefail

build=$1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
export HOME="$work/home"
mkdir "$HOME"
unset RIFAIR_PLUGIN_PATH RIFAIR_DATA RIFAIR_SITE_CONFIG XDG_DATA_HOME XDG_CONFIG_HOME XDG_CACHE_HOME LD_LIBRARY_PATH || true

fail() {
  echo "FAILED: $1"
  exit 1
}

echo "== an installation that is moved as a whole still works"
cmake --install "$build" --prefix "$work/first" > "$work/install.log" 2>&1 || { cat "$work/install.log"; fail "cmake --install"; }
mv "$work/first" "$work/moved"
rif="$work/moved/bin/rif"
"$rif" --version
"$rif" plugins list | tee "$work/list" | grep -q '^similarity/edit ' || fail "an installed plugin is not listed"
if "$rif" plugins list --json | grep -v "\"folder\":\"$work/moved/lib/rifair/plugins/"; then fail "a plugin is not from the moved prefix"; fi
for file in "$rif" "$work"/moved/lib/*.so "$work"/moved/lib/rifair/plugins/*/*/*.so; do
  if readelf -d "$file" | grep -E '(RUNPATH|RPATH)' | grep -F "$build"; then fail "$file looks for libraries in the build folder"; fi
done
"$rif" plugins test "$work/moved/lib/rifair/plugins/similarity/edit" > "$work/contract" || { cat "$work/contract"; fail "an installed plugin breaks its contract"; }
"$rif" config | grep -q '^cache.size ' || fail "rif config"

echo "== the configuration of the site is written once"
printf '[limits]\njobs = 3\n' > "$work/moved/etc/rifair.toml"
cmake --install "$build" --prefix "$work/moved" > /dev/null
"$rif" config limits.jobs | grep -q " 3 " || fail "a second installation wrote over etc/rifair.toml"

echo "== a plugin made elsewhere builds against the moved installation, passes its test, is found and described"
cd "$work"
"$rif" plugins new similarity/letters
if "$rif" plugins new similarity/letters 2> "$work/again"; then fail "new wrote over a plugin"; fi
cd letters
cmake -B build -G Ninja "-Drifair_DIR=$work/moved/lib/cmake/rifair" > configure.log 2>&1 || { cat configure.log; fail "configuring"; }
cmake --build build > build.log 2>&1 || { cat build.log; fail "building"; }
ctest --test-dir build --output-on-failure > test.log || { cat test.log; fail "its test"; }
grep -q '100% tests passed, 0 tests failed out of 1' test.log || fail "its test did not run"
"$rif" plugins test build
RIFAIR_PLUGIN_PATH="$PWD/build" "$rif" plugins describe similarity/letters | grep -q 'letters' || fail "it is not found through RIFAIR_PLUGIN_PATH"
if "$rif" plugins describe similarity/letters 2> /dev/null; then fail "it is found without RIFAIR_PLUGIN_PATH"; fi
mkdir -p "$HOME/.local/share/rifair/plugins/similarity"
cp -r build/plugins/similarity/letters "$HOME/.local/share/rifair/plugins/similarity/"
"$rif" plugins describe similarity/letters > /dev/null || fail "it is not found in the user's own folder"
RIFAIR_PLUGIN_PATH="$PWD/build" "$rif" plugins list --all | grep -q '^similarity/letters  in .*(user), by ' || fail "what is shadowed is not shown"
if { "$rif" doctor || true; } | grep '^fail  plugins'; then fail "rif doctor refuses a good plugin"; fi
chmod o+w "$HOME/.local/share/rifair/plugins/similarity/letters"
if "$rif" doctor > doctor.log; then fail "rif doctor passes over a plugin that others may write to"; fi
grep -q '^fail  plugins .* is writable by others: not used' doctor.log || { cat doctor.log; fail "rif doctor does not say why"; }
export RIFAIR_PLUGIN_PATH="$PWD/build"
if grep -q '^model/embedding_bag ' "$work/list"; then "$rif" check example.rif || fail "its example does not check"; fi
unset RIFAIR_PLUGIN_PATH

echo "== the template of every role builds against the build folder and passes its test"
cd "$work"
mkdir all
cd all
printf 'cmake_minimum_required(VERSION 3.25)\nproject(all CXX)\nfind_package(rifair REQUIRED)\n' > CMakeLists.txt
for role in dataset counterpart model perturbation attack audit defense report; do
  "$build/bin/rif" plugins new "$role/own_$role" > /dev/null
  echo "add_subdirectory(own_$role)" >> CMakeLists.txt
done
cmake -B build -G Ninja "-Drifair_DIR=$build" -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS="-O0 -Wall -Wextra -Werror" > configure.log 2>&1 || { cat configure.log; fail "configuring"; }
cmake --build build > build.log 2>&1 || { cat build.log; fail "building"; }
ctest --test-dir build --output-on-failure > test.log || { cat test.log; fail "the test of a template"; }
grep -q '100% tests passed, 0 tests failed out of 8' test.log || { cat test.log; fail "a test did not run"; }

for role in dataset counterpart model perturbation attack audit defense report; do  # some need plugins of this tree that need libtorch
  if ! grep -q '^model/embedding_bag ' "$work/list"; then continue; fi
  RIFAIR_PLUGIN_PATH="$PWD/build" "$rif" check "own_$role/example.rif" || fail "the example of a new $role does not check"
done
if grep -q '^model/embedding_bag ' "$work/list"; then
  RIFAIR_PLUGIN_PATH="$PWD/build" "$rif" run own_model/example.rif --out model_results > run.log 2>&1 || { cat run.log; fail "running a new model"; }
fi

echo "== an experiment runs on nothing but plugins made elsewhere"
export RIFAIR_PLUGIN_PATH="$PWD/build:$work/letters/build"
cat > mine.rif <<'RIF'
rif 1
dataset work = own_dataset { years = 20 }
counterpart swapped = own_counterpart
perturbation noise = own_perturbation { shortest = 4 characters, vocabulary = 100 words, admit = closeness >= 0, context = bare }
model words = own_model
similarity closeness = letters
target RB { alpha = [+1, -1], beta = -1 }
target UF { alpha = [-1, -1], beta = +1 }
attack greedy = own_attack { direction = backward }

run {
  dataset      = work
  counterpart  = swapped
  perturbation = noise
  model        = words
  target       = [RB, UF]
  attack       = greedy
}

report lines = own_report { measure = RIF }
RIF
"$rif" check mine.rif
"$rif" run mine.rif --out results > run.log 2>&1 || { cat run.log; fail "running mine.rif"; }
lines=$(find results -name own_report.txt)
test -n "$lines" || { cat run.log; fail "the report wrote nothing"; }
grep '^words / greedy / RB: ' "$lines" || fail "the report has no line for the cell"
echo "all of it works"
