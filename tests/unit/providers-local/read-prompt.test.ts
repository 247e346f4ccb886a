import test from "ava";
import { usedWords } from "../../../plugins/providers/local/canvas/used-words.js";
import { readPrompt } from "../../../plugins/providers/local/canvas/read-prompt.js";
import {
  COLOURS,
  COMPOSITIONS,
  FOCUS,
  MOODS,
  PALETTES,
  SETTINGS,
  SKY,
  STYLES,
} from "../../../plugins/providers/local/canvas/words.js";

test("every word of a style chooses it", (t) => {
  for (const [style, words] of Object.entries(STYLES)) {
    for (const word of words) t.deepEqual([readPrompt(`a cat, ${word}`).style].map(String), [style], word);
  }
});

test("every word of a palette chooses it", (t) => {
  for (const [palette, words] of Object.entries(PALETTES)) {
    for (const word of words) t.deepEqual(readPrompt(`a cat, ${word}`).palettes, [palette], word);
  }
});

test("a palette's word of a mood gives way to one of light, weather or place, wherever it stands", (t) => {
  t.deepEqual(readPrompt("a calm sea at sunset").palettes, ["sunset"]);
  t.deepEqual(readPrompt("a sunset over a calm, quiet sea").palettes, ["sunset"]);
  t.deepEqual(readPrompt("a calm, bright sea").palettes, ["mist"]);
  const known: string[] = Object.values(PALETTES).flat();
  for (const mood of MOODS) t.true(known.includes(mood), mood);
});

test("every word of a place puts the picture there", (t) => {
  for (const [setting, { words }] of Object.entries(SETTINGS)) {
    for (const word of words) {
      const { far, ground, whole } = readPrompt(word);
      t.true(
        [far, ground, whole].some((place) => place === setting),
        word,
      );
    }
  }
});

test("every word of the sky, of a thing, of a composition is heard", (t) => {
  for (const [name, words] of Object.entries(SKY)) {
    for (const word of words)
      t.true(
        readPrompt(`the ${word}`).sky.some((heard) => heard === name),
        word,
      );
  }
  for (const [name, { words }] of Object.entries(FOCUS)) {
    for (const word of words) t.deepEqual([readPrompt(`a ${word}`).focus[0].name].map(String), [name], word);
  }
  for (const [name, words] of Object.entries(COMPOSITIONS)) {
    for (const word of words)
      t.true(
        readPrompt(`cat ${word}`).composition.some((heard) => heard === name),
        word,
      );
  }
});

test("a colour belongs to the thing after it, else to the whole picture", (t) => {
  for (const [name, { words }] of Object.entries(COLOURS)) {
    for (const word of words) {
      t.deepEqual([readPrompt(`a ${word} boat`).focus[0].colour].map(String), [name], word);
      t.deepEqual(readPrompt(`a ${word} sea`).tints, [name], word);
    }
  }
});

test("numbers and plurals repeat a thing", (t) => {
  t.is(readPrompt("a boat").focus[0].count, 1);
  t.is(readPrompt("two foxes").focus[0].count, 2);
  t.is(readPrompt("butterflies").focus[0].count, 3);
  t.is(readPrompt("many people").focus[0].count, 5);
});

test("the phrase after no or without is left out", (t) => {
  t.deepEqual(readPrompt("a lake without a boat").focus, []);
  t.deepEqual(readPrompt("mountains, no clouds, a moon").sky, ["moon"]);
});

test("a place after no is not chosen as a home either", (t) => {
  for (const end of ["", "!", "?", " a", " b", " c", " d", " e"]) {
    t.is(readPrompt(`a robot, no city${end}`).far, null);
  }
});

test("a real place wins over abstract, and a night sky asks for a dark palette", (t) => {
  t.is(readPrompt("abstract mountains").far, "mountain");
  t.is(readPrompt("a cat, abstract background").whole, "abstract");
  t.true(["night", "royal", "cosmic"].includes(readPrompt("two people under the stars").palettes[0]));
  t.deepEqual(readPrompt("pastel moon").palettes, ["pastel"]);
});

test("the more telling word names the kind of a thing", (t) => {
  t.is(readPrompt("a bouquet of red roses").focus[0].word, "rose");
  t.is(readPrompt("portrait of a queen").focus[0].word, "queen");
  t.is(readPrompt("a pirate ship").focus[0].word, "pirate");
});

test("things without a place find a home, places a ground, unknown words an abstract picture", (t) => {
  t.is(readPrompt("a whale").ground, "sea");
  t.is(readPrompt("a rocket").whole, "space");
  t.not(readPrompt("mountains").ground, null);
  t.is(readPrompt("qwertz 漢字").whole, "abstract");
});

test("the seed is read and is no part of the text", (t) => {
  const plan = readPrompt("a cat [seed=42]");
  t.is(plan.seed, 42);
  t.is(plan.hash, readPrompt("a cat").hash);
  t.is(readPrompt("a cat").seed, null);
  t.is(readPrompt("a cat [seed=x]").seed, null);
});

test("case, accents and punctuation do not matter to the words, only to the hash", (t) => {
  const [plain, loud] = [readPrompt("a castle at night"), readPrompt("À CASTLE -- at NIGHT!")];
  t.deepEqual([loud.focus, loud.palettes, loud.sky], [plain.focus, plain.palettes, plain.sky]);
  t.not(loud.hash, plain.hash);
});

test("the words that were used are named, each once and in order; others are not (rules/generation 18)", (t) => {
  t.deepEqual(usedWords("A red fox by the sea, quokkas, a red sea without a boat [seed=7]"), [
    "red",
    "fox",
    "sea",
  ]);
  t.deepEqual(usedWords("zyx qqq 42"), []);
});
