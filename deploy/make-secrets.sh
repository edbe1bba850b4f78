#!/usr/bin/env bash
# make-secrets.sh [FOLDER]: random secrets for compose.yaml, in a folder that only you can enter.
set -euo pipefail
folder=${1:-$(dirname "$0")/secrets}
[ -e "$folder" ] && { echo "$folder exists already: remove it to make new secrets." >&2; exit 1; }
mkdir -m 700 "$folder"
random() { openssl rand -hex 32; }
store=$(random)
valkey=$(random)
printf '%s\n' "$(random)" >"$folder/admin_key"
printf '%s\n' "$(random)" >"$folder/api_keys"
client=$(random)
# Servers and services have files of their own, since they change one after the other.
printf '%s\n' "$client" >"$folder/client_secret"
printf '%s\n' "$client" >"$folder/service_client_secret"
printf '%s\n' "$(random)" >"$folder/signing_secret"
printf '%s\n' "$(random)" >"$folder/metrics_key"
printf '%s\n' "$(random)" >"$folder/grafana_password"
# While a secret changes, the other one that is accepted; else empty.
touch "$folder"/{client_secret,service_client_secret,signing_secret}_previous
printf '%s\n' "$store" >"$folder/store_password"
printf '%s\n' "postgres://emberline:$store@postgis/fires" >"$folder/store_url"
printf '%s\n' "redis://:$valkey@valkey:6379" >"$folder/redis_url"
cat >"$folder/valkey_conf" <<END
requirepass $valkey
save ""
appendonly no
maxmemory 512mb
maxmemory-policy noeviction
END
# Containers read them as users of their own.
chmod 644 "$folder"/*
echo "Secrets are in $folder; callers send the key in $folder/api_keys."
