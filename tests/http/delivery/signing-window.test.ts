import anyTest, { type TestFn } from "ava";
import type { Kiln } from "../../../start.js";
import { type Answer, Client } from "../../helpers/client.js";
import { makeReader } from "../../helpers/make-reader.js";
import { makeSite } from "../../helpers/make-site.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { upload } from "../../helpers/upload.js";
import { waitUntil } from "../../helpers/wait-until.js";

const WINDOW_MS = 10 * 60_000;
const HOUR_MS = 3600_000;

const test = anyTest as TestFn<{ kiln: Kiln }>;
const realNow = Date.now;
/** Sets the clock of the process to a moment. */
const setClock = (at: number): void => void (Date.now = () => at);

test.before(async (t) => {
  t.context = { kiln: await startKiln() };
});
test.after.always(async (t) => {
  Date.now = realNow;
  await t.context.kiln?.stop();
});

const opens = async (url: string): Promise<boolean> => {
  const answer = await fetch(url);
  await answer.arrayBuffer();
  return answer.ok;
};

test.serial(
  "a URL is good for an hour from whenever its answer is given, from what is kept too; ETags follow the window (rules/delivery 7; rules/storage 17)",
  async (t) => {
    const { kiln } = t.context;
    const { ann, projectId, documents } = await makeSite(kiln, [
      { name: "hero", title: "Hero", type: "media" },
      { name: "other", title: "Other", type: "reference", to: ["article"] },
    ]);
    const storageId = await upload(ann.api, "image/png", Buffer.from("picture"));
    await ann.api.post(`/v1/projects/${projectId}/storage`, { storageIds: [storageId] });
    const shown = await documents.makePublished({ hero: { storageId } });
    const id = await documents.makePublished({ other: { documentId: shown } });
    const reader = await makeReader(ann, projectId);
    const base = `/v1/content/${projectId}`;
    const query = `{ article(id: "${shown}") { hero { url } } }`;
    const places: [path: string, urlOf: (body: Answer["body"]) => string][] = [
      [`${base}/documents/${shown}`, (body) => body.document.hero.url],
      [`${base}/documents/${id}?expand=other`, (body) => body.document.other.hero.url],
      [`${base}/documents?type=article&sort=_createdAt`, (body) => body.documents[0].hero.url],
    ];
    const read = async () => {
      const rest = await Promise.all(
        places.map(async ([path, urlOf]) => {
          const { body, headers } = await reader.get(path);
          return { path, url: urlOf(body), etag: headers.get("etag") ?? "" };
        }),
      );
      const { body } = await reader.post(`${base}/graphql`, { query });
      return { rest, urls: [...rest.map(({ url }) => url), body.data.article.hero.url as string] };
    };

    const start = (Math.floor(realNow() / WINDOW_MS) + 1) * WINDOW_MS;
    setClock(start);
    const first = await read();
    setClock(start + WINDOW_MS - 1);
    t.deepEqual(await read(), first, "the same URLs within a window");
    setClock(start + WINDOW_MS - 1 + HOUR_MS);
    for (const url of first.urls) t.true(await opens(url), "an hour after it was given last");
    setClock(start + WINDOW_MS + HOUR_MS);
    for (const url of first.urls) t.false(await opens(url), "the URL's end");

    setClock(start + WINDOW_MS);
    for (const { path, etag } of first.rest) {
      const again = await reader.get(path, { headers: { "if-none-match": etag } });
      t.is(again.status, 200, "whoever has the old URLs gets the new ones");
      t.not(again.headers.get("etag"), etag);
    }
    const second = await read();
    setClock(start + WINDOW_MS + HOUR_MS);
    for (const url of second.urls) t.true(await opens(url), "an hour after it was given");
  },
);

test.serial("an answer without media keeps its ETag over windows (rules/delivery 7)", async (t) => {
  Date.now = realNow;
  // A clock that was set forward looks like a stop of the process, after which writes are refused for 2 s (ADR-0017).
  const anonymous = new Client(t.context.kiln.url);
  await waitUntil(async () => (await anonymous.post("/v1/auth/sign-in", {})).status === 400);
  const { ann, projectId, documents } = await makeSite(t.context.kiln, [
    { name: "title", title: "Title", type: "string" },
  ]);
  const id = await documents.makePublished({ title: "Kiln" });
  const reader = await makeReader(ann, projectId);
  const path = `/v1/content/${projectId}/documents/${id}`;
  const etag = (await reader.get(path)).headers.get("etag") ?? "";
  setClock(Date.now() + 3 * WINDOW_MS);
  t.is((await reader.get(path, { headers: { "if-none-match": etag } })).status, 304);
});
