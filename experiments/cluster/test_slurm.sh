#!/bin/bash
# The pipeline on a real Slurm on this machine: 8 shards of mail-queue, one of whose processes is killed and one of
# whose jobs is cancelled; the merged files are those of a single run, byte for byte.
#
#   test_slurm.sh TOOL SNAKEMAKE
set -euo pipefail

here=$(dirname "$(realpath "$0")")
source "$here/slurm_local.sh"
require_slurm
DELIVERYSIM=$(realpath "$1")
export DELIVERYSIM
snakemake=$(realpath "$2")
# A job starts `python -m snakemake`: the one beside it.
PATH=$(dirname "$snakemake"):$PATH

scenario=$here/../mail-queue/scenario.yml
work=$(mktemp -d)
out=$work/out
running=

clean_up() {
  local code=$?
  # Asked to end, Snakemake would wait for its jobs.
  [ -z "$running" ] || pkill -KILL -P "$running" || true
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

# In a job the executor forgets SLURM_*, so that srun would look for a configuration in /etc.
wrap_srun() {
  mkdir "$work/bin"
  printf '#!/bin/sh\nSLURM_CONF=%s exec %s "$@"\n' "$SLURM_CONF" "$(command -v srun)" > "$work/bin/srun"
  chmod +x "$work/bin/srun"
  PATH=$work/bin:$PATH
}

pipeline() {
  "$snakemake" --snakefile "$here/Snakefile" --profile "$here/profiles/slurm" --directory "$work" \
    --latency-wait 5 --slurm-no-account --default-resources mem_mb_per_cpu=100 runtime=10 \
    --config "scenario=$scenario" "out=$out" shards=8 >> "$work/pipeline.log" 2>&1
}

has_unit() { [ -s "$out.shards/$1/.checkpoint/units" ]; }

# The pattern begins with the tool, so it does not find the shell that started it. A wheel's tool has its bare name.
process_of() { pgrep -f -- "^([^ ]*/)?deliverysim run .*--out $out.shards/$1 "; }

# Snakemake writes rule and wildcards into the comment of a job.
job_of() { squeue --noheader --format='%A %k' | awk -v shard="shard_wildcards_$1" '$2 ~ shard {print $1}'; }

is_queued() { [ -n "$(job_of "$1")" ]; }

interfere() {
  wait_until 90 'a job of shard 5' is_queued 5
  scancel "$(job_of 5)"
  say 'cancelled the job of shard 5'
  wait_until 90 'the first unit of shard 2' has_unit 2
  kill -KILL "$(process_of 2)"
  say "killed the process of shard 2, with $(wc -l < "$out.shards/2/.checkpoint/units") units kept"
}

check_attempts() {
  grep -q '^resuming: [1-9]' "$out.shards/2.log" || fail 'shard 2 did not resume where it was'
  grep -q 'Trying to restart job' "$work/pipeline.log" || fail 'shard 5 was not submitted again'
  say 'shards 2 and 5 were tried again, and shard 2 resumed'
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

start_slurm "$work"
wrap_srun
say "$(slurmctld -V) is up on $(nproc) cores"
pipeline &
running=$!
interfere
wait $running || fail 'the pipeline ended with an error'
check_attempts
"$DELIVERYSIM" run "$scenario" --out "$work/single" --quiet || [ $? -lt 4 ]
compare
pipeline || fail 'the second time it ended with an error'
grep -q 'Nothing to be done' "$work/pipeline.log" || fail 'a finished run was run again'
