#!/usr/bin/env bash
# One of each kind of media, made by the models of `local` without any key: pictures, upscales, videos, speech, music,
# sounds, a voice clean-up, a transcript and an Application. It needs curl only.
#   npm start            (in another terminal)
#   examples/gallery.sh [folder for the results]
#   examples/gallery.sh --docs [folder]    also writes docs/gallery.md and docs/gallery/, which the documentation shows
set -euo pipefail

root=$(cd "$(dirname "$0")/.." && pwd)
docs=""
if [[ ${1:-} == --docs ]]; then docs=$root/docs/gallery; shift; fi
base=${KILN_URL:-http://localhost:3000}
out=${1:-gallery-results}
photo=$root/examples/photo.jpg
page=$(mktemp); jar=$(mktemp); trap 'rm -f "$page" "$jar"' EXIT
# A picture of the documentation is the result itself up to this size, else its thumbnail of 512 pixels.
most_bytes=160000
mkdir -p "$out"
if [[ -n $docs ]]; then rm -rf "$docs"; mkdir -p "$docs"; fi

# The first value of a name in a JSON answer, or of the first entry of a list: curl needs no other tool beside it.
pick() { grep -o "\"$1\":\\[\\?\"\\?[^\",}]*" | head -n 1 | sed 's/^"[^"]*":\[\{0,1\}"\{0,1\}//; s/\]$//'; }
# Every entry of a list of strings, one a line.
pick_all() { grep -o "\"$1\":\\[[^]]*\\]" | head -n 1 | grep -o '"[^",:]*[:/]*[^",]*"' | sed '1d; s/^"//; s/"$//'; }
api() { # api METHOD PATH [JSON]
  local answer
  answer=$(curl -sS -X "$1" "$base$2" -H "Authorization: Bearer $key" ${3:+-H 'Content-Type: application/json' -d "$3"})
  if [[ $answer == '{"error"'* ]]; then echo "$1 $2: $answer" >&2; exit 1; fi
  printf '%s' "$answer"
}
wait_for() { # wait_for PATH: reads it until it has ended; leaves the last answer in $answer
  for _ in $(seq 600); do
    answer=$(api GET "$1")
    case $(pick status <<<"$answer") in succeeded) return 0 ;; failed | canceled) echo "$answer" >&2; exit 1 ;; esac
    sleep 0.5
  done
  echo "$1 did not finish" >&2; exit 1
}
upload() { # upload FILE CONTENT_TYPE: prints the storageId
  local ticket id
  ticket=$(api POST /v1/uploads/ticket "{\"contentType\":\"$2\",\"sizeBytes\":$(wc -c <"$1" | tr -d ' '),\"filename\":\"${1##*/}\"}")
  id=$(pick storageId <<<"$ticket")
  curl -fsS -X PUT "$(pick uploadUrl <<<"$ticket")" -H "Content-Type: $2" --data-binary "@$1" >/dev/null
  api POST "/v1/uploads/$id/commit" >/dev/null
  printf '%s' "$id"
}
section() { printf '\n== %s\n' "$1"; printf '\n## %s\n\n%s\n' "$1" "$2" >>"$page"; }
# Downloads each result, and shows it on the page; leaves the first storageId in $made.
keep() { # keep NAME TITLE ENDING; reads $answer
  local at=0 url file id credits
  credits=$(pick costCredits <<<"$answer")
  made=$(pick resultStorageIds <<<"$answer")
  printf '\n**%s**, %s credit%s\n\n' "$2" "$credits" "$([[ $credits == 1 ]] || echo s)" >>"$page"
  while read -r url <&3 && read -r id <&4; do
    at=$((at + 1)); file=$1$([[ $at -gt 1 ]] && echo "-$at" || true).$3
    curl -fsS -o "$out/$file" "$url"
    printf '%-28s %9s bytes  %s\n' "$file" "$(wc -c <"$out/$file" | tr -d ' ')" "$2"
    if [[ -n $docs ]]; then show "$file" "$id" "$2"; fi
  done 3< <(pick_all resultUrls <<<"$answer") 4< <(pick_all resultStorageIds <<<"$answer")
}
show() { # show FILE STORAGE_ID TITLE
  local still=${1%.*}.webp
  case $1 in
    *.wav) cp "$out/$1" "$docs/"; printf '[%s](gallery/%s)\n' "$1" "$1" >>"$page" ;;
    *.mp4)
      cp "$out/$1" "$docs/"; still_of "$2" "$still"
      printf '[![%s](gallery/%s)](gallery/%s)\n' "$3" "$still" "$1" >>"$page" ;;
    *)
      if [[ $(wc -c <"$out/$1") -le $most_bytes ]]; then cp "$out/$1" "$docs/"; still=$1; else still_of "$2" "$still"; fi
      printf '![%s](gallery/%s)\n' "$3" "$still" >>"$page" ;;
  esac
}
still_of() { curl -fsS -o "$docs/$2" "$(api GET "/v1/storage/$1" | pick thumbUrl)"; }
generate() { # generate NAME TITLE ENDING MODEL PARAMS
  local job
  job=$(api POST /v1/generations "{\"model\":\"$4\",\"params\":$5}" | pick id)
  wait_for "/v1/generations/$job"
  keep "$1" "$2" "$3"
}
picture() { # picture NAME PROMPT RATIO [COUNT [more params]]
  generate "$1" "$2" png local-canvas "{\"kind\":\"image\",\"prompt\":\"$2 [seed=7]\",\"aspectRatio\":\"$3\",\"numImages\":${4:-1}${5:-}}"
}
film() { # film NAME PROMPT SECONDS [more params]
  generate "$1" "${2//\\\"/}" mp4 local-motion "{\"kind\":\"video\",\"prompt\":\"$2 [seed=7]\",\"duration\":$3,\"aspectRatio\":\"16:9\",\"resolution\":\"480p\"${4:-}}"
}
sound() { # sound NAME TITLE MODEL PARAMS
  generate "$1" "$2" wav "$3" "{\"kind\":\"audio\",$4}"
}

