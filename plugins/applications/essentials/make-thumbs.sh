#!/usr/bin/env bash
# Writes what is missing of thumbs/: runs each Application of this set, and each preset of it, on a running Kiln without other keys, and keeps the
# thumbnail of the result; of a sound its wave. Needs curl, jq and ffmpeg (with libwebp).
set -euo pipefail

here=$(cd "$(dirname "$0")" && pwd)
base=${KILN_URL:-http://localhost:3000}
work=$(mktemp -d); trap 'rm -rf "$work"' EXIT
mkdir -p "$here/thumbs"
session=(curl -sS -b "$work/jar" -H 'Content-Type: application/json')
curl -fsS -c "$work/jar" -X POST "$base/v1/auth/sign-up" -H 'Content-Type: application/json' \
  -d "{\"email\":\"thumbs+$(date +%s)-$$@example.com\",\"password\":\"correct horse battery\"}" >/dev/null

wait_for() { # wait_for ID: prints the job when it has succeeded
  local job
  for _ in $(seq 600); do
    job=$("${session[@]}" "$base/v1/generations/$1" | jq .job)
    case $(jq -r .status <<<"$job") in succeeded) printf '%s' "$job"; return ;; failed | canceled) echo "$job" >&2; exit 1 ;; esac
    sleep 0.5
  done
  exit 1
}
run() { # run APPLICATION BODY
  local answer
  answer=$("${session[@]}" -X POST "$base/v1/applications/$1/run" -d "$2")
  wait_for "$(jq -er .job.id <<<"$answer" || { echo "$1: $answer" >&2; exit 1; })"
}
upload() { # upload FILE TYPE
  local ticket
  ticket=$("${session[@]}" -X POST "$base/v1/uploads/ticket" -d "{\"contentType\":\"$2\",\"sizeBytes\":$(wc -c <"$1")}")
  curl -fsS -X PUT "$(jq -r .uploadUrl <<<"$ticket")" -H "Content-Type: $2" --data-binary "@$1" >/dev/null
  "${session[@]}" -X POST "$base/v1/uploads/$(jq -r .storageId <<<"$ticket")/commit" >/dev/null
  jq -r .storageId <<<"$ticket"
}

photo=$(upload "$here/../../../examples/photo.jpg" image/jpeg)
picture=$(run picture-from-words '{"text":"a lighthouse by the sea at sunset, paper-cut [seed=7]"}' | jq -r '.resultStorageIds[0]')
film=$(run title-clip '{"text":"Good morning"}' | jq -r '.resultStorageIds[0]')
voice=$(run narration '{"text":"The kiln is open, and the first plates are cooling."}' | jq -r '.resultStorageIds[0]')
declare -A wish=(
  [poster]='"text":"an open day at the lighthouse by the sea [seed=7]"' [picture-from-words]='"text":"three hot air balloons over hills, poster [seed=7]"'
  [social-card]="\"imageStorageIds\":[\"$photo\"],\"text\":\"coffee by the sea [seed=3]\"" [sharper-picture]="\"imageStorageIds\":[\"$photo\"]"
  [title-clip]='"text":"Good morning"' [living-picture]="\"imageStorageIds\":[\"$picture\"]" [before-and-after]="\"imageStorageIds\":[\"$photo\",\"$picture\"]"
  [larger-video]="\"videoStorageId\":\"$film\",\"durationSeconds\":1" [narration]='"text":"The kiln is open, and the first plates are cooling."'
  [background-music]='"durationSeconds":5' [sound-effect]='"text":"rain and thunder","durationSeconds":3' [cleaner-voice]="\"audioStorageId\":\"$voice\",\"durationSeconds\":3"
)
for entry in $("${session[@]}" "$base/v1/applications" | jq -r '.applications[] | .id as $id | ["", .presets[].id][] | "\($id)/\(.)"'); do
  id=${entry%/*}; preset=${entry#*/}
  thumb=$here/thumbs/$id${preset:+-$preset}.webp
  if [[ -e $thumb ]]; then continue; fi
  job=$(run "$id" "{${wish[$id]:-}${preset:+${wish[$id]:+,}\"presetId\":\"$preset\"}}")
  object=$("${session[@]}" "$base/v1/storage/$(jq -r '.resultStorageIds[0]' <<<"$job")" | jq .object)
  if [[ $(jq -r .contentType <<<"$object") == audio/* ]]; then
    curl -fsS -o "$work/sound" "$(jq -r '.resultUrls[0]' <<<"$job")"
    ffmpeg -v error -y -i "$work/sound" -filter_complex \
      'color=c=0xf6f1e7:s=512x288[page];[0]aformat=channel_layouts=mono,showwavespic=s=480x200:colors=0xb4532a[wave];[page][wave]overlay=16:44' \
      -frames:v 1 -c:v libwebp -quality 80 "$thumb"
  else
    curl -fsS -o "$thumb" "$(jq -r .thumbUrl <<<"$object")"
  fi
  echo "${thumb##*/} $(wc -c <"$thumb")"
done
