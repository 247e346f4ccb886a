import test, { type ExecutionContext } from "ava";
import { type Answer, Client, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { openSite } from "../../helpers/open-site.js";
import { TcpProxy } from "../../helpers/tcp-proxy.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

const WARNING = '110 - "Response is Stale"';

/** Starts a process whose way to its database the test may cut, with a published page that a reader has read. */
async function openScene(t: ExecutionContext, env: Record<string, string>) {
  const site = await openSite();
  const proxy = new TcpProxy(site.env.DATABASE_URL ?? "");
  await proxy.open();
  t.teardown(async () => {
    await site.close();
    await proxy.cut();
  });
  const kiln = await site.start({ DATABASE_URL: proxy.url, ...env });
  const ann = await signUp(kiln.url);
  const { api } = ann;
  const projectId = await makeProject(ann);
  const base = `/v1/projects/${projectId}/content`;
  const fields = [{ name: "rank", title: "Rank", type: "number" }];
  await api.post(`${base}/types`, { name: "page", title: "Page", fields });
  const made = await api.post(`${base}/documents`, { type: "page", draft: { rank: 1 } });
  const { id } = made.body.document;
  await api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 });
  const { body } = await api.post(`${base}/tokens`, { name: "site" });
  const reader = new Client(kiln.url, { authorization: `Bearer ${body.secret}` });
  const path = `/v1/content/${projectId}`;
  const query = { query: "{ allPage { items { rank } } }" };
  const reads: Record<string, () => Promise<Answer>> = {
    single: () => reader.get(`${path}/documents/${id}`),
    list: () => reader.get(`${path}/documents?type=page`),
    types: () => reader.get(`${path}/types`),
    graphql: () => reader.post(`${path}/graphql`, query),
  };
  return { kiln, proxy, api, reader, reads, path, id };
}

const ways: [string, (proxy: TcpProxy) => void | Promise<void>, (proxy: TcpProxy) => void | Promise<void>][] =
  [
    ["refuses connections", (proxy) => proxy.cut(), (proxy) => proxy.open()],
    ["does not answer", (proxy) => proxy.block(), (proxy) => proxy.unblock()],
  ];
/** The rings run the second way, because the test below has a database that refuses connections. */
for (const [title, leave, comeBack] of IS_LONG ? ways : ways.slice(1))
  test.serial(
    `with STALE_SECONDS readers are answered from memory while the database ${title}, marked and kept by no cache; afterwards answers are exact (rules/running 21)`,
    async (t) => {
      const { kiln, proxy, api, reader, reads, path, id } = await openScene(t, { STALE_SECONDS: "3600" });
      const fresh: Record<string, Answer> = {};
      for (const [name, read] of Object.entries(reads)) fresh[name] = await read();
      for (const [name, answer] of Object.entries(fresh)) {
        t.is(answer.status, 200, name);
        t.is(answer.headers.get("warning"), null, name);
      }
      await leave(proxy);
      for (const [name, read] of Object.entries(reads)) {
        const answer = await read();
        t.is(answer.status, 200, name);
        t.deepEqual(answer.body, fresh[name]?.body, name);
        t.is(answer.headers.get("warning"), WARNING, name);
        t.is(answer.headers.get("cache-control"), "no-store", name);
        t.regex(answer.headers.get("age") ?? "", /^\d+$/, name);
      }
      const etag = fresh.single?.headers.get("etag") ?? "";
      const same = await reader.get(`${path}/documents/${id}`, { headers: { "if-none-match": etag } });
      t.is(same.status, 304);
      t.is(same.headers.get("warning"), WARNING);
      const stranger = reader.with({ authorization: `Bearer svc_ct_${"x".repeat(43)}` });
      t.true([401, 503].includes((await stranger.get(`${path}/types`)).status));

      await comeBack(proxy);
      await waitUntil(async () => (await reads.single?.())?.headers.get("warning") === null);
      await waitUntil(async () => (await api.get("/v1/account")).status === 200, { what: () => kiln.output });
      const saved = await api.put(`/v1/content/documents/${id}`, { draft: { rank: 2 } });
      t.is(saved.status, 200);
      await api.post(`/v1/content/documents/${id}/publish`, { baseVersion: saved.body.version });
      const after = await reads.single?.();
      t.is(after?.body.document.rank, 2);
      t.is(after?.headers.get("warning"), null);
      t.is(after?.headers.get("cache-control"), "public, max-age=0, must-revalidate");
    },
  );

test.serial(
  "no answer is older than STALE_SECONDS: then it is 503, as it is at once without (rules/running 21)",
  async (t) => {
    const short = await openScene(t, { STALE_SECONDS: "3" });
    t.is((await short.reads.single?.())?.status, 200);
    await short.proxy.cut();
    let stale = 0;
    await waitUntil(async () => {
      const answer = await short.reads.single?.();
      if (answer?.status === 503) return true;
      stale += 1;
      t.is(answer?.headers.get("warning"), WARNING);
      t.true(Number(answer?.headers.get("age")) <= 3);
      return false;
    });
    t.log(`${stale} stale answers`);

    const usual = await openScene(t, {});
    t.is((await usual.reads.single?.())?.status, 200);
    await usual.proxy.cut();
    t.is((await usual.reads.single?.())?.status, 503);
  },
);
