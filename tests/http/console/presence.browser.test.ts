import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { makeProject } from "../../helpers/make-project.js";
import { keepPicture, openChromium, seriousFindings } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitUntil } from "../../helpers/wait-until.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const openAt = (id: string, who: Person) =>
  openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: `/app/content/documents/${id}`,
    look: { width: 1280, scheme: "light" },
    who,
  });

test.serial(
  "two people see each other's name and cursor in a document, and that one has left (rules/console 3)",
  async (t) => {
    const colleague = await signUp(kiln.url, "grace@example.com");
    const content = `/v1/projects/${await makeProject(person, [colleague])}/content`;
    const field = (name: string, title: string, type: string) => ({ name, title, type, localized: true });
    await person.api.post(`${content}/types`, {
      name: "article",
      title: "Article",
      fields: [
        field("title", "Title", "string"),
        field("teaser", "Teaser", "text"),
        field("body", "Body", "portableText"),
      ],
    });
    const draft = { title: { en: "Together" }, teaser: { en: "A kiln burns" } };
    const { id } = (await person.api.post(`${content}/documents`, { type: "article", draft })).body.document;
    const one = await openAt(id, person);
    const other = await openAt(id, colleague);
    const here = ({ page }: { page: Page }) => page.getByRole("list", { name: "Also here" });
    await here(one).getByText(colleague.email).waitFor(WAIT);
    await here(other).getByText(person.email).waitFor(WAIT);
    const cursorOf = ({ page }: { page: Page }, who: Person) =>
      page.locator(`.caret[data-name="${who.email}"]`);
    const teaser = other.page.getByLabel("Teaser, English");
    await teaser.click();
    await other.page.keyboard.press("Control+Home");
    await one.page.locator(".others-at").getByText(colleague.email).waitFor(WAIT);
    const leftOf = async () => (await cursorOf(one, colleague).boundingBox())?.x ?? 0;
    await cursorOf(one, colleague).waitFor({ ...WAIT, state: "attached" });
    const first = await leftOf();
    await other.page.keyboard.press("Control+End");
    await waitUntil(async () => (await leftOf()) > first + 20);
    // A cursor stays with its letters when others write before it.
    const last = await leftOf();
    await one.page.getByLabel("Teaser, English").focus();
    await one.page.keyboard.press("Control+Home");
    await one.page.keyboard.type("Warm: ");
    await waitUntil(async () => (await leftOf()) > last + 10);
    await keepPicture(one.page, "document-together");
    // In rich text each sees the cursor of the other.
    const body = (page: Page) => page.getByRole("textbox", { name: "Body, English" });
    await body(one.page).click();
    await one.page.keyboard.type("Both write here.");
    await body(other.page).getByText("Both write here.").waitFor(WAIT);
    await body(other.page).click();
    await body(other.page)
      .locator(`.caret[data-name="${person.email}"]`)
      .waitFor({ ...WAIT, state: "attached" });
    await body(one.page)
      .locator(`.caret[data-name="${colleague.email}"]`)
      .waitFor({ ...WAIT, state: "attached" });
    t.is(
      await body(one.page)
        .innerText()
        .then((text) => text.trim()),
      "Both write here.",
    );
    t.deepEqual(await seriousFindings(one.page), []);
    await other.context.close();
    await here(one).waitFor({ ...WAIT, state: "detached" });
    await cursorOf(one, colleague).waitFor({ ...WAIT, state: "detached" });
    t.deepEqual(one.complaints, []);
    await one.context.close();
  },
);
