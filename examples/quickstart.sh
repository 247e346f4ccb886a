#!/usr/bin/env bash
# The whole story with curl only: sign up, make a key, upload a photograph, make a picture from it,
# upscale that, download the result, and see on the ledger what it cost.
#   npm start            (in another terminal)
#   examples/quickstart.sh [folder for the pictures]
set -euo pipefail

base=${KILN_URL:-http://localhost:3000}
out=${1:-quickstart-pictures}
photo=$(dirname "$0")/photo.jpg
email="you+$(date +%s)-$$@example.com"
mkdir -p "$out"

# The first value of a name in a JSON answer, or of the first entry of a list: curl needs no other tool beside it.
pick() { grep -o "\"$1\":\\[\\?\"\\?[^\",}]*" | head -n 1 | sed 's/^"[^"]*":\[\{0,1\}"\{0,1\}//; s/\]$//'; }
say() { printf '\n== %s\n' "$*"; }
api() { # api METHOD PATH [JSON]
  local answer
  answer=$(curl -sS -X "$1" "$base$2" -H "Authorization: Bearer $key" ${3:+-H 'Content-Type: application/json' -d "$3"})
  if [[ $answer == '{"error"'* ]]; then echo "$1 $2: $answer" >&2; exit 1; fi
  printf '%s' "$answer"
}
wait_for() { # wait_for JOB_ID
  for _ in $(seq 150); do
    job=$(api GET "/v1/generations/$1")
    status=$(pick status <<<"$job")
    case $status in succeeded) return 0 ;; failed | canceled) echo "$job" >&2; exit 1 ;; esac
    sleep 0.2
  done
  echo "the job did not finish" >&2; exit 1
}

say "Sign up"
jar=$(mktemp); trap 'rm -f "$jar"' EXIT
curl -fsS -c "$jar" -X POST "$base/v1/auth/sign-up" -H 'Content-Type: application/json' \
  -d "{\"email\":\"$email\",\"password\":\"correct horse battery\"}" | pick email

say "Make an API key"
key=$(curl -fsS -b "$jar" -X POST "$base/v1/api-keys" -H 'Content-Type: application/json' \
  -d '{"name":"quickstart","scopes":["generation:rw","media:rw","account:read"]}' | pick secret)
echo "${key:0:12}…"

say "Upload a photograph: ticket, PUT, commit"
size=$(wc -c <"$photo" | tr -d ' ')
ticket=$(api POST /v1/uploads/ticket "{\"contentType\":\"image/jpeg\",\"sizeBytes\":$size,\"filename\":\"photo.jpg\"}")
photo_id=$(pick storageId <<<"$ticket")
curl -fsS -X PUT "$(pick uploadUrl <<<"$ticket")" -H 'Content-Type: image/jpeg' --data-binary "@$photo" >/dev/null
api POST "/v1/uploads/$photo_id/commit" >/dev/null
echo "$photo_id, $size bytes"

say "What will it cost?"
request="{\"model\":\"local-canvas\",\"params\":{\"kind\":\"image\",\"prompt\":\"a calm sea at sunset below mountains, paper-cut [seed=7]\",\"aspectRatio\":\"16:9\",\"numImages\":1,\"referenceStorageIds\":[\"$photo_id\"]}}"
api POST /v1/estimates "$request"; echo

say "Generate a picture from it"
job_id=$(api POST /v1/generations "$request" | pick id)
wait_for "$job_id"
picture_id=$(pick resultStorageIds <<<"$job")
curl -fsS -o "$out/picture.png" "$(pick resultUrls <<<"$job")"
echo "$out/picture.png for $(pick costCredits <<<"$job") credits"

say "Upscale it"
job_id=$(api POST /v1/generations "{\"model\":\"local-upscale\",\"params\":{\"kind\":\"upscale\",\"sourceStorageId\":\"$picture_id\",\"durationSeconds\":1}}" | pick id)
wait_for "$job_id"
curl -fsS -o "$out/picture-2x.png" "$(pick resultUrls <<<"$job")"
echo "$out/picture-2x.png for $(pick costCredits <<<"$job") credits"

say "The ledger"
usage=$(api GET /v1/usage)
sed 's/{"id"/\n&/g' <<<"$usage" | sed -n 's/.*"kind":"\([^"]*\)","deltaCredits":\(-\{0,1\}[0-9]*\).*"note":\("[^"]*"\|null\).*/\2\t\1\t\3/p'
echo "$(pick remainingCredits <<<"$usage") credits remain"
