import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import { illustrate, makeArticle, makeArticles } from "../../helpers/articles.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { makeProject } from "../../helpers/make-project.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import {
  type GraphNode,
  graphOf,
  makeWorkflow,
  promptNode,
  runToEnd,
  waitForRun,
} from "../../helpers/workflows.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
  await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const documentOf = async (api: Client, id: string) =>
  (await api.get(`/v1/content/documents/${id}`)).body.document;
const home = async (person: Person) => {
  const { projects } = (await person.api.get("/v1/projects")).body;
  return projects[0].id as string;
};
const setNode = (data: object): GraphNode => ({ id: "set", type: "setField", data });
const setWith = (documentId: string, data: object, text = "words") =>
  graphOf([promptNode("p", text), setNode({ documentId, ...data })], ["p>set:value"]);

test("for each article without a picture: write a prompt, make the picture, set it, publish (rules/workflows 14)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeArticles(ann.api, projectId);
  const ids = [];
  for (const title of ["one", "two", "three"]) ids.push(await makeArticle(ann.api, projectId, { title }));
  const id = await makeWorkflow(bob.api, illustrate(4), { projectId });
  const run = await runToEnd(bob.api, id);
  t.is(run.status, "complete", JSON.stringify(run.nodeResults));
  for (const n of [1, 2, 3]) t.is(run.nodeResults[`publish${n}`].status, "complete");
  for (const node of ["write4", "make4", "set4", "publish4"]) t.is(run.nodeResults[node].status, "skipped");
  const token = await ann.api.post(`/v1/projects/${projectId}/content/tokens`, { name: "site" });
  const reader = new Client(kiln.url, { authorization: `Bearer ${token.body.secret}` });
  const { documents } = (await reader.get(`/v1/content/${projectId}/documents?type=article`)).body;
  t.deepEqual(documents.map(({ _id }: { _id: string }) => _id).toSorted(), ids.toSorted());
  for (const { picture } of documents) {
    t.truthy(picture.url, "the picture is linked to the project, so readers get its URL");
    t.is((await fetch(picture.url)).status, 200);
  }
  const again = await runToEnd(bob.api, id);
  t.is(again.status, "complete");
  t.is(again.nodeResults.read.outputs.total.value, "0");
  t.is(again.nodeResults.write1.status, "skipped");
});

test("acts are those of the run's starter at that moment: key scopes, a revoked key, a lost role, another's project (rules/workflows 32)", async (t) => {
  const [ann, bob] = [await signUp(kiln.url), await signUp(kiln.url)];
  const projectId = await makeProject(ann, [bob]);
  await makeArticles(ann.api, projectId);
  const article = await makeArticle(ann.api, projectId, { title: "one" });
  const key = async (scopes: string[]) => {
    const made = (await bob.session.post("/v1/api-keys", { name: "k", scopes })).body;
    return {
      id: made.apiKey.id as string,
      api: new Client(kiln.url, { authorization: `Bearer ${made.secret}` }),
    };
  };
  const node = async (api: Client, graph: object, name: string) => {
    const id = await makeWorkflow(api, graph, { projectId });
    return (await runToEnd(api, id)).nodeResults[name];
  };
  const change = setWith(article, { field: "title" });
  const read = graphOf([{ id: "read", type: "readDocuments", data: { type: "article" } }]);
  const blind = await key(["workflows:rw"]);
  t.like(await node(blind.api, read, "read"), {
    status: "error",
    detail: "This key needs the scope content:read",
  });
  const reading = await key(["workflows:rw", "content:read"]);
  t.is((await node(reading.api, read, "read")).status, "complete");
  t.like(await node(reading.api, change, "set"), {
    status: "error",
    detail: "This key needs the scope content:rw",
  });
  const writing = await key(["workflows:rw", "content:rw"]);
  t.is((await node(writing.api, change, "set")).status, "complete");

  const slow = graphOf(
    [
      { id: "wait", type: "generateText", data: { instruction: "[slow=1] later" } },
      setNode({ documentId: article, field: "title" }),
    ],
    ["wait>set:value"],
  );
  const id = await makeWorkflow(writing.api, slow, { projectId });
  const { run } = (await writing.api.post(`/v1/workflows/${id}/execute`)).body;
  t.is((await bob.session.delete(`/v1/api-keys/${writing.id}`)).status, 200);
  const revoked = await waitForRun(bob.api, id, run.id);
  t.regex(JSON.stringify(revoked.nodeResults), /The API key that started this run was revoked\./);
  t.not(revoked.nodeResults.set.status, "complete");

  const second = (await bob.api.post(`/v1/workflows/${id}/execute`)).body.run;
  await until(
    async () =>
      (await ann.api.get(`/v1/workflows/${id}/runs/${second.id}`)).body.run.nodeResults.wait.status !==
      "pending",
  );
  t.is((await ann.api.delete(`/v1/projects/${projectId}/members/${bob.id}`)).status, 200);
  const lost = await waitForRun(ann.api, id, second.id);
  t.is(lost.status, "error", JSON.stringify(lost.nodeResults));
  t.is((await documentOf(ann.api, article)).draft.title.en, "words");

  const elsewhere = await makeWorkflow(ann.api, change);
  t.is(
    (await runToEnd(ann.api, elsewhere)).nodeResults.set.detail,
    "The document belongs to another project than the run.",
  );
});

