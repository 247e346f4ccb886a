import test from "ava";
import type { Browser } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, WAIT } from "../../helpers/console-site.js";
import { makeResults } from "../../helpers/make-results.js";
import { openChromium } from "../../helpers/page-browser.js";
import { field, postType } from "../../helpers/post-type.js";
import { CHANGED, openSendDialog, sendNew } from "../../helpers/send-dialog.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd } from "../../helpers/workflows.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  const home = (await person.api.get("/v1/projects")).body.defaultProjectId;
  await postType(person.api, home, "article", [field("title"), field("cover", { type: "media" })], {
    titleField: "title",
  });
  const params = { kind: "image", prompt: "A lighthouse", aspectRatio: "1:1", numImages: 1 };
  await makeResults(person.api, "mock-image", params);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openDialog = () =>
  openSendDialog({ browser, baseUrl: kiln.host.baseUrl, who: person, prompt: "A lighthouse" });

test.serial(
  "Undo takes no input away that somebody has connected meanwhile (rules/console 12)",
  async (t) => {
    const id = await makeWorkflow(person.api, graphOf([picture("next", "A quay")]), { name: "Connected" });
    const graphNow = async () => (await person.api.get(`/v1/workflows/${id}`)).body.workflow.graph;
    const { context, dialog, complaints } = await openDialog();
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^Connected/ }).check(WAIT);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("Connect it to a node.").waitFor(WAIT);
    const { nodes } = await graphNow();
    const edge = { id: "e", source: "image1", target: "next", sourceHandle: null, targetHandle: null };
    const connected = await person.api.patch(`/v1/workflows/${id}`, { graph: { nodes, edges: [edge] } });
    t.is(connected.status, 200);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText(CHANGED).waitFor(WAIT);
    const graph = await graphNow();
    t.deepEqual([graph.nodes.length, graph.edges.length], [2, 1]);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

for (const isTakenBack of [false, true])
  test.serial(
    `Undo deletes no new document that was published${isTakenBack ? " and unpublished" : ""} meanwhile (rules/console 12)`,
    async (t) => {
      const { context, dialog, complaints } = await openDialog();
      await dialog.getByRole("radio", { name: /^New article/ }).check(WAIT);
      const id = await sendNew(dialog);
      const path = `/v1/content/documents/${id}`;
      t.is((await person.api.post(`${path}/publish`, { baseVersion: 1 })).status, 200);
      if (isTakenBack) t.is((await person.api.post(`${path}/unpublish`, {})).status, 200);
      await dialog.getByRole("button", { name: "Undo" }).click();
      await dialog.getByText(CHANGED).waitFor(WAIT);
      t.is((await person.api.get(path)).status, 200);
      t.deepEqual(complaints, []);
      await context.close();
    },
  );

test.serial(
  "Undo of an input that somebody has taken away meanwhile says so, and changes nothing",
  async (t) => {
    const id = await makeWorkflow(person.api, graphOf([promptNode("idea", "A pier")]), { name: "Gone" });
    const graphNow = async () => (await person.api.get(`/v1/workflows/${id}`)).body.workflow;
    const { context, dialog, complaints } = await openDialog();
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^Gone/ }).check(WAIT);
    await dialog.getByRole("button", { name: "Send", exact: true }).click();
    await dialog.getByText("The picture is in “Gone”, image1.").waitFor(WAIT);
    const { graph } = await graphNow();
    const left = { ...graph, nodes: graph.nodes.filter(({ id: node }: { id: string }) => node !== "image1") };
    t.is((await person.api.patch(`/v1/workflows/${id}`, { graph: left })).status, 200);
    const before = await graphNow();
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText(CHANGED).waitFor(WAIT);
    t.deepEqual(await graphNow(), before);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

for (const [what, change] of [
  ["has run", (id: string) => runToEnd(person.api, id)],
  [
    "has a trigger",
    (id: string) => person.session.post(`/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 10 }),
  ],
] as const)
  test.serial(`Undo deletes no new workflow that ${what} (rules/console 12)`, async (t) => {
    const { context, dialog, complaints } = await openDialog();
    await dialog.getByText("A workflow", { exact: true }).click();
    await dialog.getByRole("radio", { name: /^New workflow/ }).check(WAIT);
    const id = await sendNew(dialog);
    await change(id);
    await dialog.getByRole("button", { name: "Undo" }).click();
    await dialog.getByText(CHANGED).waitFor(WAIT);
    t.is((await person.api.get(`/v1/workflows/${id}`)).status, 200);
    t.deepEqual(complaints, []);
    await context.close();
  });
