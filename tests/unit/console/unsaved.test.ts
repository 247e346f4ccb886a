import { readFileSync } from "node:fs";
import { glob } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import {
  hasUnsaved,
  hold,
  isLeavingAsked,
  mayLeave,
  openQuestion,
  whenAsked,
} from "../../../console/unsaved.js";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";

const QUESTION = { title: "Not saved" };

test.serial(
  "a page without unsaved work is left without a question, and so is one with half an address in it",
  async (t) => {
    t.teardown(hold({ isDirty: () => false, question: QUESTION }));
    t.false(hasUnsaved());
    t.teardown(hold({ isDirty: () => true }));
    t.true(hasUnsaved());
    t.false(isLeavingAsked());
    t.true(await mayLeave());
    t.is(openQuestion(), null);
  },
);

test.serial(
  "what can be sent is sent before the page is left; only what is left is asked about (rules/console 16)",
  async (t) => {
    let text = "one";
    let isAway = false;
    const send = async () => {
      if (!isAway) text = "";
      return !isAway;
    };
    t.teardown(hold({ isDirty: () => text !== "", send, question: QUESTION }));
    t.true(await mayLeave());
    t.is(text, "");
    text = "two";
    isAway = true;
    for (const isLeft of [false, true]) {
      const leaving = mayLeave();
      await new Promise<void>((resolve) => t.teardown(whenAsked(resolve)));
      t.is(openQuestion()?.question, QUESTION);
      openQuestion()?.answer(isLeft);
      t.is(await leaving, isLeft);
      t.is(openQuestion(), null);
    }
  },
);

test.serial("a second way out takes over the question, and the first one stays", async (t) => {
  t.teardown(hold({ isDirty: () => true, question: QUESTION }));
  const [first, second] = [mayLeave(), mayLeave()];
  t.false(await first);
  openQuestion()?.answer(true);
  t.true(await second);
});

/** Forms that hold nothing typed, or keep it in the tab. */
const KEEPS_NOTHING: Readonly<Record<string, string>> = {
  "account/credits/top-up.tsx": "an amount of money with a default",
  "account/projects/ending.tsx": "the name of the project, typed to confirm",
  "content/editor/rich-text/toolbar.tsx": "the address of a link, within the editor of a document",
  "content/languages/form.tsx": "use-form.ts holds it",
  "generate/form.tsx": "draft.ts keeps it in the tab, generate-media.tsx holds it",
  "send/send-form.tsx": "choices from lists",
};

test("each form of the console tells what it has that is not saved (rules/console 5)", async (t) => {
  const root = join(PACKAGE_ROOT, "console");
  const silent: string[] = [];
  for await (const file of glob("**/*.tsx", { cwd: root, exclude: ["dist/**"] })) {
    const source = readFileSync(join(root, file), "utf8");
    if (source.includes("onSubmit=") && !source.includes("useUnsaved(")) silent.push(file);
  }
  t.deepEqual(silent.sort(), Object.keys(KEEPS_NOTHING));
});
