import { randomUUID } from "node:crypto";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { Client, type Person, signUp } from "../../helpers/client.js";
import { connectedAgent } from "../../helpers/connected-agent.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { insertLedger } from "../../helpers/insert-ledger.js";
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
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  // The first account of a server is its operator.
  await signUp(kiln.url, "operator@example.com");
  const agent = await connectedAgent(kiln, "Studio agent");
  person = agent.person;
  const actor = { id: randomUUID(), email: "ada@example.com" };
  await insertLedger(kiln, person.id, [
    { daysAgo: 1, credits: 40, note: "mock-image" },
    { daysAgo: 1, credits: 7, kind: "transcription" },
    ...Array.from({ length: 24 }, (_, at) => ({
      daysAgo: at + 2,
      credits: 10 + ((at * 7) % 30),
      note: at % 3 === 0 ? "mock-video" : "mock-image",
      ...(at % 4 === 0 && { actor }),
    })),
  ]);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);
const openAt = (path: string, look: Look = WIDE, who: Person = person) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path, look, who });

test.serial("what yesterday cost is told at once, by model, kind of work and person", async (t) => {
  const { context, page, complaints } = await openAt("/app/account");
  const figure = (name: string) => page.locator("dl > div", { hasText: name }).locator("dd");
  await figure("Yesterday").getByText("47").waitFor(WAIT);
  const parts = page.getByRole("region", { name: "By part" });
  await parts.getByText("Transcription").waitFor(WAIT);
  await page.getByText("Person", { exact: true }).click();
  await parts.getByText("ada@example.com").waitFor(WAIT);
  await page.getByText("7 days", { exact: true }).click();
  // The figure has 120 credits of the five days before yesterday and those of yesterday. Below it are those of the week before.
  await figure("In 7 days").getByText("167").waitFor(WAIT);
  t.regex(await figure("In 7 days").innerText(), /\b162 in the 7 days before$/);
  await page.getByText("30 days", { exact: true }).click();
  await figure("In 30 days").getByText("Nothing in the 30 days before").waitFor(WAIT);
  await page.getByText("Kind of work", { exact: true }).click();
  await page.getByText("Days in figures").click();
  const yesterday = page.getByRole("row", { name: /^Yesterday/ });
  t.is(await yesterday.getByRole("cell").last().innerText(), "47");
  // The chart can be read by the keyboard: arrow keys go from day to day.
  await page.locator(".recharts-surface").first().focus();
  await page.keyboard.press("ArrowRight");
  await page.locator(".chart-tip").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("a key is made by what it can do in words; it can that, and nothing once revoked", async (t) => {
  const { context, page, complaints } = await openAt("/app/account/keys");
  await press(page, "New key");
  const dialog = page.getByRole("dialog", { name: "New API key" });
  await dialog.getByLabel("Name").fill("Newsroom");
  const make = dialog.getByRole("button", { name: "Make the key" });
  t.true(await make.isDisabled(), "a key without any right is none");
  const content = dialog.getByRole("radiogroup", { name: "Content" });
  await content.getByText("Read", { exact: true }).click();
  await content.getByText("It can read types, drafts, documents and webhooks.").waitFor(WAIT);
  const generate = dialog.getByRole("radiogroup", { name: "Generate" });
  await generate.getByText("Change", { exact: true }).click();
  await generate.getByText("This spends credits.").waitFor(WAIT);
  await dialog.getByText("What it may spend").click();
  await dialog.getByLabel("Credits a day").fill("1.5");
  await dialog.getByText("A whole number of credits, or nothing").waitFor(WAIT);
  t.true(await make.isDisabled());
  await dialog.getByLabel("Credits a day").fill("20");
  await keepPicture(page, "key-new");
  await make.click();
  const secret = await page.getByLabel("Secret", { exact: true }).inputValue(WAIT);
  await press(page, "I have kept it");
  const card = page.getByRole("region", { name: "Newsroom" });
  await card.getByText("0 of 20 credits used today").waitFor(WAIT);
  await card.getByText(/^Content: it can read .* It changes nothing\.$/).waitFor(WAIT);
  const api = new Client(kiln.url, { authorization: `Bearer ${secret}` });
  t.is((await api.get("/v1/generations")).status, 200);
  t.is((await api.get("/v1/projects")).status, 403);
  // Limits are changed and removed.
  await press(page, "Limits of Newsroom");
  await page.getByRole("dialog").getByLabel("Credits a day").fill("");
  await press(page, "Set the limits");
  await card.getByText("No limit").waitFor(WAIT);
  await press(page, "Revoke Newsroom");
  await page.keyboard.press("Escape");
  await press(page, "Revoke Newsroom");
  await press(page, "Revoke it");
  await card.waitFor({ ...WAIT, state: "detached" });
  t.is((await api.get("/v1/generations")).status, 401);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("an agent is limited, asks above a price, and is disconnected", async (t) => {
  const { context, page, complaints } = await openAt("/app/account/agents");
  const card = page.getByRole("region", { name: "Studio agent" });
  await card.waitFor(WAIT);
  t.is(await page.getByLabel("Address for agents", { exact: true }).inputValue(), `${kiln.host.baseUrl}/mcp`);
  await press(page, "Limits of Studio agent");
  await page.getByLabel("Credits a day").fill("50");
  await page.getByLabel("Asks me above").fill("0");
  await press(page, "Set the limits");
  await card.getByText("0 of 50 credits used today, asks before each call that spends").waitFor(WAIT);
  const { body } = await person.session.get("/v1/oauth/grants");
  t.like(body.grants[0].budget, { dailyCredits: 50, askAboveCredits: 0, totalCredits: null });
  await press(page, "Disconnect Studio agent");
  await press(page, "Disconnect it");
  await page.getByText("No agent is connected").waitFor(WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a colleague is invited, joins, is removed at once, and the limit of a project is set",
  async (t) => {
    const guest = await signUp(kiln.url, `guest-${randomUUID()}@example.com`);
    const { context, page, complaints } = await openAt("/app/account/projects");
    await press(page, "New project");
    await page.getByLabel("Name").fill("Harbour");
    await press(page, "Make the project");
    await page.getByRole("heading", { name: "Harbour" }).waitFor(WAIT);
    t.is(
      await page.getByLabel("Project", { exact: true }).locator("option:checked").textContent(),
      "Harbour",
    );
    const address = page.getByLabel("E-mail address");
    await address.fill(person.email);
    await press(page, "Invite");
    await page.getByRole("alert").waitFor(WAIT);
    await address.fill(guest.email);
    await press(page, "Invite");
    const waiting = page.getByRole("list", { name: "Invites that wait" });
    await waiting.getByText(guest.email).waitFor(WAIT);
    const other = await openAt("/app/account/projects", WIDE, guest);
    await press(other.page, "Accept");
    await other.page.getByText(/^You are a member of Harbour now/).waitFor(WAIT);
    await other.page.getByRole("link", { name: /^Harbour/ }).click();
    await other.page.getByRole("heading", { name: "Leave" }).waitFor(WAIT);
    t.is(
      await other.page.getByRole("heading", { name: "Invite somebody" }).count(),
      0,
      "only its owner invites",
    );
    await other.context.close();
    await page.reload();
    const members = page.getByRole("list", { name: "Members" });
    const { body } = await person.api.get("/v1/projects");
    const { id } = body.projects.find(({ name }: { name: string }) => name === "Harbour");
    const left = async () => (await person.api.get(`/v1/projects/${id}`)).body.members.length;
    await press(page, `Remove ${guest.email}`);
    await page.getByText(`${guest.email} is removed from Harbour.`).waitFor(WAIT);
    t.is(await left(), 1, "access has ended when a person is told so");
    await members.getByText(guest.email).waitFor({ ...WAIT, state: "detached" });
    await press(page, "Invite again");
    await waiting.getByText(guest.email).waitFor(WAIT);
    await press(page, `Take back the invite of ${guest.email}`);
    await page.getByText(`The invite of ${guest.email} is taken back.`).waitFor(WAIT);
    t.deepEqual((await guest.api.get("/v1/projects")).body.pendingInvites, []);
    const description = page.getByLabel("Description");
    await description.fill("Pictures of the harbour");
    await press(page, "Set limits");
    await page.getByLabel("Credits in all").fill("300");
    await press(page, "Set the limits");
    await page.getByText("0 of 300 credits used in all").waitFor(WAIT);
    t.is(await description.inputValue(), "Pictures of the harbour", "what is typed stays");
    await press(page, "Save");
    await page.getByText("The project is saved.").waitFor(WAIT);
    await press(page, "Delete the project");
    await page.getByLabel("Its name, to be sure").fill("Harbour");
    await press(page, "Delete it for good");
    await page.getByText("Harbour is deleted.").waitFor(WAIT);
    t.is((await person.api.get(`/v1/projects/${id}`)).status, 404);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("a top-up leads to its payment link; what is no amount is told at its field", async (t) => {
  const { context, page, complaints } = await openAt("/app/account/credits");
  await page.getByText("credits left").waitFor(WAIT);
  await page.getByText("Transcription").first().waitFor(WAIT);
  await page.getByLabel("US dollars").fill("3");
  await page.getByText("Whole dollars, from 5 to 1,000").waitFor(WAIT);
  t.true(await page.getByRole("button", { name: "Go to payment" }).isDisabled());
  await page.getByLabel("US dollars").fill("25");
  await page.getByText("2,500 credits; they stay until they are spent").waitFor(WAIT);
  await press(page, "Go to payment");
  await page.waitForURL(/checkout/, WAIT);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial("the activity says who did what, in words, and can be narrowed", async (t) => {
  const { context, page } = await openAt("/app/account/activity");
  await page.getByRole("cell", { name: /^Revoked an API key/ }).waitFor(WAIT);
  await page.getByRole("cell", { name: /^Connected an agent/ }).waitFor(WAIT);
  await page.getByLabel("Show").selectOption("identity.createApiKey");
  await page.getByRole("cell", { name: /^Revoked an API key/ }).waitFor({ ...WAIT, state: "detached" });
  await page
    .getByRole("cell", { name: /^Made an API key/ })
    .first()
    .waitFor(WAIT);
  t.pass();
  await context.close();
});

test.serial("an account page that is refused or not answered says so, and goes on", async (t) => {
  const { context, page } = await openAt(`/app/account/projects/${randomUUID()}`);
  await page.getByText("There is no such project").waitFor(WAIT);
  await page.route("**/v1/api-keys", (route) =>
    route.fulfill({
      status: 503,
      json: { error: { code: "unavailable", message: "Retry later.", requestID: "r" } },
    }),
  );
  await open(page, "/app/account/keys");
  await page.getByRole("alert").getByText("Retry later.").waitFor(WAIT);
  await page.unroute("**/v1/api-keys");
  await press(page, "Try again");
  await page.getByRole("region", { name: "test" }).waitFor(WAIT);
  await open(page, "/app/operate/accounts");
  await page.getByText("This page belongs to operators").waitFor(WAIT);
  t.is(await page.getByRole("link", { name: "Operate" }).count(), 0);
  await context.close();
});

for (const look of LOOKS)
  test.serial(
    `the pages of the account at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows (rules/console 4)`,
    async (t) => {
      const { context, page, complaints } = await openAt("/app/account", look);
      const { body } = await person.api.get("/v1/projects");
      const pages = [
        ["usage", "/app/account"],
        ["credits", "/app/account/credits"],
        ["keys", "/app/account/keys"],
        ["agents", "/app/account/agents"],
        ["projects", "/app/account/projects"],
        ["project", `/app/account/projects/${body.defaultProjectId}`],
        ["activity", "/app/account/activity"],
      ] as const;
      for (const [name, path] of pages.filter((_, at) => isSeen(look, at))) {
        await open(page, path);
        await page.locator("h1").waitFor({ state: "attached", ...WAIT });
        await waitUntil(
          async () => (await page.locator("main [aria-busy=true], main .skeleton").count()) === 0,
        );
        t.deepEqual(await seriousFindings(page), [], path);
        t.true((await overflowOf(page)) <= 0, `${path} is wider than the window`);
        t.is(await page.locator("h1").count(), 1, path);
        await keepPicture(page, `account-${name}-${look.width}-${look.scheme}`);
      }
      await open(page, "/app/account/keys");
      await press(page, "New key");
      t.deepEqual(await seriousFindings(page), [], "a new key");
      await keepPicture(page, `account-key-new-${look.width}-${look.scheme}`);
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
