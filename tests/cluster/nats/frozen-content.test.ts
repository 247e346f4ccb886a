import { setTimeout } from "node:timers/promises";
import test from "ava";
import { type Answer, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { OF_ACCOUNTS, openCluster } from "../../helpers/open-cluster.js";
import { waitUntil } from "../../helpers/wait-until.js";

/** A process that was frozen for longer than its callers waited may change nothing any more (ADR-0017). */
const CONTENT = { SERVICES: "content,webhooks", MOCK_PROVIDER: "0" };

test("a content process that was frozen overwrites no acknowledged save, and takes nothing offline, when it thaws (rules/content 23)", async (t) => {
  const cluster = await openCluster({ TASK_LEASE_SECONDS: "60" });
  t.teardown(() => cluster.close());
  const [gateway, frozen] = await Promise.all([
    cluster.gateway({ SERVICES: OF_ACCOUNTS }),
    cluster.site.start(CONTENT),
  ]);
  const { api, ...ann } = await signUp(cluster.url);
  const projectId = await makeProject({ api, ...ann });
  const fields = [{ name: "title", title: "Title", type: "string" }];
  await api.post(`/v1/projects/${projectId}/content/types`, { name: "page", title: "Page", fields });
  const make = async (title: string): Promise<string> => {
    const path = `/v1/projects/${projectId}/content/documents`;
    const { body } = await api.post(path, { type: "page", draft: { title } });
    return body.document.id;
  };
  const [saved, published] = await Promise.all([make("first"), make("public")]);
  await api.post(`/v1/content/documents/${published}/publish`, { baseVersion: 1 });

  frozen.kill("SIGSTOP");
  await frozen.stopped();
  const late: Promise<Answer>[] = Array.from({ length: 8 }, (_, at) =>
    api.put(`/v1/content/documents/${saved}`, { draft: { title: `late ${at}` } }),
  );
  late.push(api.post(`/v1/content/documents/${published}/unpublish`));
  for (const { status, body } of await Promise.all(late)) {
    t.is(status, 503, JSON.stringify(body));
    t.is(body.error.code, "unavailable");
    t.regex(body.error.message, /outcome is unknown/);
  }

  await cluster.site.start(CONTENT);
  // The frozen process still gets its share of the calls until the others take it for dead.
  await waitUntil(
    async () =>
      (await api.put(`/v1/content/documents/${saved}`, { draft: { title: "acknowledged" } })).status === 200,
    { timeoutMs: 60_000 },
  );
  frozen.kill("SIGCONT");
  // The process answers the calls that waited for it and drains, so all of its work is over when it ends.
  await waitUntil(() => frozen.output.includes("after its deadline"), { what: () => frozen.output });
  t.deepEqual(await frozen.stop(), { code: 0, signal: null }, frozen.output);

  const { document } = (await api.get(`/v1/content/documents/${saved}`)).body;
  t.deepEqual(document.draft, { title: "acknowledged" });
  t.is((await api.get(`/v1/content/documents/${published}`)).body.document.status, "published");

  // The gateway freezes, and its client gives up.
  gateway.kill("SIGSTOP");
  await gateway.stopped();
  const gaveUp = new AbortController();
  const path = `${cluster.url}/v1/content/documents/${saved}`;
  const sent = fetch(path, {
    method: "PUT",
    headers: { ...api.headers, "content-type": "application/json" },
    body: JSON.stringify({ draft: { title: "given up" } }),
    signal: gaveUp.signal,
  });
  await setTimeout(11_000);
  gaveUp.abort();
  await t.throwsAsync(sent);
  gateway.kill("SIGCONT");
  await waitUntil(
    async () => (await api.put(`/v1/content/documents/${published}`, { draft: {} })).status === 200,
  );
  t.deepEqual((await api.get(path)).body.document.draft, { title: "acknowledged" });
  t.deepEqual(await gateway.stop(), { code: 0, signal: null }, gateway.output);
});
