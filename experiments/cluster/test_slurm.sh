#!/bin/bash
# The path over a real Slurm on this machine: an array of 8 shards of mail-queue, one of whose
# elements is killed and one cancelled; the merged files are those of a single run, byte for byte.
#
#   test_slurm.sh [TOOL]
set -euo pipefail

here=$(dirname "$(realpath "$0")")
source "$here/slurm_local.sh"
require_slurm
DELIVERYSIM=$(realpath "${1:-$here/../../.build/release/deliverysim}")
export DELIVERYSIM
[ -x "$DELIVERYSIM" ] || { echo "error: $DELIVERYSIM: not found; make build" >&2; exit 69; }

scenario=$here/../mail-queue/scenario.yml
work=$(mktemp -d)
out=$work/out

clean_up() {
  local code=$?
  stop_slurm
  if [ $code != 0 ]; then tail -n 20 "$work"/*.log "$work"/*.err "$out".shards/*.log 2>/dev/null; fi
  rm -rf "$work"
  exit $code
}
trap clean_up EXIT

say() { echo "[$SECONDS s] $*"; }

fail() {
  echo "error: $*" >&2
  exit 1
}

submit() { "$here/slurm_submit.sh" "$scenario" "$out" 8 --mem-per-cpu=100M; }

has_unit() { [ -s "$out.shards/$1/.checkpoint/units" ]; }

process_of() { pgrep -f -- "--out $out.shards/$1 "; }

first_round() {
  submit
  wait_until 60 'the first unit of shard 2' has_unit 2
  kill -KILL "$(process_of 2)"
  say "killed the process of shard 2, with $(wc -l < "$out.shards/2/.checkpoint/units") units kept"
  local array
  array=$(cut -d, -f1 "$out.shards/jobs")
  scancel "${array}_5"
  say 'cancelled element 5'
  wait_until 120 'the array' queue_is_empty
  grep -q 'exit code 137; the element is queued again' "$out.shards/2.log" ||
    fail 'shard 2 was not queued again'
  grep -q '^resuming: [1-9]' "$out.shards/2.log" || fail 'shard 2 did not go on where it was'
  [ ! -e "$out" ] || fail 'merged although shard 5 is missing'
  local merged=0
  "$DELIVERYSIM" merge "$out".shards/[1-46-8] --out "$work/partial" 2> "$work/merge.err" ||
    merged=$?
  [ "$merged $(cat "$work/merge.err")" = '65 error: missing shards: 5/8' ] ||
    fail "merge without shard 5: $merged $(cat "$work/merge.err")"
  say "shard 2 was queued again and went on; merge refuses: $(cat "$work/merge.err")"
}

second_round() {
  local answer
  answer=$(submit)
  echo "$answer"
  [[ $answer == *': shards 5 of 8;'* ]] || fail 'not shard 5 alone was submitted'
  wait_until 60 'shard 5 and the merge' queue_is_empty
  [ -e "$out/manifest.json" ] || fail 'nothing was merged'
  [[ $(submit) == *'nothing is left to do' ]] || fail 'a finished run was submitted'
}

# refuses CODE TEXT COMMAND...
refuses() {
  local expected=$1 text=$2 code=0 answer
  shift 2
  answer=$("$@" 2>&1) || code=$?
  [[ $code = "$expected" && $answer == *"$text"* ]] || fail "$*: exit code $code, $answer"
}

refusals() {
  local submit=$here/slurm_submit.sh script=$here/slurm.sbatch
  local job=(env SLURM_JOB_ID=1 SLURM_ARRAY_TASK_ID=3 SCENARIO="$scenario" OUT="$work/never")
  mkdir "$work/nothing"
  refuses 69 'Debian: slurm-client' env PATH="$work/nothing" /bin/bash "$submit" a.yml out 8
  refuses 69 'deliverysim: not found' env DELIVERYSIM= PATH=/usr/bin "$submit" a.yml out 8
  refuses 66 'no.yml: No such file' "$submit" no.yml out 8
  refuses 64 'SHARDS: found "0"; allowed: 1 to 100000' "$submit" "$scenario" out 0
  refuses 64 'SHARDS: found "100001"; allowed: 1 to 100000' "$submit" "$scenario" out 100001
  refuses 64 'usage: slurm_submit.sh' "$submit" "$scenario" out
  refuses 69 'no job of Slurm' bash "$script"
  refuses 64 'SCENARIO: not set' env SLURM_JOB_ID=1 bash "$script"
  refuses 64 'OUT: not set' env SLURM_JOB_ID=1 SCENARIO=a.yml bash "$script"
  refuses 64 'the array is not 1-N' "${job[@]}" SLURM_ARRAY_TASK_MIN=3 SLURM_ARRAY_TASK_MAX=7 \
    SLURM_ARRAY_TASK_COUNT=2 bash "$script"
  [ ! -e "$work/never.shards" ] || fail 'a refused job wrote something'
  mkdir "$work/full"
  printf '#!/bin/sh\necho QOSMaxSubmitJobPerUserLimit >&2\nexit 1\n' > "$work/full/sbatch"
  chmod +x "$work/full/sbatch"
  refuses 1 'QOSMaxSubmitJob' env PATH="$work/full:$PATH" "$submit" "$scenario" "$work/full/out" 8
  refuses 73 'of another scenario, number of shards' "$submit" "$scenario" "$work/full/out" 9
  refuses 73 'of another scenario, number of shards' "$submit" "$scenario" "$work/full/out" 8 \
    -- --seed 2
  say 'what is refused, is'
}

compare() {
  local name count=0
  for name in "$work"/single/*.csv; do
    cmp "$name" "$out/$(basename "$name")" || fail 'the merged files differ from a single run'
    count=$((count + 1))
  done
  [ $count -ge 9 ] || fail "only $count files"
  say "$count files of the merged run are those of a single run, byte for byte"
}

refusals
start_slurm "$work"
say "$(slurmctld -V) is up on $(nproc) cores"
first_round
second_round
"$DELIVERYSIM" run "$scenario" --out "$work/single" --quiet || [ $? -lt 4 ]
compare
