import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { buildConsole, openSignedIn, WAIT } from "../../helpers/console-site.js";
import { noteRenders, rendersOf } from "../../helpers/count-renders.js";
import { makeResults } from "../../helpers/make-results.js";
import {
  keepPicture,
  type Look,
  openChromium,
  overflowOf,
  seriousFindings,
} from "../../helpers/page-browser.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";
import { waitUntil } from "../../helpers/wait-until.js";

const WIDE: Look = { width: 1440, scheme: "light" };
let kiln: Kiln;
let browser: Browser;
let person: Person;
test.before(async () => {
  buildConsole();
  kiln = await startKiln({ SIGNUP_CREDITS: "10000" });
  person = await signUp(kiln.url);
  const [sea = ""] = (await picture("A harbour at dawn", "16:9")).storageIds;
  await picture(
    "A lighthouse that stands on the farthest rock of the northern harbour, in a storm at night",
    "9:16",
  );
  await makeResults(person.api, "mock-upscale", {
    kind: "upscale",
    sourceStorageId: sea,
    durationSeconds: 1,
  });
  await makeResults(person.api, "mock-video", {
    kind: "video",
    prompt: "Waves",
    duration: 5,
    aspectRatio: "16:9",
  });
  await makeResults(person.api, "mock-sfx", { kind: "audio", prompt: "Thunder", durationSeconds: 2 });
  const failed = await begin("mock-image", {
    kind: "image",
    prompt: "A reef [fail]",
    aspectRatio: "1:1",
    numImages: 1,
  });
  await waitForJob(person.api, failed);
  browser = await openChromium();
});
test.after.always(async () => {
  await browser?.close();
  await kiln?.stop();
});

const picture = (prompt: string, aspectRatio: string) =>
  makeResults(person.api, "mock-image", { kind: "image", prompt, aspectRatio, numImages: 1 });
const begin = async (model: string, params: object): Promise<string> =>
  (await person.api.post("/v1/generations", { model, params })).body.job.id;
const open = (look: Look = WIDE) =>
  openSignedIn(browser, { baseUrl: kiln.host.baseUrl, path: "/app/generate", look, who: person });
const cards = (page: Page) => page.locator(".cards > li");
const cardOf = (page: Page, text: string) => page.locator(".job", { hasText: text });
const arrived = async (page: Page) => {
  await cards(page).first().waitFor(WAIT);
  await waitUntil(
    async () => (await page.locator(".cards [aria-busy=true], .cards .skeleton").count()) === 0,
  );
};
const placesOf = (page: Page): Promise<{ left: number; top: number; width: number; height: number }[]> =>
  page.evaluate(`[...document.querySelectorAll(".cards > li")].map((card) => {
    const { left, top, width, height } = card.getBoundingClientRect();
    return { left, top: top + scrollY, width, height };
  })`);
const focusOf = (page: Page): Promise<string> =>
  page.evaluate(
    "`${document.activeElement.closest('.job')?.querySelector('.job-prompt').textContent}: ${document.activeElement.ariaLabel ?? document.activeElement.textContent.trim()}`",
  );

for (const [look, columns] of [
  [{ width: 390, scheme: "light" }, 1],
  [{ width: 1024, scheme: "dark" }, 2],
  [{ width: 1440, scheme: "light" }, 3],
] as const)
  test.serial(
    `at ${look.width} px results have ${columns} in a row, of one height, and nothing overflows (rules/console 14)`,
    async (t) => {
      const { context, page, complaints } = await open(look);
      await arrived(page);
      t.is(await cards(page).count(), 6);
      const places = await placesOf(page);
      t.is(new Set(places.map(({ left }) => left)).size, columns);
      const first = places.filter(({ top }) => top === places[0]?.top);
      t.is(first.length, columns);
      t.is(new Set(first.map(({ height }) => height)).size, 1);
      // No control of a card is wider than the card, none is cut off, and a frame is as large as the card is wide.
      const cut = await page.evaluate<string[]>(`[...document.querySelectorAll(".job")].flatMap((card) => {
        const { left, right } = card.getBoundingClientRect();
        return [...card.querySelectorAll(".job-acts > *, .job-acts .button, .job-facts, .sound, audio")]
          .filter((each) => each.getBoundingClientRect().left < left || each.getBoundingClientRect().right > right + 0.5)
          .map((each) => each.outerHTML);
      })`);
      t.deepEqual(
        cut.filter((html) => !html.includes('button plain"')),
        [],
      );
      t.true((await overflowOf(page)) <= 0);
      t.deepEqual(await seriousFindings(page), []);
      await keepPicture(page, `results-${look.width}-${look.scheme}`);
      t.deepEqual(complaints, []);
      await context.close();
    },
  );

