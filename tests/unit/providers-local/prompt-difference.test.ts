import test from "ava";
import { ofRings } from "../../helpers/of-rings.js";
import { paintLocal, pixelsOf, shareOfDifferent } from "../../helpers/paint-local.js";

const PROMPTS = [
  "a cat",
  "a dog",
  "a cat.",
  "mountains at sunset",
  "mountains at sunset, calm",
  "a lonely lighthouse by the stormy sea",
  "city at night in neon rain",
  "portrait of a queen in gold",
  "ink drawing of a cat",
  "ink drawing of a dog",
  "blueprint of a rocket",
  "blueprint of a house",
  "watercolour forest in spring",
  "watercolour forest in autumn",
  "abstract",
  "pixel art robot",
  "lorem ipsum dolor",
  "xyzzy",
];

/** Prompts that say nearly the same, which the rings have beside every sixth one. */
const ALIKE = ["a cat", "a dog", "a cat.", "ink drawing of a cat", "ink drawing of a dog"];

test("any two prompts differ in over 30 % of the pixels at the same seed and parameters", async (t) => {
  const pictures: Buffer[] = [];
  const prompts = ofRings(PROMPTS, { each: 6, always: (prompt) => ALIKE.includes(prompt) });
  for (const prompt of prompts)
    pictures.push(await pixelsOf(await paintLocal(`${prompt} [seed=7]`, { aspectRatio: "21:9" })));
  for (const [i, first] of pictures.entries()) {
    for (const [k, second] of pictures.entries()) {
      if (k <= i) continue;
      const share = shareOfDifferent(first, second);
      t.true(share > 0.3, `${prompts[i]} / ${prompts[k]}: ${share}`);
    }
  }
});
