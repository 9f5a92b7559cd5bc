#!/bin/bash
# Submits a run to Slurm: an array of shards, and a job that merges them when all have succeeded.
# Given again, the same command submits only the elements that are not finished.
#
#   slurm_submit.sh SCENARIO OUT SHARDS [OPTION OF sbatch]... [-- [OPTION OF deliverysim run]...]
#   slurm_submit.sh my.yml runs/my 100 --partition=short --mem-per-cpu=2G -- --seed 1
set -euo pipefail

fail() {
  echo "error: $2" >&2
  exit "$1"
}

is_finished() {
  [ -e "$OUT.shards/$1/manifest.json" ] && [ ! -e "$OUT.shards/$1/.checkpoint" ]
}

# 2,5-8: the shards that are not finished.
list_unfinished() {
  local list='' first=0 index
  for ((index = 1; index <= SHARDS + 1; index++)); do
    if [ "$index" -le "$SHARDS" ] && ! is_finished "$index"; then
      [ $first != 0 ] || first=$index
    elif [ $first != 0 ]; then
      list+=",$first"
      [ $((index - 1)) = $first ] || list+="-$((index - 1))"
      first=0
    fi
  done
  echo "${list#,}"
}

submit() {
  local answer
  answer=$(sbatch --parsable "$@") || return
  echo "${answer%%;*}"
}

# Two jobs that write into the same directories would only refuse each other.
check_queue() {
  [ -e "$OUT.shards/jobs" ] || return 0
  local jobs answer
  jobs=$(cat "$OUT.shards/jobs")
  if ! answer=$(squeue --noheader --jobs="$jobs" 2>&1); then
    # Slurm forgets jobs that have ended.
    [[ $answer == *'Invalid job id'* ]] || fail 69 "squeue: $answer"
  elif [ -n "$answer" ]; then
    fail 73 "$OUT.shards: jobs $jobs are still queued; wait for them, or scancel ${jobs/,/ }"
  fi
}

# Shards of another scenario, number of shards or options must not be taken for this run's.
check_run() {
  local run=$OUT.shards/run now
  now=$({ sha256sum < "$SCENARIO"; printf '%s\n' "$SHARDS" "$@"; } | sha256sum | cut -d' ' -f1)
  if [ -e "$run" ]; then
    [ "$(cat "$run")" = "$now" ] ||
      fail 73 "$OUT.shards: of another scenario, number of shards or options; choose another OUT"
  elif [ -e "$OUT/manifest.json" ]; then
    fail 73 "$OUT: holds results already; choose another OUT"
  else
    mkdir -p "$OUT.shards"
    echo "$now" > "$run"
  fi
}

[ $# -ge 3 ] ||
  fail 64 'usage: slurm_submit.sh SCENARIO OUT SHARDS [sbatch option]... [-- [run option]...]'
export SCENARIO=$1 OUT=${2%/} SHARDS=$3
shift 3
options=()
while [ $# -gt 0 ] && [ "$1" != -- ]; do
  options+=("$1")
  shift
done
[ $# = 0 ] || shift

[[ $SHARDS =~ ^[1-9][0-9]{0,5}$ ]] && [ "$SHARDS" -le 100000 ] ||
  fail 64 "SHARDS: found \"$SHARDS\"; allowed: 1 to 100000"
command -v sbatch >/dev/null ||
  fail 69 'sbatch: not found; submit where the cluster is, or install Slurm (Debian: slurm-client)'
DELIVERYSIM=$(command -v "${DELIVERYSIM:-deliverysim}") ||
  fail 69 'deliverysim: not found; put it into PATH, or set DELIVERYSIM'
[ -r "$SCENARIO" ] || fail 66 "$SCENARIO: No such file, or not readable"
DELIVERYSIM=$(realpath "$DELIVERYSIM")
export DELIVERYSIM
script=$(dirname "$(realpath "$0")")/slurm.sbatch

check_run "$@"
if [ -e "$OUT/manifest.json" ]; then
  echo "$OUT/: this run is finished, nothing is left to do"
  exit 0
fi
check_queue
left=$(list_unfinished)
after=()
jobs=''
if [ -n "$left" ]; then
  jobs=$(submit --array="$left" --output="$OUT.shards/%a.log" ${options[@]+"${options[@]}"} \
    "$script" "$@")
  echo "$jobs" > "$OUT.shards/jobs"
  after=(--dependency="afterok:$jobs" --kill-on-invalid-dep=yes)
  echo "job $jobs: shards $left of $SHARDS; logs: $OUT.shards/"
fi
merge=$(submit ${after[@]+"${after[@]}"} --output="$OUT.shards/merge.log" \
  ${options[@]+"${options[@]}"} "$script")
echo "${jobs:+$jobs,}$merge" > "$OUT.shards/jobs"
echo "job $merge: merges them into $OUT/; the same command again submits what is not finished"
