import test from "ava";
import { fingerprint, type Memory, memoryKey } from "../../../services/content/index.js";
import { planLanguage, type SourcedValue, withSource } from "../../../services/translation/plan-language.js";

const value = (
  path: string,
  byLocale: Record<string, unknown>,
  type: "string" | "media" = "string",
): SourcedValue =>
  withSource({ path, field: { name: path, title: path, type, localized: true }, byLocale }, "en");
const remembered = (source: unknown, target: unknown): Memory => ({
  sourceHash: fingerprint(source),
  valueHash: fingerprint(target),
});

const VALUES = [
  value("empty", { en: "One" }),
  value("fresh", { en: "Two", de: "Zwei" }),
  value("stale", { en: "Three, changed", de: "Drei" }),
  value("hand", { en: "Four", de: "Vier von Hand" }),
  value("nothing", { de: "Alt" }),
  value("picture", { en: { storageId: "x" } }, "media"),
];
const MEMORIES = new Map([
  [memoryKey("fresh", "de"), remembered("Two", "Zwei")],
  [memoryKey("stale", "de"), remembered("Three", "Drei")],
  [memoryKey("hand", "de"), remembered("Four", "Vier")],
]);
const plan = (mode: "missing" | "outdated" | "all") => {
  const { wanted, skipped } = planLanguage(VALUES, {
    locale: "de",
    mode,
    memories: MEMORIES,
  });
  return {
    wanted: wanted.map(({ path }) => path),
    skipped: Object.fromEntries(skipped.map((s) => [s.path, s.reason])),
  };
};

test("missing fills what is empty only (rules/translation 1)", (t) => {
  t.deepEqual(plan("missing"), {
    wanted: ["empty"],
    skipped: { fresh: "filled", stale: "filled", hand: "filled", nothing: "no_source", picture: "media" },
  });
});

test("outdated adds machine translations whose source changed, never a hand's (rules/translation 1 and 2)", (t) => {
  t.deepEqual(plan("outdated"), {
    wanted: ["empty", "stale"],
    skipped: { fresh: "up_to_date", hand: "edited_by_hand", nothing: "no_source", picture: "media" },
  });
});

test("all translates everything that has a source, hand translations included (rules/translation 1)", (t) => {
  t.deepEqual(plan("all"), {
    wanted: ["empty", "fresh", "stale", "hand"],
    skipped: { nothing: "no_source", picture: "media" },
  });
});
