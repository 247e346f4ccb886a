import test from "ava";
import { beatsOf } from "../../helpers/beats-of.js";
import { Client, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { makeReader } from "../../helpers/make-reader.js";
import { openCluster } from "../../helpers/open-cluster.js";
import type { KilnProcess } from "../../helpers/spawn-kiln.js";
import { steadyLoad } from "../../helpers/steady-load.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { IS_LONG } from "../../helpers/is-long.js";

const CORE =
  "identity,billing,models,storage,projects,generation,content,translation,webhooks,operations,workflows";
/** Number of projects. Each of two nodes has some of 12 in all but one of 2,000 runs. */
const PROJECTS = IS_LONG ? 24 : 12;

/** Returns the number of reads of single documents that a process has answered itself. */
async function readsOf({ url }: KilnProcess): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const counted =
    /^kiln_http_request_seconds_count\{.*route="\/v1\/content\/:projectId\/documents\/:id".*\} (\d+)$/gm;
  return [...text.matchAll(counted)].reduce((sum, [, count]) => sum + Number(count), 0);
}

test("a gateway without delivery passes readers on to the nodes that host it, each project to DELIVERY_REPLICAS of them; a new node takes its share, a killed one fails no read (rules/running 20)", async (t) => {
  const cluster = await openCluster({ DELIVERY_REPLICAS: "1" });
  t.teardown(() => cluster.close());
  const node = () => cluster.site.start({ SERVICES: "gateway,delivery", MOCK_PROVIDER: "0" });
  // The gateway's process hosts all areas but delivery.
  const [gateway, one] = await Promise.all([cluster.gateway({ SERVICES: `gateway,${CORE}` }), node()]);
  const ann = await signUp(cluster.url);
  const sites: { reader: Client; path: string; id: string }[] = [];
  for (let n = 0; n < PROJECTS; n++) {
    const projectId = await makeProject(ann, [], `Project ${n}`);
    const base = `/v1/projects/${projectId}/content`;
    const fields = [{ name: "rank", title: "Rank", type: "number" }];
    await ann.api.post(`${base}/types`, { name: "page", title: "Page", fields });
    const { body } = await ann.api.post(`${base}/documents`, { type: "page", draft: { rank: n } });
    const { id } = body.document;
    await ann.api.post(`/v1/content/documents/${id}/publish`, { baseVersion: 1 });
    sites.push({ reader: await makeReader(ann, projectId), path: `/v1/content/${projectId}`, id });
  }

  const [first] = sites;
  if (first === undefined) throw new Error("There is no site.");
  const { reader, path, id } = first;
  const direct = await reader.at(one.url).get(`${path}/documents/${id}`);
  const passed = await reader.get(`${path}/documents/${id}`, { headers: { "x-request-id": "mine" } });
  t.is(passed.status, 200);
  t.deepEqual(passed.body, direct.body);
  t.is(passed.headers.get("x-request-id"), "mine");
  for (const name of ["etag", "cache-control", "cache-tag", "content-type", "access-control-allow-origin"])
    t.is(passed.headers.get(name), direct.headers.get(name), name);
  const etag = passed.headers.get("etag") ?? "";
  t.is((await reader.get(`${path}/documents/${id}`, { headers: { "if-none-match": etag } })).status, 304);
  t.is((await reader.get(`${path}/documents?type=page`)).body.total, 1);
  t.is((await reader.get(`${path}/documents?type=nothing`)).status, 400);
  const asked = await reader.post(`${path}/graphql`, { query: "{ allPage { items { rank } } }" });
  t.deepEqual(asked.body, { data: { allPage: { items: [{ rank: 0 }] } } });
  const stranger = new Client(cluster.url, { authorization: "Bearer svc_ct_none" });
  t.is((await stranger.get(`${path}/documents/${id}`)).status, 401);
  t.is((await stranger.post(`${path}/graphql`, { query: "{ allPage { items { rank } } }" })).status, 401);
  t.is((await stranger.get("/v1/content/none/types")).status, 404);
  // A caller that reaches a node over the network needs a token there as well, even if it claims to be a gateway.
  const near = new Client(one.url, { authorization: "Bearer svc_ct_none", "x-kiln-passed-on": "1" });
  t.is((await near.get(`${path}/documents/${id}`)).status, 401);
  t.is((await near.post(`${path}/graphql`, { query: "{ allPage { items { rank } } }" })).status, 401);
  t.is((await new Client(one.url).get(`${path}/documents/${id}`)).status, 401);

  const loadAll = () => {
    let turn = 0;
    const load = steadyLoad(() => {
      const site = sites[(turn += 1) % sites.length] ?? first;
      return fetch(`${cluster.url}${site.path}/documents/${site.id}`, { headers: site.reader.headers });
    });
    t.teardown(() => load.end());
    return load;
  };
  const coming = loadAll();
  await waitUntil(() => coming.answered > 50);
  const two = await node();
  const beats = await beatsOf(two, cluster.site.env);
  t.teardown(() => beats.close());
  await waitUntil(async () => (await readsOf(two)) > 0, { what: () => `${two.output}${gateway.output}` });
  // The clock is the node's own beats, one a second where the machine has time for it: on a slow machine both take longer.
  const waited = await beats.close();
  await coming.end();
  t.deepEqual(coming.failures, []);
  t.true(waited < 5, `${waited} beats`);

  // Each project is read on one node only, and both nodes have some.
  let share = 0;
  for (const site of sites) {
    const before = await Promise.all([one, two].map(readsOf));
    for (let n = 0; n < 4; n++)
      t.is((await site.reader.get(`${site.path}/documents/${site.id}`)).status, 200);
    const after = await Promise.all([one, two].map(readsOf));
    const grown = after.map((count, at) => count - (before[at] ?? 0));
    t.deepEqual(
      grown.toSorted((a, b) => a - b),
      [0, 4],
    );
    if (grown[1] === 4) share += 1;
  }
  t.true(share > 0 && share < PROJECTS, `${share} of ${PROJECTS}`);

  const load = loadAll();
  await waitUntil(() => load.answered > 50);
  one.kill("SIGKILL");
  await one.ended;
  const { answered } = load;
  await waitUntil(() => load.answered > answered + 100);
  await load.end();
  t.deepEqual(load.failures, []);
  t.log(
    `${load.answered} reads answered; the second node read ${waited} of its beats after it was ready, ${share} of ${PROJECTS} projects`,
  );

  await two.end();
  const none = await reader.get(`${path}/documents/${id}`);
  t.is(none.status, 503);
  t.is(none.body.error.code, "unavailable");
});
