import type { Page } from "playwright-core";
import { WAIT } from "../../tests/helpers/console-site.js";
import { toCompare } from "../../tests/helpers/make-results.js";
import { hold, refuse, type Shown } from "./shown.js";
import type { Studio } from "./studio.js";

const sendTo = (page: Page) => page.getByRole("button", { name: "Send to …" }).first().click(WAIT);

/** Answers with the newest jobs before their results: one of four pictures that runs, one that waits, and one that failed. */
const inStates = (page: Page) =>
  page.route(/\/v1\/generations\?/, async (route) => {
    const response = await route.fetch();
    const { jobs, ...rest } = (await response.json()) as { jobs: { params: object }[] };
    const none = { resultStorageIds: null, costCredits: null, completedAt: null };
    const states = [
      { status: "running", progress: 0.4, numImages: 3 },
      { status: "queued", progress: null, queuePosition: 2, numImages: 1 },
      {
        status: "failed",
        errorMessage: "The provider refused the prompt: it asks for what its rules do not allow.",
        numImages: 1,
      },
    ];
    const changed = jobs.map((job, at) => {
      const state = states[at];
      if (state === undefined) return job;
      const { numImages, ...own } = state;
      const params = { ...job.params, prompt: "A lighthouse by the sea at dawn, oil painting", numImages };
      return { ...job, ...none, ...own, params };
    });
    await route.fulfill({ response, json: { ...rest, jobs: changed } });
  });

/** Returns the pages of generating, and of working with results. */
export const pagesOfGenerate = ({ pictures, films, sounds }: Studio["compared"]): readonly Shown[] => [
  { name: "generate", path: "/app/generate" },
  { name: "generate-new", path: "/app/generate", isNew: true },
  {
    name: "generate-models",
    path: "/app/generate",
    act: (page) => page.locator("button.model").first().click(WAIT),
  },
  { name: "generate-working", path: "/app/generate", before: inStates, isUnready: true },
  {
    name: "generate-menu",
    path: "/app/generate",
    act: (page) => page.locator(".job summary").first().click(WAIT),
  },
  {
    name: "generate-tray",
    path: "/app/generate",
    act: async (page) => {
      for (const at of [1, 3])
        await page.locator(".job").nth(at).getByRole("button", { name: "Compare" }).first().click(WAIT);
    },
  },
  {
    name: "generate-vary",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Vary" }).first().click(WAIT);
      await page.getByText(/^Costs \d/).waitFor(WAIT);
    },
  },
  {
    name: "generate-send",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Send to …" }).first().click(WAIT);
      await page.getByRole("radio", { name: /^New article/ }).waitFor(WAIT);
    },
  },
  {
    name: "generate-send-workflow",
    path: "/app/generate",
    act: async (page) => {
      await page.getByRole("button", { name: "Send to …" }).first().click(WAIT);
      await page.getByText("A workflow", { exact: true }).click(WAIT);
      await page.getByRole("radio", { name: /^Cover of the month/ }).check(WAIT);
      await page.getByLabel("Input", { exact: true }).waitFor(WAIT);
    },
  },
  {
    name: "generate-send-failed",
    path: "/app/generate",
    before: refuse(/\/content\/types/),
    act: sendTo,
    isUnready: true,
  },
  { name: "compare", path: toCompare(...pictures) },
  { name: "compare-slider", path: `${toCompare(...pictures)}&as=slider` },
  { name: "compare-films", path: toCompare(...films) },
  { name: "compare-sounds", path: toCompare(...sounds) },
  { name: "compare-loading", path: toCompare(...pictures), before: hold(/\/v1\/storage\//), isUnready: true },
  {
    name: "compare-deleted",
    path: toCompare(...pictures),
    before: refuse(/\/v1\/storage\//),
    isUnready: true,
  },
  { name: "compare-none", path: "/app/generate/compare" },
];
