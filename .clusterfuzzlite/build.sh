#!/usr/bin/env bash
# Builds the fuzz targets into $OUT as ClusterFuzzLite and OSS-Fuzz expect them: beside each binary
# its seeds as TARGET_seed_corpus.zip, its dictionary as TARGET.dict and its TARGET.options.
#
# Run at the root of the project. $SANITIZER is `address` unless set; `none` is many times as fast.
set -euo pipefail

flags=(-O --no-trace-compares)
if [ "${SANITIZER:-address}" = none ]; then
  flags+=(-s none)
fi
# Fuzzing takes longer than building: code from one piece is the faster one.
export CARGO_INCREMENTAL=0
cargo fuzz build "${flags[@]}"

built=target/x86_64-unknown-linux-gnu/release
for source in fuzz/targets/*.rs; do
  target=$(basename "$source" .rs)
  cp "$built/$target" "$OUT/"
  seeds=("corpus/$target/"*)
  if [ -d "corpus/regressions/$target" ]; then
    seeds+=("corpus/regressions/$target/"*)
  fi
  zip --quiet --junk-paths "$OUT/${target}_seed_corpus.zip" "${seeds[@]}" --exclude '*.md'
  printf '[libfuzzer]\nmax_len = %s\ntimeout = 5\n' 512 > "$OUT/$target.options"
  case $target in
    # Weighing inputs takes longer than running them.
    *_differential) echo 'entropic = 0' >> "$OUT/$target.options" ;;
  esac
  if [ -f "fuzz/dictionaries/$target.dict" ]; then
    cp "fuzz/dictionaries/$target.dict" "$OUT/"
    echo "dict = $target.dict" >> "$OUT/$target.options"
  fi
done
