import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { Browser } from "playwright-core";
import { duration } from "../../../console/words.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { keepPicture, openChromium, seriousFindings } from "../../helpers/page-browser.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, promptNode, runToEnd } from "../../helpers/workflows.js";

/** Node that reports half of its progress, and goes on until a person stops it. */
const NODE = `import { setTimeout as sleep } from "node:timers/promises";
export default (kit) =>
  kit.definePlugin({
    name: "endless",
    version: "1.0.0",
    provides: {
      workflowNode: kit.defineNode({
        type: "endless",
        version: 1,
        title: "Endless",
        description: "Goes on until it is stopped.",
        inputs: {},
        outputs: { text: { types: ["text"], description: "Never." } },
        settings: {},
        async run({ progress, signal }) {
          progress(0.5);
          for (;;) await sleep(20, undefined, { signal });
        },
      }),
    },
  });
`;

let site: Site;
let browser: Browser;
let url: string;
let person: Person;
test.before(async () => {
  buildConsole();
  site = await openSite({ SIGNUP_CREDITS: "1000" });
  await mkdir(site.pluginsDir, { recursive: true });
  await writeFile(join(site.pluginsDir, "endless.mjs"), NODE);
  const kiln = await site.start();
  url = kiln.url;
  person = await signUp(url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await site?.endAll();
  await site?.close();
});

const openAt = (path: string) => openSignedIn(browser, { baseUrl: url, path, who: person });

test.serial("a run shows how far a node is while it goes on, and Stop ends it", async (t) => {
  const id = await makeWorkflow(person.api, graphOf([{ id: "wait", type: "endless" }]));
  const { context, page, complaints } = await openAt(`/app/workflows/${id}`);
  await press(page, "Run");
  await page.getByRole("dialog").getByRole("button", { name: "Start" }).click(WAIT);
  const canvas = page.getByRole("region", { name: "Canvas" });
  const progress = canvas.getByRole("progressbar");
  await progress.waitFor(WAIT);
  await waitUntil(async () => (await progress.getAttribute("value")) === "0.5");
  await press(page, "Stop");
  await canvas.getByText("Stopped", { exact: true }).waitFor(WAIT);
  await page.getByRole("button", { name: "Resume" }).waitFor(WAIT);
  const { body } = await person.api.get(`/v1/workflows/${id}/runs`);
  t.is(body.runs[0].status, "stopped");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("what a run gave that an earlier one did not is told by words", async (t) => {
  const id = await makeWorkflow(person.api, graphOf([promptNode("idea", "A harbour at dawn")]));
  await runToEnd(person.api, id);
  await runToEnd(person.api, id, { inputs: { idea: { text: "A harbour at night" } } });
  const { context, page, complaints } = await openAt(`/app/workflows/${id}`);
  await page.getByRole("tab", { name: "Runs" }).click(WAIT);
  const { runs } = (await person.api.get(`/v1/workflows/${id}/runs`)).body;
  for (const [at, { createdAt, completedAt }] of runs.entries()) {
    const row = page.getByRole("list", { name: "Runs" }).getByRole("listitem").nth(at);
    const lasted = duration((Date.parse(completedAt) - Date.parse(createdAt)) / 1000);
    await row.getByText(`ended after ${lasted}`, { exact: true }).waitFor(WAIT);
  }
  await page.getByLabel("What differs from another run").selectOption({ index: 1 });
  const dialog = page.getByRole("dialog", { name: "What differs" });
  await dialog.getByText("dawn", { exact: true }).waitFor(WAIT);
  t.is(await dialog.locator("del").innerText(), "dawn");
  t.is(await dialog.locator("ins").innerText(), "night");
  t.deepEqual(await seriousFindings(page), []);
  await keepPicture(page, "run-differences");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("the log of a trigger says when it fired, and leads to the run", async (t) => {
  const id = await makeWorkflow(person.api, graphOf([promptNode("idea", "x")]));
  const made = await person.session.post(`/v1/workflows/${id}/triggers`, { inbound: {}, dailyCredits: 10 });
  t.is(made.status, 200);
  t.is((await new Client("").post(made.body.trigger.url)).status, 200);
  const { context, page, complaints } = await openAt(`/app/workflows/${id}`);
  await page.getByRole("tab", { name: "Triggers" }).click(WAIT);
  await press(page, "Show the log");
  await page.getByRole("list", { name: "Log" }).getByText("Started").waitFor(WAIT);
  t.deepEqual(await seriousFindings(page), []);
  await press(page, "Show the run");
  await page.getByRole("list", { name: "Runs" }).getByText("Done").first().waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});
