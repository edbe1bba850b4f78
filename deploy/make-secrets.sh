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
printf '%s\n' "$(random)" >"$folder/client_secret"
printf '%s\n' "$(random)" >"$folder/signing_secret"
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
chmod 444 "$folder"/*
echo "Secrets are in $folder; callers send the key in $folder/api_keys."