test("a field is written as it takes values, beside other editors; a version that is named must be the current one (rules/content 14)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await home(person);
  await makeArticles(person.api, projectId);
  const article = await makeArticle(person.api, projectId, { title: "one", rank: 1 });
  const set = async (data: object, text?: string) =>
    (await runToEnd(person.api, await makeWorkflow(person.api, setWith(article, data, text)))).nodeResults
      .set;
  t.is((await set({ field: "rank" }, " 7 ")).status, "complete");
  t.is((await set({ field: "body" }, "First.\n\nSecond.")).status, "complete");
  const { draft, draftVersion } = await documentOf(person.api, article);
  t.is(draft.rank, 7);
  t.is(draft.title.en, "one", "other fields stay");
  t.deepEqual(
    draft.body.map(({ children }: { children: { text: string }[] }) => children[0]?.text),
    ["First.", "Second."],
  );
  await set({ field: "rank" }, "7");
  t.is((await documentOf(person.api, article)).draftVersion, draftVersion, "the same value is no change");
  const refusals: [object, string, RegExp][] = [
    [{ field: "rank" }, "many", /takes a number/],
    [{ field: "ghost" }, "x", /there is no field ghost; there are title, picture, rank, body/],
    [{ field: "picture" }, "x", /takes media, and text comes in/],
    [{ field: "rank", locale: "en" }, "1", /not localized/],
    [{ documentId: randomUUID(), field: "rank" }, "1", /Unknown document/],
    [{ documentId: "x", field: "rank" }, "1", /The document is missing/],
    [{}, "1", /The field is missing/],
  ];
  for (const [data, text, message] of refusals) t.regex((await set(data, text)).detail, message);
  const stale = (_version: number) => ({
    documentId: JSON.stringify({ _id: article, _version }),
    field: "rank",
    onConflict: "fail",
  });
  t.regex(
    (await set(stale(draftVersion - 1), "8")).detail,
    /baseVersion is \d+, and the draft is at version/,
  );
  t.is((await set(stale(draftVersion), "8")).status, "complete");
});

test("a draft that is not valid, or was changed meanwhile, is not published; publishing twice is publishing once (rules/content 26)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await home(person);
  await makeArticles(person.api, projectId);
  const publish = async (documentId: string) => {
    const id = await makeWorkflow(person.api, graphOf([{ id: "n", type: "publish", data: { documentId } }]));
    return (await runToEnd(person.api, id)).nodeResults.n;
  };
  t.regex((await publish(await makeArticle(person.api, projectId, {}))).detail, /The draft is not valid/);
  const article = await makeArticle(person.api, projectId, { title: "one" });
  t.regex((await publish(JSON.stringify({ _id: article, _version: 9 }))).detail, /baseVersion is 9/);
  t.is((await publish(article)).status, "complete");
  const { publishedAt } = await documentOf(person.api, article);
  t.is((await publish(article)).status, "complete");
  t.is((await documentOf(person.api, article)).publishedAt, publishedAt);
});

test("a publish that failed because the draft was not valid is resumed once the draft is mended (rules/workflows 28)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await home(person);
  await makeArticles(person.api, projectId);
  const article = await makeArticle(person.api, projectId, {});
  const node = { id: "n", type: "publish", data: { documentId: article } };
  const run = await runToEnd(person.api, await makeWorkflow(person.api, graphOf([node])));
  t.regex(run.nodeResults.n.detail, /The draft is not valid/);
  const mended = await person.api.patch(`/v1/content/documents/${article}`, { draft: { title: "mended" } });
  t.is(mended.status, 200, JSON.stringify(mended.body));
  const path = `/v1/workflows/${run.workflowId}/runs/${run.id}/resume`;
  let resumed = await person.api.post(path);
  while (resumed.status === 409) resumed = await person.api.post(path);
  const again = await waitForRun(person.api, run.workflowId, run.id);
  t.is(again.status, "complete", JSON.stringify(again.nodeResults));
  t.is((await documentOf(person.api, article)).status, "published");
});

