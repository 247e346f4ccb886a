import test from "ava";
import type { Browser } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, press, WAIT } from "../../helpers/console-site.js";
import { insertType } from "../../helpers/insert-type.js";
import { openChromium } from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let browser: Browser;
let person: Person;
let projectId: string;
test.before(async () => {
  buildConsole();
  kiln = await startKiln();
  person = await signUp(kiln.url);
  projectId = (await person.api.get("/v1/projects")).body.defaultProjectId;
  await insertType(kiln.host, projectId, {
    name: "article",
    title: "Article",
    fields: [{ name: "title", title: "Title", type: "string" }],
    titleField: "title",
  });
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

test("the fields of a group in a list have a title and a name to enter, and are saved", async (t) => {
  const { context, page } = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/app/content/types",
    look: { width: 1280, scheme: "light" },
    who: person,
  });
  await page.getByRole("link", { name: /^Article/ }).click(WAIT);
  await press(page, "Add a field");
  await page.getByLabel("Title", { exact: true }).last().fill("Steps");
  await page.getByLabel("Kind", { exact: true }).selectOption("array");
  await page.getByLabel("Kind of its items").selectOption("object");
  const group = page.getByRole("region", { name: "Fields of the group" });
  await group.getByRole("button", { name: "Add a field" }).click(WAIT);
  await group.getByLabel("Title", { exact: true }).fill("Heading of it", WAIT);
  t.is(await group.getByLabel("Name in delivery").inputValue(), "headingOfIt");
  await group.getByLabel("Name in delivery").fill("heading");
  await group.getByLabel("Hint for editors").fill("A few words");
  await press(page, "Save");
  await page.getByText("Article is saved.").waitFor(WAIT);
  const { body } = await person.api.get(`/v1/projects/${projectId}/content/types`);
  const { fields } = body.contentTypes[0].schema;
  t.like(
    fields.find(({ name }: { name: string }) => name === "steps"),
    {
      type: "array",
      of: {
        type: "object",
        fields: [{ name: "heading", title: "Heading of it", description: "A few words" }],
      },
    },
  );
  await context.close();
});
