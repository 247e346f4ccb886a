/** The beginning of the reference in Markdown: authentication, errors, pages, limits, and an example. */
export const DESCRIPTION = `Media generation and content platform.

## Authentication

Send a secret key as \`Authorization: Bearer svc_sk_…\`. Keys are made at \`/app\` or by \`POST /v1/api-keys\`, and open the
areas that they were made for; \`x-scope\` of an operation names its area. Browsers that have signed in send their cookie
instead. Content is read with a delivery token, \`svc_ct_…\`, of one project.

## A request that works

\`\`\`sh
curl -sS "$KILN/v1/generations" -H "Authorization: Bearer $KEY" -H "Content-Type: application/json" \\
  -H "Idempotency-Key: my-first-picture" \\
  -d '{"model":"mock-image","params":{"kind":"image","prompt":"A kiln at night","aspectRatio":"1:1","numImages":1}}'
\`\`\`

It answers \`{ "job": { "id", "status", … }, "estimatedCredits" }\`; \`GET /v1/generations/{id}\` has \`resultUrls\` once \`status\` is
\`succeeded\`. The model \`mock-image\` is there with \`MOCK_PROVIDER=1\`; \`GET /v1/models\` lists those that are.

## Errors

Every error is \`{ "error": { "code", "message" } }\`. Branch on \`code\`; \`message\` names what was wrong and may change. A body that
has a field which the route does not know is refused. \`Retry-After\` says when \`rate_limited\`, \`provider_unavailable\` and
\`unavailable\` are worth another try. Every answer has an \`X-Request-Id\`.

## Pages

Lists take \`limit\` and \`offset\`, are newest first, and answer \`total\`, which counts all. Fields may be added to answers: ignore
those that you do not know.

## Limits

A body has up to 32 MB, of a public route 64 KB. Requests that spend carry an \`Idempotency-Key\`, so that a repeat after a broken
connection is not paid twice. Answers of 1 KB and more are compressed for clients that send \`Accept-Encoding\`.`;
