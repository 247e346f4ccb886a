import test from "ava";
import { changedIn, overwrittenBy, rebased } from "../../../console/content/languages/merge.js";

const locale = (code: string, title: string, more: object = {}) => ({
  code,
  title,
  fallback: null as string | null,
  required: false,
  ...more,
});
const [EN, DE, FR, PL] = [
  locale("en", "English"),
  locale("de", "German"),
  locale("fr", "French"),
  locale("pl", "Polish"),
];
const BASE = {
  defaultLocale: "en",
  locales: [EN, DE],
  translation: { brief: "Short", autoTranslateOnPublish: false, model: "auto" },
};
const withBrief = (brief: string) => ({ ...BASE, translation: { ...BASE.translation, brief } });

test("a save of languages sends what was changed and nothing else", (t) => {
  t.deepEqual(changedIn(BASE, BASE), {});
  t.deepEqual(changedIn(BASE, withBrief("Long")), { translation: { brief: "Long" } });
  t.deepEqual(changedIn(BASE, { ...BASE, defaultLocale: "de", locales: [DE, EN, FR] }), {
    defaultLocale: "de",
    locales: [DE, EN, FR],
  });
});

test("what others changed is named where the save would overwrite it, and only there", (t) => {
  const mine = { ...BASE, locales: [EN, DE, FR] };
  const theirs = { ...withBrief("Long"), locales: [{ ...EN, required: true }, PL] };
  t.deepEqual(overwrittenBy(BASE, mine, theirs), [
    "English was changed.",
    "Polish was added.",
    "German was removed.",
  ]);
  t.deepEqual(overwrittenBy(BASE, withBrief("Mine"), theirs), ['The tone of voice says now: "Long".']);
  t.deepEqual(overwrittenBy(BASE, withBrief("Mine"), withBrief("")), ["The tone of voice was removed."]);
  t.deepEqual(overwrittenBy(BASE, withBrief("Mine"), mine), []);
  t.deepEqual(overwrittenBy(BASE, withBrief("Same"), withBrief("Same")), []);
  t.deepEqual(overwrittenBy(BASE, mine, mine), []);
  t.deepEqual(
    overwrittenBy(
      { ...BASE, locales: [EN, DE, FR] },
      { ...mine, defaultLocale: "fr" },
      { ...mine, defaultLocale: "de" },
    ),
    ["German was made the default."],
  );
});

test("both changes are put together by language, and where both changed one the own holds", (t) => {
  const mine = { ...withBrief("Mine"), locales: [{ ...EN, required: true }, DE, FR] };
  const theirs = { ...withBrief("Theirs"), locales: [{ ...EN, title: "British" }, PL] };
  t.deepEqual(rebased(BASE, mine, theirs), {
    ...withBrief("Mine"),
    locales: [{ ...EN, required: true }, PL, FR],
  });
  t.deepEqual(rebased(BASE, BASE, theirs), theirs);
  t.deepEqual(rebased(BASE, mine, BASE), mine);
});

test("a language that the other one removed stays as the default that was just chosen, and is nobody's fallback otherwise", (t) => {
  const alone = { ...BASE, locales: [EN] };
  t.deepEqual(rebased(BASE, { ...BASE, defaultLocale: "de" }, alone), {
    ...BASE,
    defaultLocale: "de",
    locales: [EN, DE],
  });
  const fallsBack = { ...BASE, locales: [EN, DE, { ...FR, fallback: "de" }] };
  t.deepEqual(rebased(BASE, fallsBack, alone).locales, [EN, FR]);
});
