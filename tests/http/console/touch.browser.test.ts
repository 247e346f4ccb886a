import test from "ava";
import type { Browser, Locator, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { type Made, makeResults, toCompare } from "../../helpers/make-results.js";
import { type Look, openChromium } from "../../helpers/page-browser.js";
import { readAll } from "../../helpers/read-elements.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { twoFingers } from "../../helpers/two-fingers.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, promptNode } from "../../helpers/workflows.js";

const PHONE: Look = { width: 390, scheme: "light", isTouched: true };
let kiln: Kiln;
let browser: Browser;
let person: Person;
let made: Made[];
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  made = await Promise.all(
    ["A harbour at dawn", "A harbour at night"].map((prompt) =>
      makeResults(person.api, "mock-image", { kind: "image", prompt, aspectRatio: "1:1", numImages: 1 }),
    ),
  );
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

async function openAt(path: string) {
  const opened = await openSignedIn(browser, {
    baseUrl: kiln.host.baseUrl,
    path: "/",
    look: PHONE,
    who: person,
  });
  await opened.page.goto(new URL(path, kiln.host.baseUrl).href);
  return opened;
}
/** Returns a point of an element, from the left and the top in fractions of its size. */
async function placeIn(part: Locator, left: number, top = 0.5): Promise<{ x: number; y: number }> {
  await part.scrollIntoViewIfNeeded(WAIT);
  const box = await part.boundingBox();
  if (box === null) throw new Error("It is not shown.");
  return { x: box.x + box.width * left, y: box.y + box.height * top };
}
/** Returns the browser's own zoom of the page. */
const pageZoom = (page: Page) => page.evaluate<number>("visualViewport.scale");

for (const { as, at, name } of [
  { as: "", at: 0.5, name: "two pictures side by side" },
  // The point is beside the line, because a finger on the line would drag it.
  { as: "&as=slider", at: 0.25, name: "two pictures under the slider" },
])
  test.serial(`two fingers enlarge ${name} alike, and not the page (rules/console 10)`, async (t) => {
    const { context, page, complaints } = await openAt(`${toCompare(...made)}${as}`);
    const shots = page.locator(".shot");
    await waitUntil(async () => (await shots.count()) === 2);
    const zooms = async () =>
      (await readAll(shots, "style.transform")).map((each) =>
        Number(/scale\((.+?)\)/.exec(String(each))?.[1]),
      );
    t.deepEqual(await zooms(), [1, 1]);
    const place = await placeIn(page.locator(".frame").first(), at);
    await twoFingers(page, place, { from: 40, to: 120 });
    const [one = 0, other] = await zooms();
    t.true(Math.abs(one - 3) < 0.1, `three times as far apart: ${one}`);
    t.is(one, other);
    // The pictures shrink again, but never below their full view.
    await twoFingers(page, place, { from: 120, to: 20 });
    t.deepEqual(await zooms(), [1, 1]);
    t.is(await pageZoom(page), 1);
    t.deepEqual(complaints, []);
    await context.close();
  });

test.serial("two fingers enlarge the canvas of a workflow, and not the page", async (t) => {
  const id = await makeWorkflow(person.api, graphOf([promptNode("words", "A harbour at dawn")]));
  const { context, page, complaints } = await openAt(`/app/workflows/${id}`);
  await page.locator(".react-flow__node").waitFor(WAIT);
  const zoom = async () => {
    const [style] = await readAll(page.locator(".react-flow__viewport"), "style.transform");
    return Number(/scale\((.+?)\)/.exec(String(style))?.[1]);
  };
  const before = await zoom();
  // The point has neither a node nor a button.
  const place = await placeIn(page.locator(".react-flow__pane"), 0.7, 0.85);
  t.is(
    await page.evaluate(`document.elementFromPoint(${place.x}, ${place.y})?.className`),
    "react-flow__pane draggable",
  );
  await twoFingers(page, place, { from: 40, to: 90 });
  await waitUntil(async () => (await zoom()) > before * 1.3, {
    what: () => `It is as large as before, ${before}.`,
  });
  t.is(await pageZoom(page), 1);
  t.deepEqual(complaints, []);
  await context.close();
});
