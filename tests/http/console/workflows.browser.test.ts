import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import {
  keepPicture,
  type Look,
  LOOKS,
  isSeen,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, picture, promptNode, runToEnd } from "../../helpers/workflows.js";

const WIDE: Look = { width: 1280, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);

/** Opens a page in a window that is signed in. */
const openAt = (path: string, look: Look = WIDE) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who: person });

const savedOf = async (id: string) => (await person.api.get(`/v1/workflows/${id}`)).body.workflow;
const POSTER = graphOf(
  [promptNode("idea", "A harbour at dawn"), picture("poster")],
  ["idea:text>poster:prompt"],
);

test.serial(
  "a person builds a workflow of two nodes, runs it with an input and sees state and cost at each node (rules/console 3)",
  async (t) => {
    const { context, page, complaints } = await openAt("/app/workflows");
    await press(page, "New workflow");
    await page.waitForURL(/\/app\/workflows\/[0-9a-f-]{36}$/, WAIT);
    const id = new URL(page.url()).pathname.split("/").at(-1) ?? "";
    await page.getByLabel("Name of the workflow").fill("Harbour poster");
    await press(page, "Add a node");
    await page.getByLabel("Search nodes").fill("written into the workflow");
    await page.keyboard.press("Enter");
    await page.getByLabel("Text", { exact: true }).fill("A harbour at dawn");
    await press(page, "Add a node");
    await page.getByLabel("Search nodes").fill("generateImage");
    await page.keyboard.press("Enter");
    // The new node is beside the chosen one and connected to it.
    await page.getByText("Prompt (prompt1): text").waitFor(WAIT);
    const models = page.getByLabel("Model", { exact: true });
    t.false(
      (await models.locator("option").allInnerTexts()).some((name) => /video|voice/i.test(name)),
      "pictures only",
    );
    t.not(await models.inputValue(), "", "it can run as it is");
    await models.selectOption("mock-image");
    await press(page, "Run");
    const dialog = page.getByRole("dialog", { name: "Run" });
    // A missing input of a run is asked for before a run is made that can only fail.
    await dialog.locator("#run-prompt1:focus").fill("", WAIT);
    await dialog.getByText("Fill in: Prompt.").waitFor(WAIT);
    t.true(await dialog.getByRole("button", { name: "Start" }).isDisabled());
    await dialog.getByLabel("Prompt", { exact: true }).fill("A lighthouse at night");
    await dialog.getByText(/^Costs \d+ credits$/).waitFor(WAIT);
    const saved = await savedOf(id);
    t.is(saved.name, "Harbour poster");
    t.like(saved.graph.edges[0], {
      source: "prompt1",
      target: "generateImage1",
      sourceHandle: "text",
      targetHandle: "prompt",
    });
    await dialog.getByRole("button", { name: "Start" }).click();
    const canvas = page.getByRole("region", { name: "Canvas" });
    await canvas.getByRole("img", { name: "What the node made" }).waitFor(WAIT);
    t.is(await canvas.getByText("Done", { exact: true }).count(), 2);
    t.is(await canvas.getByText(/^\d+ credits?$/).count(), 1);
    const { body } = await person.api.get(`/v1/workflows/${id}/runs`);
    t.is(body.runs[0].nodeResults.prompt1.output.value, "A lighthouse at night");
    // An equal run takes over the results, and says so.
    await press(page, "Run");
    await dialog.getByLabel("Prompt", { exact: true }).fill("A lighthouse at night");
    await dialog.getByText(/^Costs 0 credits; \d+ nodes? (?:is|are) reused$/).waitFor(WAIT);
    await dialog.getByRole("button", { name: "Start" }).click();
    await canvas.getByText("Reused", { exact: true }).first().waitFor(WAIT);
    const runs = page.getByRole("list", { name: "Runs" }).getByRole("button");
    await waitUntil(async () => (await runs.count()) === 2);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "opening saves nothing; what somebody else changed is not overwritten until one says so",
  async (t) => {
    const id = await makeWorkflow(person.api, { ...POSTER, viewport: { zoom: 2 } }, { name: "Shared" });
    const before = await savedOf(id);
    const { context, page } = await openAt(`/app/workflows/${id}`);
    await page.getByRole("button", { name: /^Prompt idea/ }).click(WAIT);
    await page.getByText("Saved", { exact: true }).waitFor(WAIT);
    t.deepEqual(await savedOf(id), before);
    await person.api.patch(`/v1/workflows/${id}`, { name: "Theirs" });
    await page.getByLabel("Text", { exact: true }).fill("Mine");
    const alert = page.getByRole("alert");
    await alert.getByText(/^Somebody else changed this workflow/).waitFor(WAIT);
    t.is((await savedOf(id)).graph.nodes[0].data.text, "A harbour at dawn");
    await keepPicture(page, "workflow-conflict");
    await press(page, "Take theirs");
    await alert.waitFor({ state: "detached", ...WAIT });
    t.is(await page.getByLabel("Name of the workflow").inputValue(), "Theirs");
    t.is(await page.getByLabel("Text", { exact: true }).inputValue(), "A harbour at dawn");
    await person.api.patch(`/v1/workflows/${id}`, { name: "Theirs again" });
    await page.getByLabel("Text", { exact: true }).fill("Mine");
    await press(page, "Keep mine");
    await waitUntil(async () => (await savedOf(id)).graph.nodes[0].data.text === "Mine");
    t.deepEqual((await savedOf(id)).graph.viewport, { zoom: 2 }, "what the canvas does not know stays");
    await context.close();
  },
);

test.serial(
  "by the keyboard: ports offer only what fits, Remove is undone, and a run that failed is resumed (rules/console 4)",
  async (t) => {
    const id = await makeWorkflow(
      person.api,
      graphOf([promptNode("idea", "x"), picture("a", "x"), { id: "up", type: "upscale" }]),
    );
    const { context, page } = await openAt(`/app/workflows/${id}`);
    await page.getByRole("button", { name: /^Upscale/ }).focus();
    await page.keyboard.press("Enter");
    const offers = page.getByLabel(/^Connect /);
    await offers.first().waitFor(WAIT);
    const texts = (await offers.locator("option").allInnerTexts()).join();
    t.regex(texts, /\(a\): image/);
    t.notRegex(texts, /\(idea\)/, "a text does not fit");
    await press(page, "Remove");
    await page.getByText("Choose a node to see its settings.").waitFor(WAIT);
    await waitUntil(async () => (await savedOf(id)).graph.nodes.length === 2);
    await page.keyboard.press("Control+z");
    await waitUntil(async () => (await savedOf(id)).graph.nodes.length === 3);
    const run = await runToEnd(person.api, id);
    t.is(run.status, "error");
    await page.getByRole("tab", { name: "Node" }).focus();
    await page.keyboard.press("ArrowRight");
    await press(page, "Resume");
    await waitUntil(
      async () => (await person.api.get(`/v1/workflows/${id}/runs/${run.id}`)).body.run.status === "error",
    );
    await page.keyboard.press("ArrowRight");
    await page.getByRole("tab", { name: "Runs" }).focus();
    await page.keyboard.press("ArrowRight");
    await press(page, "New trigger");
    await page.getByLabel("When").selectOption("0 9 * * 1-5");
    await press(page, "Create");
    await page
      .getByRole("list", { name: "Triggers" })
      .getByText(/^On weekdays at 9, /)
      .waitFor(WAIT);
    const { body } = await person.api.get(`/v1/workflows/${id}/triggers`);
    t.like(body.triggers[0], { kind: "schedule", dailyCredits: 100, enabled: true });
    await context.close();
  },
);

test.serial("the window of a run begins with the file that it lacks (rules/console 3)", async (t) => {
  const id = await makeWorkflow(person.api, graphOf([{ id: "m", type: "imageInput" }], []));
  const { context, page } = await openAt(`/app/workflows/${id}`);
  await press(page, "Run");
  const dialog = page.getByRole("dialog", { name: "Run" });
  await dialog.locator("button.add:focus").waitFor(WAIT);
  await dialog.getByText(/^Choose: /).waitFor(WAIT);
  t.true(await dialog.getByRole("button", { name: "Start" }).isDisabled());
  await context.close();
});

/** Returns the nodes that are outside of the canvas, at least in part. */
async function outOfView(page: Page): Promise<string[]> {
  const canvas = await page.getByRole("region", { name: "Canvas" }).boundingBox();
  if (canvas === null) throw new Error("There is no canvas.");
  const out: string[] = [];
  for (const node of await page.locator(".react-flow__node").all()) {
    const box = await node.boundingBox();
    const isIn = box !== null && box.x >= canvas.x && box.x + box.width <= canvas.x + canvas.width;
    if (!isIn) out.push(await node.innerText());
  }
  return out;
}

for (const look of LOOKS)
  test.serial(
    `the pages of workflows at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows`,
    async (t) => {
      const { body } = await person.api.get("/v1/workflows?sort=created");
      const { id } = body.workflows.findLast(({ name }: { name: string }) => name === "Harbour poster");
      const { context, page, complaints } = await openAt("/app/workflows", look);
      let seen = 0;
      const see = async (name: string) => {
        if (!isSeen(look, seen++)) return;
        await waitUntil(async () => (await page.locator("main [aria-busy=true]").count()) === 0);
        t.deepEqual(await seriousFindings(page), [], name);
        t.true((await overflowOf(page)) <= 0, `${name} is wider than the window`);
        t.is(await page.locator("h1").count(), 1, name);
        await keepPicture(page, `${name}-${look.width}-${look.scheme}`);
      };
      await page.getByRole("button", { name: /^Use / }).first().waitFor(WAIT);
      await see("workflows");
      await open(page, `/app/workflows/${id}`);
      await page.getByRole("img", { name: "What the node made" }).first().waitFor(WAIT);
      t.deepEqual(await outOfView(page), [], "the whole graph is in view");
      await see("workflow");
      await page.getByRole("button", { name: /^Generate image/ }).click(WAIT);
      await see("workflow-node");
      await press(page, "Run");
      await page.getByText(/^Costs /).waitFor(WAIT);
      await see("workflow-run");
      await page.keyboard.press("Escape");
      await page.getByRole("tab", { name: "Runs" }).click();
      await page.getByRole("list", { name: "Runs" }).waitFor(WAIT);
      await see("workflow-runs");
      await page.getByRole("tab", { name: "Triggers" }).click();
      await press(page, "New trigger");
      await see("workflow-trigger");
      await open(page, "/app/workflows/00000000-0000-7000-8000-000000000000");
      await page.getByText("There is no such workflow").waitFor(WAIT);
      await see("workflow-none");
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