test.serial(
  "what is asked for has its cards at once, and nothing moves when results come or fail (rules/console 14)",
  async (t) => {
    const { context, page, complaints } = await open();
    await arrived(page);
    for (const [what, count] of [
      ["Four boats [slow=8]", 4],
      ["A buoy [slow=6] [fail]", 1],
    ] as const) {
      await begin("mock-image", { kind: "image", prompt: what, aspectRatio: "16:9", numImages: count });
      const own = cardOf(page, what);
      await own.nth(count - 1).waitFor(WAIT);
      t.is(await own.count(), count);
      t.is(
        await own.getByRole("progressbar", { name: "Progress" }).count(),
        1,
        "one says how far the job is",
      );
      const cancel = own.getByRole("button", { name: `Cancel: ${what}` });
      await cancel.focus(WAIT);
      t.is(await cancel.count(), 1);
      t.deepEqual(await seriousFindings(page), []);
      await keepPicture(page, `results-running-${count}`);
      const before = await placesOf(page);
      const next = count > 1 ? `Vary: ${what}, ${count} of ${count}` : `Reuse settings: ${what}`;
      await own
        .nth(count - 1)
        .getByRole("button", { name: next, exact: true })
        .waitFor(WAIT);
      await arrived(page);
      t.deepEqual(await placesOf(page), before);
      t.true((await focusOf(page)).startsWith(what), "what had the focus is gone, and its card has it");
    }
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial(
  "the keyboard goes through a card in its order, and by arrows from card to card (rules/console 4)",
  async (t) => {
    const { context, page, complaints } = await open();
    await arrived(page);
    const dawn = cardOf(page, "A harbour at dawn");
    await dawn.getByRole("button", { name: "Compare" }).focus(WAIT);
    const steps: string[] = [];
    for (let at = 0; at < 5; at++) {
      steps.push(await focusOf(page));
      await page.keyboard.press("Tab");
    }
    t.deepEqual(
      steps.map((step) => step.replace("A harbour at dawn: ", "")),
      [
        "Compare: A harbour at dawn",
        "A harbour at dawn",
        "Vary: A harbour at dawn",
        "Send to …: A harbour at dawn",
        "More: A harbour at dawn",
      ],
    );
    await dawn.getByRole("button", { name: "Vary" }).focus();
    await page.keyboard.press("ArrowLeft");
    t.regex(await focusOf(page), /^A lighthouse.*: Vary: A lighthouse/);
    await page.keyboard.press("Home");
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    t.regex(await focusOf(page), /: (Vary|Before \/ after|Reuse settings): /);
    await page.keyboard.press("End");
    t.is(await focusOf(page), "A harbour at dawn: Vary: A harbour at dawn");
    // The menu opens by the keyboard, and closes by Escape with the focus on its button.
    await dawn.locator("summary").focus();
    await page.keyboard.press("Enter");
    await dawn.getByRole("button", { name: "Use as input" }).waitFor(WAIT);
    t.deepEqual(await seriousFindings(page), []);
    await keepPicture(page, "results-menu");
    await page.keyboard.press("Escape");
    await dawn.getByRole("button", { name: "Use as input" }).waitFor({ ...WAIT, state: "hidden" });
    t.is(await focusOf(page), "A harbour at dawn: More: A harbour at dawn");
    await page.keyboard.press("Enter");
    await dawn.getByRole("button", { name: "Reuse settings" }).press("Enter");
    await page.locator(".prompt:focus").waitFor(WAIT);
    t.is(await page.getByLabel("Prompt", { exact: true }).inputValue(), "A harbour at dawn");
    // Two results are chosen by the keyboard and lead to the comparison.
    for (const text of ["A harbour at dawn", "A lighthouse"])
      await cardOf(page, text).getByRole("button", { name: "Compare" }).press("Space");
    t.is(await page.locator(".compare-toggle[aria-pressed=true]").count(), 2);
    await page
      .getByRole("region", { name: "To compare" })
      .getByRole("link", { name: "Compare 2" })
      .press("Enter");
    await page.waitForURL(/\/app\/generate\/compare\?of=/, WAIT);
    t.deepEqual(complaints, []);
    await context.close();
  },
);

test.serial("what failed says why and gives its settings back; what was deleted says so", async (t) => {
  const { context, page, complaints } = await open({ width: 1024, scheme: "light" });
  await arrived(page);
  const reef = cardOf(page, "A reef");
  await reef.getByText("Failed", { exact: true }).waitFor(WAIT);
  await reef.getByText("The mock provider failed, as [fail] asked.").waitFor(WAIT);
  await reef.getByRole("button", { name: "Reuse settings" }).click();
  t.is(await page.getByLabel("Prompt", { exact: true }).inputValue(), "A reef [fail]");
  const { storageIds } = await picture("A wreck", "1:1");
  await person.api.delete(`/v1/storage/${storageIds[0]}`);
  await page.reload();
  await cardOf(page, "A wreck").getByText("This file was deleted").waitFor(WAIT);
  t.is(await cardOf(page, "A wreck").getByRole("button", { name: "Vary" }).count(), 0);
  t.deepEqual(complaints, []);
  await context.close();
});

test.serial(
  "a result that cannot be read is not called deleted: it is tried again, and what is shown stays",
  async (t) => {
    const { context, page } = await open();
    await arrived(page);
    let asked = 0;
    await page.route("**/v1/storage/*", (route) => {
      asked += 1;
      return route.fulfill({
        status: 403,
        json: { error: { code: "forbidden", message: "not now", requestID: "r" } },
      });
    });
    const dawn = cardOf(page, "A harbour at dawn");
    // The page reads again when the person comes back to it.
    await waitUntil(async () => {
      await page.evaluate("dispatchEvent(new Event('visibilitychange'))");
      return asked > 0;
    });
    await page.waitForTimeout(300);
    t.is(await dawn.getByText("This file was deleted").count(), 0);
    await dawn.locator("img").waitFor(WAIT);
    await dawn.getByRole("button", { name: /^Vary/ }).waitFor(WAIT);
    await page.reload();
    await dawn.getByText("Not now").waitFor(WAIT);
    t.is(await dawn.getByText("This file was deleted").count(), 0);
    await keepPicture(page, "results-unread");
    await page.unroute("**/v1/storage/*");
    await dawn.getByRole("button", { name: "Try again" }).click();
    await dawn.locator("img").waitFor(WAIT);
    await context.close();
  },
);

test.serial(
  "arrows pass cards that have no control, and go into a menu that is open (rules/console 4)",
  async (t) => {
    const { context, page } = await open();
    await arrived(page);
    await cardOf(page, "A harbour at dawn").locator("summary").focus();
    await page.keyboard.press("Enter");
    await page.keyboard.press("ArrowDown");
    t.is(await focusOf(page), "A harbour at dawn: Use as input");
    await page.keyboard.press("ArrowUp");
    t.regex(await focusOf(page), /^A harbour at dawn: More/);
    await page.keyboard.press("Escape");
    await begin("mock-image", { kind: "image", prompt: "Rafts [slow=8]", aspectRatio: "1:1", numImages: 4 });
    await cardOf(page, "Rafts").nth(3).waitFor(WAIT);
    await page.getByRole("button", { name: /^Cancel: Rafts/ }).focus(WAIT);
    await page.keyboard.press("ArrowRight");
    t.false((await focusOf(page)).startsWith("Rafts"));
    await page.keyboard.press("ArrowLeft");
    t.true((await focusOf(page)).startsWith("Rafts"));
    await page.getByRole("button", { name: /^Cancel: Rafts/ }).click();
    await context.close();
  },
);

test.serial("writing in the form draws no card anew", async (t) => {
  const { context, page } = await open();
  await noteRenders(context);
  await page.reload();
  await arrived(page);
  t.true((await rendersOf(page)).includes("li.card job"), "what is drawn is noted");
  await page.getByLabel("Prompt", { exact: true }).pressSequentially("Six letters");
  const drawn = await rendersOf(page);
  t.true(drawn.length > 0);
  t.deepEqual(
    drawn.filter((one) => one.includes("job")),
    [],
  );
  await context.close();
});

for (const look of [WIDE, { width: 390, scheme: "light" }] as const)
  test.serial(
    `at ${look.width} px the menu of a result opens where all of it is seen: upward, where there is no room below`,
    async (t) => {
      const { context, page } = await open(look);
      await arrived(page);
      // On phones the navigation is at the foot of the window.
      const end = (await page.evaluate<number>("innerHeight")) - (look.width === 390 ? 64 : 0);
      const button = cardOf(page, "A lighthouse").locator("summary");
      const panel = cardOf(page, "A lighthouse").locator(".menu > div");
      const edges = async (of: typeof button) => {
        const { y, height } = (await of.boundingBox(WAIT)) ?? { y: 0, height: 0 };
        return { top: y, bottom: y + height };
      };
      for (const [place, opens] of [
        [end - 16, "up"],
        [end - 300, "down"],
      ] as const) {
        await page.evaluate(`scrollBy(0, ${(await edges(button)).bottom - place})`);
        await button.focus();
        await page.keyboard.press("Enter");
        const [from, to] = [await edges(button), await edges(panel)];
        t.true(Math.abs(from.bottom - place) < 2, `${from.bottom} is at ${place}`);
        t.true(opens === "up" ? to.bottom <= from.top : to.top >= from.bottom, opens);
        t.true(to.top >= 56 && to.bottom <= end, `${to.top} to ${to.bottom} of ${end}`);
        await keepPicture(page, `results-menu-${opens}-${look.width}`);
        await page.keyboard.press("Escape");
        await panel.waitFor({ ...WAIT, state: "hidden" });
      }
      await context.close();
    },
  );