/** Leaves a run as a process does that died behind an act of its only node and before the record of it. Resumes it. */
async function repeatAct(person: Person, run: { id: string; workflowId: string }) {
  await kiln.host.transact(async (tx) => {
    await tx.run("DELETE FROM workflow_run_steps WHERE runId = ? AND id LIKE '%.done'", [run.id]);
    await tx.run("UPDATE workflow_run_nodes SET status = 'error' WHERE runId = ?", [run.id]);
    await tx.run("UPDATE workflow_runs SET status = 'error' WHERE id = ?", [run.id]);
  });
  const resumed = await person.api.post(`/v1/workflows/${run.workflowId}/runs/${run.id}/resume`);
  if (resumed.status !== 200) throw new Error(JSON.stringify(resumed.body));
  return waitForRun(person.api, run.workflowId, run.id);
}

test("a field that somebody changed behind a node's write stays when the node begins again (rules/content 23; rules/workflows 51)", async (t) => {
  const person = await signUp(kiln.url);
  await makeArticles(person.api, await home(person));
  for (const onConflict of ["merge", "fail"])
    for (const [since, after] of [
      [3, 3],
      [1, 7],
    ]) {
      const article = await makeArticle(person.api, await home(person), { title: "one", rank: 1 });
      const documentId = JSON.stringify({ _id: article, ...(since === 3 && { _version: 1 }) });
      const graph = setWith(article, { documentId, field: "rank", onConflict }, "7");
      const run = await runToEnd(person.api, await makeWorkflow(person.api, graph));
      t.is((await documentOf(person.api, article)).draft.rank, 7, JSON.stringify(run.nodeResults));
      const changed = await person.api.patch(`/v1/content/documents/${article}`, { draft: { rank: since } });
      t.is(changed.status, 200);
      const again = await repeatAct(person, run);
      t.is(again.status, "complete", JSON.stringify(again.nodeResults));
      t.is((await documentOf(person.api, article)).draft.rank, after);
    }
});

test("a document that somebody unpublished behind a node's publish stays so when the node begins again (rules/workflows 51)", async (t) => {
  const person = await signUp(kiln.url);
  await makeArticles(person.api, await home(person));
  const article = await makeArticle(person.api, await home(person), { title: "one" });
  const graph = graphOf([{ id: "n", type: "publish", data: { documentId: article } }]);
  const id = await makeWorkflow(person.api, graph);
  // The second time the document was published and unpublished before.
  for (let time = 0; time < 2; time += 1) {
    const run = await runToEnd(person.api, id);
    t.is((await documentOf(person.api, article)).status, "published");
    t.is((await person.api.post(`/v1/content/documents/${article}/unpublish`)).status, 200);
    const again = await repeatAct(person, run);
    t.is(again.status, "complete", JSON.stringify(again.nodeResults));
    t.is((await documentOf(person.api, article)).status, "draft");
  }
});

test("a translate node fills locales, is billed as a translation, and says what failed (rules/translation 6)", async (t) => {
  const person = await signUp(kiln.url);
  const projectId = await home(person);
  const settings = await person.api.put(`/v1/projects/${projectId}/content/settings`, {
    defaultLocale: "en",
    locales: [
      { code: "en", title: "English" },
      { code: "de", title: "German" },
    ],
  });
  t.is(settings.status, 200, JSON.stringify(settings.body));
  await makeArticles(person.api, projectId);
  const article = await makeArticle(person.api, projectId, { title: "one" });
  const run = async (data: object) => {
    const graph = graphOf(
      [
        { id: "n", type: "translate", data: { documentId: article, ...data } },
        { id: "o", type: "publish" },
      ],
      ["n>o"],
    );
    return (await runToEnd(person.api, await makeWorkflow(person.api, graph))).nodeResults;
  };
  const done = await run({});
  t.is(done.n.status, "complete", JSON.stringify(done));
  t.true(done.n.costCredits >= 1, JSON.stringify(done));
  t.is(done.o.status, "complete");
  const { published } = await documentOf(person.api, article);
  t.truthy(published.title.de);
  const [entry] = (await person.api.get("/v1/usage")).body.entries;
  t.is(-entry.deltaCredits, done.n.costCredits);
  t.is((await run({})).n.costCredits, 0, "nothing is outdated");
  t.regex((await run({ locales: ["xx"] })).n.detail, /locales: xx is unknown/);
});
