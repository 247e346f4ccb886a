import { readFile } from "node:fs/promises";
import test from "ava";
import { FAILURES } from "../../../plugins/kit/provider-error.js";

const root = new URL("../../../../", import.meta.url);
const read = (path: string) => readFile(new URL(path, root), "utf8");

test("docs/plugins.md shows the example provider word for word", async (t) => {
  const [doc, example] = await Promise.all([
    read("docs/plugins.md"),
    read("examples/plugins/hello-provider.mjs"),
  ]);
  const [, shown] = /```js\n(\/\/ @ts-check\n[\s\S]*?)```/.exec(doc) ?? [];
  t.is(shown, example);
});

test("docs/plugins.md lists each class of failure with its default, and no other (rules/models 25)", async (t) => {
  const doc = await read("docs/plugins.md");
  const rows = [...doc.matchAll(/^\| `([a-z_]+)` +\| (yes|no) +\|/gm)].map(([, name, retryable]) => [
    name,
    retryable,
  ]);
  t.deepEqual(
    rows,
    Object.entries(FAILURES).map(([name, { retryable }]) => [name, retryable ? "yes" : "no"]),
  );
});
