import { createHash } from "node:crypto";
import { request } from "node:http";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import anyTest, { type TestFn } from "ava";
import { rawRequest } from "../../helpers/raw-request.js";
import { makeReadingSite, type ReadingSite } from "../../helpers/reading-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import type { Kiln } from "../../../start.js";

const test = anyTest as TestFn<ReadingSite>;
let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.beforeEach(async (t) => {
  t.context = await makeReadingSite(kiln, [
    { name: "title", title: "Title", type: "string" },
    { name: "body", title: "Body", type: "text" },
  ]);
});
test.after.always(() => kiln?.stop());

const CODINGS = [undefined, "gzip", "br"] as const;
const decoded = (coding: string | undefined, bytes: Buffer): string =>
  (coding === "br" ? brotliDecompressSync(bytes) : coding === "gzip" ? gunzipSync(bytes) : bytes).toString();

/** Asks with these headers alone, and returns the answer as it came. */
const asker =
  ({ reader }: ReadingSite) =>
  (path: string, coding: string | undefined, more: { method?: string; etag?: string; body?: string } = {}) =>
    rawRequest(`${reader.base}${path}`, {
      method: more.method ?? "GET",
      headers: {
        authorization: String(reader.headers["authorization"]),
        ...(coding !== undefined && { "accept-encoding": coding }),
        ...(more.etag !== undefined && { "if-none-match": more.etag }),
        ...(more.body !== undefined && {
          "content-type": "application/json",
          "content-length": String(Buffer.byteLength(more.body)),
        }),
      },
      ...(more.body !== undefined && { pieces: [Buffer.from(more.body)] }),
    });

const QUERY = "{ allArticle(limit: 50) { total items { _id title body } } }";
const persistedAt = (projectId: string): string => {
  const persistedQuery = { version: 1, sha256Hash: createHash("sha256").update(QUERY).digest("hex") };
  return `/v1/content/${projectId}/graphql?extensions=${encodeURIComponent(JSON.stringify({ persistedQuery }))}`;
};

test("an answer is the same in each coding, whether it is at hand or not, with an ETag of its own (rules/edge 10; ADR-0067)", async (t) => {
  const { documents, reader, path, projectId } = t.context;
  const ask = asker(t.context);
  const id = await documents.makePublished({ title: "Kiln", body: "clay ü ".repeat(400) });
  const { persistedQuery } = JSON.parse(
    decodeURIComponent(persistedAt(projectId).split("extensions=")[1] ?? ""),
  ) as { persistedQuery: object };
  await reader.post(`/v1/content/${projectId}/graphql`, { query: QUERY, extensions: { persistedQuery } });
  for (const url of [`${path}?type=article`, `${path}/${id}`, persistedAt(projectId)]) {
    const etags = new Set<string>();
    const plain = decoded(undefined, (await ask(url, undefined)).body);
    t.regex(plain, /clay/);
    for (let time = 0; time < 3; time++)
      for (const coding of CODINGS) {
        const { status, headers, body } = await ask(url, coding);
        t.is(status, 200);
        t.is(headers["content-encoding"], coding, url);
        t.is(headers["content-length"], String(body.length));
        t.regex(headers.vary ?? "", /Accept-Encoding/);
        t.is(decoded(coding, body), plain);
        etags.add(headers.etag ?? "");
        const head = await ask(url, coding, { method: "HEAD" });
        for (const name of ["etag", "vary", "content-encoding", "cache-tag", "content-type"])
          t.is(head.headers[name], headers[name], name);
        t.is(head.body.length, 0);
      }
    t.is(etags.size, 3);
    for (const etag of etags)
      for (const coding of CODINGS) {
        const same = await ask(url, coding, { etag });
        const isReadable = !/-(?:br|gzip)"$/.test(etag) || etag.endsWith(`-${coding}"`);
        t.is(same.status, isReadable ? 304 : 200, `${etag} ${coding}`);
        if (isReadable) t.is(same.headers.etag, etag, "a 304 names what the reader has");
        else t.is(same.headers["content-encoding"], coding);
        t.regex(same.headers.vary ?? "", /Accept-Encoding/);
      }
  }
});

test("GraphQL by POST is compressed, and follows what is published (rules/edge 10; ADR-0067)", async (t) => {
  const { documents, projectId } = t.context;
  const ask = asker(t.context);
  for (let number = 1; number <= 4; number++) {
    await documents.makePublished({ title: `Kiln ${number}`, body: "clay ".repeat(500) });
    for (let time = 0; time < 3; time++)
      for (const coding of CODINGS) {
        const { headers, body } = await ask(`/v1/content/${projectId}/graphql`, coding, {
          method: "POST",
          body: JSON.stringify({ query: QUERY }),
        });
        t.is(headers["content-encoding"], coding);
        t.is(headers.vary, "Accept, Authorization, Accept-Encoding");
        const { data } = JSON.parse(decoded(coding, body)) as { data: { allArticle: { total: number } } };
        t.is(data.allArticle.total, number);
      }
  }
});

test("a short answer goes as it is, and says what it varies by, unless its reader refuses it so (rules/edge 10; ADR-0067)", async (t) => {
  const { documents, path } = t.context;
  const ask = asker(t.context);
  const id = await documents.makePublished({ title: "Kiln" });
  for (const coding of ["gzip", "br", "br, *;q=0.1", "deflate", "gzip;q=0"]) {
    const { headers } = await ask(`${path}/${id}`, coding);
    t.is(headers["content-encoding"], undefined, coding);
    t.is(headers.vary, "Authorization, Accept-Encoding");
  }
  const refusing = await ask(`${path}/${id}`, "gzip, identity;q=0");
  t.is(refusing.headers["content-encoding"], "gzip");
  t.regex(decoded("gzip", refusing.body), /"Kiln"/);
  const none = await ask(`${path}/${id}`, "*;q=0");
  t.is(none.status, 200);
  t.is(none.headers["content-encoding"], undefined);
});

test("a long answer is compressed while it is sent, and a reader that leaves makes room for the next (rules/edge 10; ADR-0067)", async (t) => {
  const { documents, path, reader } = t.context;
  const ask = asker(t.context);
  for (let number = 0; number < 8; number++) {
    const body = Array.from({ length: 40_000 }, (_, at) => `${number} ${at * 7919}`).join(" ");
    await documents.makePublished({ title: `Kiln ${number}`, body });
  }
  const url = `${path}?type=article`;
  const plain = (await ask(url, undefined)).body;
  t.true(plain.length > 3 * 2 ** 20, String(plain.length));
  for (let time = 0; time < 6; time++)
    await new Promise<void>((left) => {
      const authorization = String(reader.headers["authorization"]);
      const leaving = request(`${reader.base}${url}`, {
        agent: false,
        headers: { authorization, "accept-encoding": "br" },
      });
      leaving.once("response", (answer) => answer.once("data", () => leaving.destroy()));
      leaving
        .on("error", () => {})
        .once("close", left)
        .end();
    });
  for (const coding of ["br", "gzip"]) {
    // The coder of a client that left is free when its connection is gone.
    let answer = await ask(url, coding);
    while (answer.headers["content-encoding"] === undefined) answer = await ask(url, coding);
    t.is(answer.headers["transfer-encoding"], "chunked");
    t.true(answer.body.length < plain.length / 2);
    t.true(decoded(coding, answer.body) === plain.toString());
    const head = await ask(url, coding, { method: "HEAD" });
    t.is(head.headers.etag, answer.headers.etag);
    t.is(head.headers["content-encoding"], coding);
  }
});
