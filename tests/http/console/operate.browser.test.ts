import { randomUUID } from "node:crypto";
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

const WIDE: Look = { width: 1280, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let operator: Person;
let guest: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "100", BILLING: "off" });
  // The first account of a server is its operator.
  operator = await signUp(kiln.url, "operator@example.com");
  guest = await signUp(kiln.url, "guest@example.com");
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);
const openAt = (path: string, look: Look = WIDE) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who: operator });

test.serial("an account is found, given credits, suspended and let in again", async (t) => {
  const { context, page, complaints } = await openAt("/app/operate/accounts");
  await page.getByText("2 accounts").waitFor(WAIT);
  await page.getByLabel("Search accounts").fill("guest");
  await page.getByText("1 account", { exact: true }).waitFor(WAIT);
  await page.getByRole("button", { name: guest.email }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Give credits").fill("250");
  await dialog.getByLabel("Note in the ledger").fill("For the workshop");
  await dialog.getByRole("button", { name: "Give" }).click();
  await dialog.getByText(/^350, /).waitFor(WAIT);
  t.is((await guest.api.get("/v1/usage")).body.entries[0].note, "For the workshop");
  await dialog.getByLabel("Suspended").check();
  const write = async () =>
    (await guest.api.post("/v1/projects", { id: randomUUID(), name: "Theirs" })).status;
  await waitUntil(async () => (await write()) === 403);
  await dialog.getByLabel("Suspended").uncheck();
  await waitUntil(async () => (await write()) === 200);
  await keepPicture(page, "operate-account");
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("a model is switched off, on, and given a price of its own", async (t) => {
  const { context, page, complaints } = await openAt("/app/operate/models");
  const { body } = await guest.api.get("/v1/models?limit=500");
  const model = body.models.find(({ pricing }: { pricing: object }) => "creditsPerImage" in pricing);
  const isListed = async () =>
    (await guest.api.get("/v1/models?limit=500")).body.models.some(
      ({ id }: { id: string }) => id === model.id,
    );
  await page.getByLabel("Search models").fill(model.displayName);
  const isOn = page.getByLabel(`${model.displayName} is on`, { exact: true });
  await isOn.uncheck(WAIT);
  await waitUntil(async () => !(await isListed()));
  await isOn.check();
  await waitUntil(isListed);
  await page.getByRole("button", { name: `is the price of ${model.displayName}: change it` }).click();
  const field = page.getByRole("dialog").getByRole("textbox").first();
  await field.fill("many");
  t.true(await page.getByRole("button", { name: "Save the price" }).isDisabled());
  await field.fill("77");
  await press(page, "Save the price");
  await page.getByText("Own price").waitFor(WAIT);
  const priced = (await guest.api.get("/v1/models?limit=500")).body.models.find(
    ({ id }: { id: string }) => id === model.id,
  );
  t.is(Object.values<number>(priced.pricing.creditsPerImage)[0], 77);
  await page.getByRole("button", { name: `is the price of ${model.displayName}: change it` }).click();
  await press(page, "Take the first price again");
  await page.getByText("Own price").waitFor({ ...WAIT, state: "detached" });
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("health, plugins, nodes, tasks and what everybody did", async (t) => {
  const { context, page, complaints } = await openAt("/app/operate");
  await page.getByRole("link", { name: /^Nodes 1 node answers/ }).waitFor(WAIT);
  await page.getByRole("link", { name: /^Plugins \d+ plugins are loaded/ }).click();
  await page.getByLabel("Search plugins").fill("mock");
  await page.getByRole("list", { name: "Plugins" }).getByText("Loaded").first().waitFor(WAIT);
  await page.getByRole("link", { name: "Nodes", exact: true }).click();
  await page.getByRole("button", { name: "Reload billing" }).click(WAIT);
  await page.getByText("billing is loaded again in every process that has it.").waitFor(WAIT);
  await page.getByRole("link", { name: "Tasks", exact: true }).click();
  await page.getByRole("table", { name: "Tasks by queue" }).waitFor(WAIT);
  await page.getByRole("navigation", { name: "Operate" }).getByRole("link", { name: "Activity" }).click();
  await page.getByLabel("Search activity").fill("grantCredits");
  await page.getByRole("cell", { name: /^Granted credits, as an operator/ }).waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("where nothing can be bought, no sentence speaks of buying (rules/billing 31)", async (t) => {
  const { context, page } = await openAt("/app/account/credits");
  await page.getByText("credits left").waitFor(WAIT);
  t.is(await page.getByText(/top up|payment|plans/i).count(), 0);
  await open(page, "/");
  await page.getByRole("heading", { name: "Hello" }).waitFor(WAIT);
  await page.getByRole("link", { name: /credits left$/ }).click();
  await page.getByText("credits left").waitFor(WAIT);
  t.is(await page.getByText(/top up|payment|plans/i).count(), 0);
  await context.close();
});

for (const look of LOOKS)
  test.serial(
    `the pages for operators at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows (rules/console 4)`,
    async (t) => {
      const { context, page, complaints } = await openAt("/app/operate", look);
      const pages = ["", "accounts", "models", "plugins", "nodes", "tasks", "activity"];
      for (const name of pages.filter((_, at) => isSeen(look, at))) {
        const path = `/app/operate/${name}`.replace(/\/$/, "");
        await open(page, path);
        await page.locator("h1").waitFor({ state: "attached", ...WAIT });
        await waitUntil(
          async () => (await page.locator("main [aria-busy=true], main .skeleton").count()) === 0,
        );
        t.deepEqual(await seriousFindings(page), [], path);
        t.true((await overflowOf(page)) <= 0, `${path} is wider than the window`);
        t.is(await page.locator("h1").count(), 1, path);
        await keepPicture(page, `operate-${name || "health"}-${look.width}-${look.scheme}`);
      }
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