curl -fsS -c "$jar" -X POST "$base/v1/auth/sign-up" -H 'Content-Type: application/json' \
  -d "{\"email\":\"gallery+$(date +%s)-$$@example.com\",\"password\":\"correct horse battery\"}" >/dev/null
key=$(curl -fsS -b "$jar" -X POST "$base/v1/api-keys" -H 'Content-Type: application/json' \
  -d '{"name":"gallery","scopes":["generation:rw","media:rw","account:read"]}' | pick secret)

section Pictures "\`local-canvas\` composes a picture from the words of a prompt, in ten aspect ratios."
picture sea "a calm sea at sunset below mountains, paper-cut" 16:9
sea_id=$made
picture fox "a red fox in a snowy forest, low poly" 1:1
fox_id=$made
picture city "a city at night in the rain, comic" 21:9
picture pyramids "pyramids in the desert at sunset, watercolour" 4:3
picture lighthouse "a lighthouse by the sea, oil painting" 2:3

section Variations "One job makes up to four pictures, each with a composition of its own."
picture balloons "three hot air balloons over hills at dawn, poster" 16:9 3
balloons_id=$made

section "A picture from a photograph" "References hang in the picture as panels."
photo_id=$(upload "$photo" image/jpeg)
picture framed "a calm sea at sunset below mountains, paper-cut" 16:9 1 ",\"referenceStorageIds\":[\"$photo_id\"]"

section "Larger pictures" "The thumbnail of the fox, 512 x 512, doubled; \`local-upscale-sharp\` refines the edges."
curl -fsS -o "$out/small-fox.webp" "$(api GET "/v1/storage/$fox_id" | pick thumbUrl)"
small_id=$(upload "$out/small-fox.webp" image/webp)
larger() { generate "$1" "$2" webp "$3" "{\"kind\":\"upscale\",\"sourceStorageId\":\"$small_id\",\"durationSeconds\":1}"; }
larger lanczos "Lanczos" local-upscale
larger sharper "Sharper" local-upscale-sharp

section Videos "\`local-motion\` moves a camera over pictures, fades, sets titles and plays music. H.264 and AAC."
film prompt "a ship on the sea at dawn, slow zoom in, \\\"Good morning\\\"" 3
film_id=$made
film photo "pan right" 2 ",\"startFrameStorageId\":\"$photo_id\",\"generateAudio\":false"
film crossfade "zoom out" 2 ",\"startFrameStorageId\":\"$balloons_id\",\"endFrameStorageId\":\"$sea_id\",\"generateAudio\":false"
generate larger-video "The first second of the first film, doubled" mp4 local-upscale-video "{\"kind\":\"upscale\",\"sourceStorageId\":\"$film_id\",\"durationSeconds\":1}"

section Speech "\`local-voice\` reads English text with four voices."
for voice in slt awb kal16 rms; do
  sound "voice-$voice" "The voice $voice" local-voice "\"voice\":\"$voice\",\"prompt\":\"The first plates are cooling on the table.\""
done
spoken_id=$made

section "Music and sounds" "Composed and synthesised by rules: the same seed gives the same bytes."
sound music "Happy music" local-music '"prompt":"happy acoustic [seed=7]","durationSeconds":5'
sound rain "Rain and thunder" local-sfx '"prompt":"rain and thunder [seed=7]","durationSeconds":1'
sound birds "Birds in the morning" local-sfx '"prompt":"birds in the morning [seed=7]","durationSeconds":1'

section "A cleaner voice" "\`local-cleanup\` takes out of a recording what is no voice."
sound clean "The voice rms, cleaned" local-cleanup "\"sourceStorageId\":\"$spoken_id\",\"durationSeconds\":2"

section "An Application" "A curated request: the Application \`poster\` with the preset \`dawn\` and a wish."
job=$(api POST /v1/applications/poster/run '{"presetId":"dawn","text":"an open day at the lighthouse by the sea [seed=7]"}' | pick id)
wait_for "/v1/generations/$job"
keep poster "Poster" png

# Transcription needs an engine that is not everywhere: without one the answer is provider_unavailable.
order="{\"storageId\":\"$spoken_id\",\"durationSeconds\":5,\"language\":\"en\"}"
answer=$(curl -sS -X POST "$base/v1/transcriptions" -H "Authorization: Bearer $key" -H 'Content-Type: application/json' -d "$order")
if [[ $answer == *provider_unavailable* ]]; then
  echo "No transcriber is installed: see docs/transcriptions.md"
else
  section "A transcript" "What \`local-transcribe\` hears in the voice rms, as subtitles."
  job=$(pick id <<<"$answer")
  wait_for "/v1/transcriptions/$job"
  api GET "/v1/transcriptions/$job/result?format=srt" | tee "$out/transcript.srt"
  printf '\n```text\n%s\n```\n' "$(cat "$out/transcript.srt")" >>"$page"
fi

credits=$(api GET /v1/account | pick remainingCredits)
printf '\n%s credits remain; the results are in %s\n' "$credits" "$out"
if [[ -n $docs ]]; then
  { printf '# Gallery\n\nWhat the models of `local` make without a key, written by `examples/gallery.sh --docs`: every file came out of a running Kiln,\nthe stills are its thumbnails. How they are made: [docs/local-provider.md](local-provider.md).\n'
    cat "$page"; } >"$root/docs/gallery.md"
  echo "docs/gallery.md and docs/gallery/ ($(du -sk "$docs" | cut -f 1) KB) are written"
fi
