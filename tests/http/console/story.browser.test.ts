import { randomUUID } from "node:crypto";
import test, { type ExecutionContext } from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { type Hands, keysOf, mouseOf } from "../../helpers/hands.js";
import { ofRings } from "../../helpers/of-rings.js";
import { openChromium, openLook } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

/** Goes to a page of the console by its name. */
async function goTo(page: Page, name: string) {
  await page.keyboard.press("Control+k");
  await page.getByRole("combobox", { name: /^Find a page/ }).waitFor(WAIT);
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
  await page.getByRole("heading", { name, level: 1 }).waitFor({ ...WAIT, state: "attached" });
}

/** Signs up as a person without an account. */
async function arrive(page: Page, hands: Hands) {
  await page.goto(new URL("/sign-up", kiln.host.baseUrl).href);
  await hands.write(page.getByLabel("E-mail address"), `nora-${randomUUID()}@example.com`);
  await hands.write(page.getByLabel("Name"), "Nora");
  await hands.write(page.getByLabel("Password"), "correct horse battery");
  await hands.press(page.getByRole("button", { name: "Sign up" }));
  await page.getByRole("heading", { name: "Hello, Nora" }).waitFor(WAIT);
}

/** Makes a project with a colleague in it, who has it open. Returns the colleague's window. */
async function share(page: Page, hands: Hands) {
  const guest = await signUp(kiln.url);
  await goTo(page, "Projects");
  await hands.press(page.getByRole("button", { name: "New project" }));
  await hands.write(page.getByRole("dialog").getByLabel("Name"), "Harbour");
  await hands.press(page.getByRole("button", { name: "Make the project" }));
  await hands.write(page.getByLabel("E-mail address"), guest.email);
  await hands.press(page.getByRole("button", { name: "Invite", exact: true }));
  await page.getByRole("list", { name: "Invites that wait" }).getByText(guest.email).waitFor(WAIT);
  await hands.pick(page.getByLabel("Project", { exact: true }), "Harbour");
  const colleague = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/account/projects",
    look: { width: 1280, scheme: "dark" },
    who: guest,
  });
  await colleague.page.getByRole("button", { name: "Accept" }).click(WAIT);
  await colleague.page.getByText(/^You are a member of Harbour now/).waitFor(WAIT);
  return colleague;
}

/** Makes a picture, and a workflow from it that makes another one. */
async function make(page: Page, hands: Hands) {
  await goTo(page, "Generate");
  await hands.write(page.getByLabel("Prompt", { exact: true }), "A harbour at dawn");
  await page.getByText(/^Costs \d/).waitFor(WAIT);
  await hands.press(page.getByRole("button", { name: "Generate", exact: true }));
  await hands.press(page.getByRole("button", { name: "Send to …" }).first());
  await hands.choose(page.getByRole("radio", { name: "A workflow" }));
  await hands.press(page.getByRole("button", { name: "Send", exact: true }));
  await hands.press(page.getByRole("link", { name: "Open the workflow" }));
  await page.waitForURL(/\/app\/workflows\/[0-9a-f-]{36}$/, WAIT);
  await hands.press(page.getByRole("button", { name: "Add a node" }));
  await page.locator("[data-first]:focus").waitFor(WAIT);
  await page.keyboard.type("generateImage");
  await page.keyboard.press("Enter");
  await hands.pick(page.getByLabel("Model", { exact: true }), "mock-image");
  await hands.write(page.getByLabel("Prompt", { exact: true }), "The same at night");
  await hands.press(page.getByRole("button", { name: "Run", exact: true }));
  const dialog = page.getByRole("dialog", { name: "Run" });
  await dialog.getByText(/^Costs \d+ credits$/).waitFor(WAIT);
  await hands.press(dialog.getByRole("button", { name: "Start" }));
  await page
    .getByRole("region", { name: "Canvas" })
    .getByRole("img", { name: "What the node made" })
    .first()
    .waitFor(WAIT);
}

/** Makes a type of articles in two languages. Returns the address of the first article. */
async function model(page: Page, hands: Hands): Promise<string> {
  await goTo(page, "Content");
  await hands.press(page.getByRole("link", { name: "Make the first type" }));
  await hands.press(page.getByRole("button", { name: /^Article/ }));
  await hands.press(page.getByRole("button", { name: "Create type" }));
  await page.waitForURL(/\/app\/content\/types\/[0-9a-f-]{36}$/, WAIT);
  await goTo(page, "Content");
  await hands.press(page.getByRole("link", { name: "Languages", exact: true }));
  await hands.write(page.getByLabel("Add a language"), "de");
  await hands.press(page.getByRole("button", { name: "Add", exact: true }));
  await hands.press(page.getByRole("button", { name: "Save languages" }));
  await page.getByText("The languages are saved.").waitFor(WAIT);
  await hands.press(page.getByRole("link", { name: "Documents", exact: true }));
  await hands.press(page.getByRole("button", { name: "New article" }));
  await page.waitForURL(/\/app\/content\/documents\/[0-9a-f-]{36}$/, WAIT);
  return page.url();
}

/** Plays the story of docs/console, from nothing to the cost, without a page of documentation. */
async function story(t: ExecutionContext, handsOf: (page: Page) => Hands) {
  const { context, page, complaints } = await openLook(browser, { width: 1280, scheme: "light" });
  const hands = handsOf(page);
  await arrive(page, hands);
  const colleague = await share(page, hands);
  await make(page, hands);
  const address = await model(page, hands);
  // Both write at the same time, and both keep their letters.
  await colleague.page.goto(address);
  const teaser = colleague.page.getByLabel("Teaser, English");
  await teaser.waitFor(WAIT);
  await Promise.all([
    hands.write(page.getByLabel("Title, English"), "Harbours of the north"),
    teaser.pressSequentially("Five harbours and their lights."),
  ]);
  await colleague.page.getByText("Harbours of the north").first().waitFor(WAIT);
  await waitUntil(
    async () => (await page.getByLabel("Teaser, English").inputValue()) === "Five harbours and their lights.",
  );
  await hands.press(page.getByRole("tab", { name: "Languages" }));
  await hands.press(page.getByRole("button", { name: "Translate into German" }));
  await page.getByText(/\d fields? (?:is|are) translated\./).waitFor(WAIT);
  await waitUntil(async () => (await page.getByLabel("Title, German").inputValue()) !== "");
  await hands.press(page.getByRole("button", { name: "Publish", exact: true }));
  await page.getByText("Readers see it now.").waitFor(WAIT);
  await goTo(page, "Usage");
  const today = page.locator("dl > div", { hasText: "Today" }).locator("dd");
  await waitUntil(async () => Number.parseInt(await today.innerText(), 10) > 0);
  await page.getByRole("region", { name: "By part" }).getByText("Mock image").waitFor(WAIT);
  t.deepEqual(complaints, []);
  t.deepEqual(colleague.complaints, []);
  await colleague.context.close();
  await context.close();
}

const WAYS = [
  { by: "by the keyboard alone (rules/console 4)", handsOf: keysOf },
  { by: "by the mouse", handsOf: mouseOf },
];

for (const { by, handsOf } of ofRings(WAYS, { each: 2 }))
  test.serial(
    `a person signs up, makes a picture, a workflow and an article with a colleague, and sees what it cost, ${by}`,
    (t) => story(t, handsOf),
  );
