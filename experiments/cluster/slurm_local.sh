# shellcheck shell=bash
# Sourced by test_slurm.sh: a Slurm of its own, of one node, without systemd and without touching
# one that is installed: its files lie in a folder, its ports are free ones.

require_slurm() {
  local program packages='munge slurmctld slurmd slurm-client'
  for program in munged slurmctld slurmd sbatch; do
    command -v $program >/dev/null && continue
    echo "error: $program: not found; Debian: apt-get install $packages" >&2
    exit 69
  done
}

free_ports() {
  python3 -c '
import socket
sockets = [socket.socket() for _ in range(2)]
for each in sockets: each.bind(("127.0.0.1", 0))
print(*(each.getsockname()[1] for each in sockets))'
}

# A requeued job waits until its old credential has expired: cred_expire, at least 5 s.
write_configuration() {
  local folder=$1 node ports memory
  node=$(hostname -s)
  memory=$(awk '/MemTotal/ {print int($2 / 1024)}' /proc/meminfo)
  read -r -a ports <<< "$(free_ports)"
  cat > "$folder/slurm.conf" <<END
ClusterName=deliverysim
SlurmctldHost=$node(127.0.0.1)
SlurmUser=$(id -un)
SlurmdUser=$(id -un)
SlurmctldPort=${ports[0]}
SlurmdPort=${ports[1]}
AuthType=auth/munge
AuthInfo=socket=$folder/munge.socket,cred_expire=6
StateSaveLocation=$folder/state
SlurmdSpoolDir=$folder/spool
SlurmctldPidFile=$folder/slurmctld.pid
SlurmdPidFile=$folder/slurmd.pid
SlurmctldLogFile=$folder/slurmctld.log
SlurmdLogFile=$folder/slurmd.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
DefMemPerCPU=100
MpiDefault=none
KillWait=2
SchedulerParameters=sched_interval=5,bf_interval=5
NodeName=$node NodeAddr=127.0.0.1 CPUs=$(nproc) RealMemory=$memory
PartitionName=all Nodes=ALL Default=YES State=UP
END
}

daemons=()

start_slurm() {
  local folder=$1
  mkdir -p "$folder/state" "$folder/spool"
  write_configuration "$folder"
  export SLURM_CONF=$folder/slurm.conf
  head -c 128 /dev/urandom > "$folder/munge.key"
  chmod 600 "$folder/munge.key"
  munged --foreground --force --socket="$folder/munge.socket" --key-file="$folder/munge.key" \
    --pid-file="$folder/munged.pid" --seed-file="$folder/munged.seed" \
    --log-file="$folder/munged.log" 2> "$folder/munged.err" &
  daemons+=($!)
  wait_until 10 'munged' test -S "$folder/munge.socket"
  slurmctld -D > "$folder/slurmctld.out" 2>&1 &
  daemons+=($!)
  slurmd -D > "$folder/slurmd.out" 2>&1 &
  daemons+=($!)
  wait_until 30 'a node that is idle' node_is_idle
}

node_is_idle() { sinfo --noheader --format=%T 2>/dev/null | grep -qx idle; }

queue_is_empty() {
  local jobs
  jobs=$(squeue --noheader 2>/dev/null) && [ -z "$jobs" ]
}

# wait_until SECONDS WHAT COMMAND...
wait_until() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@"; do
    if [ $SECONDS -ge $end ]; then
      echo "error: waited in vain for $what" >&2
      return 1
    fi
    sleep 0.1
  done
}

# Jobs first: what they started would outlive the daemons.
stop_slurm() {
  local daemon
  if [ ${#daemons[@]} = 3 ] && ! queue_is_empty; then
    squeue --noheader --format=%A | sort -u | xargs -r scancel 2>/dev/null || true
    wait_until 15 'an empty queue' queue_is_empty || true
  fi
  for daemon in "${daemons[@]}"; do kill "$daemon" 2>/dev/null || true; done
  for daemon in "${daemons[@]}"; do wait "$daemon" 2>/dev/null || true; done
}
