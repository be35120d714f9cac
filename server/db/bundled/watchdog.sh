#!/bin/sh
# Runs PostgreSQL on one data directory and stops it as soon as Node is gone, however Node went (kill -9 included).
#
#   BIN FOLDER SOCKETS OWNER INITDB  environment: programs, our folder, the sockets' folder, Node's pid, options of initdb
#   "$@"                            options of postgres
#
# Node holds our standard input open and never writes to it. Its end is the order to stop; there is no other one, so
# that a clean stop and a crash of Node take the same, tested way.
# Two locks, because two things end at different times. server.lock says that a living Node uses the folder: taken
# means refuse at once. postgres.lock is inherited by every PostgreSQL process and says that one still runs: taken means
# that an earlier server is shutting down, so wait for it. The kernel drops both with the last process that holds them.
# Exit codes of our own: 75 another server is using the folder, 76 an earlier PostgreSQL does not end, 77 one that we did not start runs.
set -u
trap '' HUP INT TERM
cluster=$FOLDER/cluster

lock() { # descriptor, seconds to wait
  if command -v flock >/dev/null; then
    flock -w "$2" "$1"
  else # macOS has no flock
    perl -MFcntl=:flock -e 'open(my $f, ">&=", $ARGV[0]); $SIG{ALRM} = sub { exit 1 };
      if ($ARGV[1]) { alarm $ARGV[1]; exit !flock($f, LOCK_EX) } exit !flock($f, LOCK_EX | LOCK_NB)' "$1" "$2"
  fi
}

unlock() {
  if command -v flock >/dev/null; then flock -u "$1"; else perl -MFcntl=:flock -e 'open(my $f, ">&=", $ARGV[0]); flock($f, LOCK_UN)' "$1"; fi
}

# Runs a program until it ends or Node does: then a fast shutdown (initdb: cancel), after 30 s without success the
# immediate one, which is safe too (the next start replays the log).
run() {
  "$@" 3<&- 8>&- &
  program=$!
  (
    while read -r _; do :; done <&3
    unlock 8
    # More than once: a program that has only just started does not listen yet.
    tries=0
    while [ $tries -lt 150 ]; do
      kill -INT "$program"
      sleep 0.2
      tries=$((tries + 1))
    done
    kill -QUIT "$program"
  ) 9>&- &
  reader=$!
  wait "$program"
  code=$?
  kill -KILL "$reader"
  return $code
}

exec 3<&0 </dev/null 8>>"$FOLDER/server.lock" 9>>"$FOLDER/postgres.lock"
lock 8 0 || exit 75
lock 9 30 || exit 76
echo "$OWNER" >"$FOLDER/owner"
echo locked # told to Node, which until then must not try to connect: the socket may be another server's
[ -z "$(find "$FOLDER/postgres.log" -size +10000k 2>/dev/null)" ] || mv "$FOLDER/postgres.log" "$FOLDER/postgres.log.1"
exec >>"$FOLDER/postgres.log" 2>&1

# initdb is not atomic, a rename is: a cluster with its final name is complete.
if [ ! -e "$cluster" ]; then
  rm -rf "$cluster.new"
  # shellcheck disable=SC2086 # options, to be split
  run "$BIN/initdb" -D "$cluster.new" $INITDB || exit
  mv "$cluster.new" "$cluster" && sync "$FOLDER"
fi

# postmaster.pid may be left over, be empty, or name a zombie or somebody else's process, and PostgreSQL would refuse for
# some of these. With both locks ours, only a PostgreSQL started by hand can be alive: such a process works in the cluster's folder.
started_by_hand() {
  for process in /proc/[0-9]*; do
    [ "$process/cwd" -ef "$cluster" ] && read -r name <"$process/comm" && [ "$name" = postgres ] && return 0
  done
  return 1
}
if [ -e "$cluster/postmaster.pid" ]; then
  if [ -d /proc/self ]; then
    started_by_hand && exit 77
    rm -f "$cluster/postmaster.pid"
  elif [ ! -s "$cluster/postmaster.pid" ]; then
    rm -f "$cluster/postmaster.pid"
  fi
fi
mkdir -p "$SOCKETS" && chmod 700 "$SOCKETS" && rm -f "$SOCKETS"/.s.PGSQL.*

run "$BIN/postgres" -D "$cluster" -k "$SOCKETS" "$@"
rm -rf "$SOCKETS"
exit "$code"
