import { readFile } from "node:fs/promises";
import test from "ava";
import {
  COLOURS,
  COMPOSITIONS,
  DEFAULT_STYLES,
  FOCUS,
  MOODS as MOOD_WORDS,
  NEGATIONS,
  PALETTES,
  SETTINGS,
  SKY,
  STYLES,
} from "../../../plugins/providers/local/canvas/words.js";
import { EFFECTS } from "../../../plugins/providers/local/sound/effects.js";
import { MOVES } from "../../../plugins/providers/local/motion/camera.js";
import { MOODS } from "../../../plugins/providers/local/sound/make-music.js";
import { LOCAL_CANVAS } from "../../../plugins/providers/local/models.js";

/** Returns the rows of the table below a heading: the first cell without backticks, and the last one. */
async function tableOf(heading: string): Promise<Record<string, string[]>> {
  const text = await readFile("docs/local-provider.md", "utf8");
  const section = text.split(`### ${heading}\n`)[1].split("\n#")[0];
  const rows = section.split("\n").filter((line) => line.startsWith("| `"));
  return Object.fromEntries(
    rows.map((row) => {
      const cells = row.split("|").map((cell) => cell.trim());
      return [cells[1].replaceAll("`", ""), cells[cells.length - 2].split(", ")];
    }),
  );
}

const plain = (table: object): unknown => JSON.parse(JSON.stringify(table));
const wordsOf = (table: Readonly<Record<string, { words: readonly string[] }>>): unknown =>
  plain(Object.fromEntries(Object.entries(table).map(([name, { words }]) => [name, words])));

test("docs/local-provider.md lists exactly the words that the canvas knows (rules/models 33)", async (t) => {
  t.deepEqual(await tableOf("Styles"), plain(STYLES) as never);
  t.deepEqual(await tableOf("Palettes"), plain(PALETTES) as never);
  t.deepEqual(await tableOf("Colours"), wordsOf(COLOURS) as never);
  t.deepEqual(await tableOf("Places"), wordsOf(SETTINGS) as never);
  t.deepEqual(await tableOf("Sky and weather"), plain(SKY) as never);
  t.deepEqual(await tableOf("Things"), wordsOf(FOCUS) as never);
  t.deepEqual(await tableOf("Composition"), plain(COMPOSITIONS) as never);
});

test("docs/local-provider.md lists exactly the words that music and sounds know (rules/models 33)", async (t) => {
  t.deepEqual(await tableOf("Moods"), wordsOf(MOODS) as never);
  t.deepEqual(await tableOf("Sounds"), wordsOf(EFFECTS) as never);
});

test("docs/local-provider.md lists exactly the camera moves (rules/models 33)", async (t) => {
  t.deepEqual(await tableOf("Camera moves"), plain(MOVES) as never);
});

test("docs/local-provider.md names the ratios, the default styles and the negations (rules/models 33)", async (t) => {
  const text = await readFile("docs/local-provider.md", "utf8");
  const { capabilities } = LOCAL_CANVAS;
  if (capabilities.kind === "image") t.true(text.includes(capabilities.aspectRatios.join(", ")));
  t.true(text.includes(MOOD_WORDS.join(", ")));
  for (const word of [...DEFAULT_STYLES, ...NEGATIONS]) t.true(text.includes(`\`${word}\``), word);
});
