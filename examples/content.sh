#!/usr/bin/env bash
# Headless content with curl only: a type, a document, publish, a delivery token, a filtered read, a 304.
#   npm start            (in another terminal)
#   examples/content.sh
set -euo pipefail

base=${KILN_URL:-http://localhost:3000}
email="you+$(date +%s)-$$@example.com"

# The first value of a name in a JSON answer.
pick() { grep -o "\"$1\":\"\\?[^\",}]*" | head -n 1 | sed 's/^"[^"]*":"\{0,1\}//'; }
say() { printf '\n== %s\n' "$*"; }
api() { # api METHOD PATH [JSON]
  local answer
  answer=$(curl -sS -X "$1" "$base$2" -H "Authorization: Bearer $key" ${3:+-H 'Content-Type: application/json' -d "$3"})
  if [[ $answer == '{"error"'* ]]; then echo "$1 $2: $answer" >&2; exit 1; fi
  printf '%s' "$answer"
}

say "Sign up, and make an API key"
jar=$(mktemp); trap 'rm -f "$jar"' EXIT
curl -fsS -c "$jar" -X POST "$base/v1/auth/sign-up" -H 'Content-Type: application/json' \
  -d "{\"email\":\"$email\",\"password\":\"correct horse battery\"}" | pick email
key=$(curl -fsS -b "$jar" -X POST "$base/v1/api-keys" -H 'Content-Type: application/json' \
  -d '{"name":"content","scopes":["content:rw","projects:read"]}' | pick secret)
project=$(api GET /v1/projects | pick defaultProjectId)

say "Two languages"
api PUT "/v1/projects/$project/content/settings" '{"locales":[{"code":"en"},{"code":"de"}]}'; echo

say "A content type"
api POST "/v1/projects/$project/content/types" '{
  "name": "article", "title": "Article", "titleField": "title",
  "fields": [
    { "name": "title", "title": "Title", "type": "string", "required": true, "localized": true },
    { "name": "rank", "title": "Rank", "type": "number", "integer": true }
  ]
}' | pick id

say "A document: the draft always saves, and says what keeps it from being published"
api POST "/v1/projects/$project/content/documents" '{"type":"article","draft":{"rank":3}}' |
  grep -o '"valid":.*'
document=$(api POST "/v1/projects/$project/content/documents" \
  '{"type":"article","draft":{"title":{"en":"Kiln","de":"Brennofen"},"rank":5}}')
id=$(pick id <<<"$document")

say "Publish what we have seen"
api POST "/v1/content/documents/$id/publish" '{"baseVersion":1}' | pick status

say "A token that reads content and nothing else"
token=$(api POST "/v1/projects/$project/content/tokens" '{"name":"website"}' | pick secret)
echo "${token:0:12}…"

say "Read it, in German, filtered and sorted"
headers=$(mktemp); trap 'rm -f "$jar" "$headers"' EXIT
read_articles() {
  curl -fsS -G "$base/v1/content/$project/documents" -H "Authorization: Bearer $token" "$@" \
    --data-urlencode 'type=article' --data-urlencode 'where={"rank":{"gte":3},"title":{"contains":"BRENN"}}' \
    --data-urlencode 'sort=-_publishedAt' --data-urlencode 'locale=de'
}
read_articles -D "$headers"; echo

say "Ask again with its ETag: nothing changed, nothing is sent"
etag=$(tr -d '\r' <"$headers" | sed -n 's/^etag: //Ip')
read_articles -H "If-None-Match: $etag" -o /dev/null -w '%{http_code}\n'
