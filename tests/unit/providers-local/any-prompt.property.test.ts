import test from "ava";
import * as fc from "fast-check";
import { makePalette } from "../../../plugins/providers/local/canvas/palette.js";
import { readPrompt } from "../../../plugins/providers/local/canvas/read-prompt.js";
import { composeScene } from "../../../plugins/providers/local/canvas/scene/compose-scene.js";
import { Chance } from "../../../plugins/providers/local/canvas/seed.js";
import { SvgPage, drawScene } from "../../../plugins/providers/local/canvas/style/svg-page.js";
import { FOCUS, SETTINGS, SKY } from "../../../plugins/providers/local/canvas/words.js";
import { paintLocal } from "../../helpers/paint-local.js";

const numRuns = Number(process.env["KILN_RUNS"] ?? 100);
const words = [
  ...[SETTINGS, FOCUS].flatMap((table) => Object.values(table).flatMap((entry) => entry.words)),
  ...Object.values(SKY).flat(),
  '<script>alert("x")</script>',
  "&amp;",
  "]]>",
  "__proto__",
  "constructor",
  "toString",
  "🦊",
  "\u0000",
  "\ud800",
];
const prompts = fc.oneof(
  fc.string({ unit: "binary", maxLength: 200 }),
  fc
    .array(fc.oneof(fc.constantFrom(...words), fc.string({ maxLength: 12 })), { maxLength: 12 })
    .map((parts) => parts.join(" ")),
);

test("any prompt is read to a plan, the same one each time", (t) => {
  fc.assert(
    fc.property(prompts, (prompt) => {
      const plan = readPrompt(prompt);
      t.deepEqual(readPrompt(prompt), plan);
      t.true(plan.focus.length <= 3 && plan.palettes.length > 0);
      t.not(plan.whole === null, plan.ground === null && plan.far === null);
    }),
    { numRuns },
  );
});

test("any prompt gives an SVG of numbers, colours and our own elements only", (t) => {
  fc.assert(
    fc.property(prompts, fc.integer({ min: 0, max: 2 ** 32 - 1 }), (prompt, seed) => {
      const plan = readPrompt(prompt);
      const palette = makePalette({ name: plan.palettes[0], tints: plan.tints }, new Chance(plan.hash));
      const scene = composeScene(
        plan,
        { width: 1000, height: 560, panels: "none" },
        palette,
        new Chance(seed),
      );
      const page = new SvgPage();
      drawScene(page, scene);
      const svg = page.toString(scene, 1024, 576);
      t.notRegex(svg, /NaN|undefined|Infinity|script|href/u);
      const paths = scene.layers.flatMap(({ shapes }) => shapes.map(({ path }) => path));
      t.deepEqual(
        paths.filter((path) => !/^[MmLlHhVvCcQqAaZz0-9eE.,\s-]*$/u.test(path)),
        [],
      );
    }),
    { numRuns },
  );
});

test("markup, emoji and control characters in a prompt still make a picture", async (t) => {
  for (const prompt of ['</svg><image href="file:///etc/passwd"/>', "🦊🌊 \u0000 & < > \" '", "\ud800"]) {
    t.is((await paintLocal(prompt, { aspectRatio: "21:9" })).subarray(1, 4).toString("latin1"), "PNG");
  }
});
