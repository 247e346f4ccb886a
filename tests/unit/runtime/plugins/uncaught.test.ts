import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { PluginLoader } from "../../../../runtime/plugins/plugin-loader.js";
import { openLoader, stateOf } from "../../../helpers/open-loader.js";

const LEAVES = "leave(new Error('late'));";

/** Returns a function that submits to the version which serves now, and goes on with it when it is replaced. */
function submitterOf({ registry }: PluginLoader): () => Promise<unknown> {
  const provider = registry.get("modelProvider", "a");
  if (provider === undefined) throw new Error("It does not serve.");
  return () => provider.submit({} as never, {} as never);
}
const errorOf = ({ registry }: PluginLoader, name = "a") => registry.find(name)?.error ?? "";

test("a version that serves behind a refused edit is listed with its uncaught errors, and switched off after three (rules/running 41)", async (t) => {
  const { loader, write } = await openLoader(t);
  await write("a.mjs", { name: "a", submits: LEAVES });
  await loader.start();
  const submit = submitterOf(loader);
  await write("a.mjs", { name: "a", version: "2", opens: "throw new Error('no room');" });
  await loader.scan();
  t.is(errorOf(loader), "no room Version 1 keeps serving.");
  await submit();
  await submit();
  t.deepEqual(stateOf(loader), { a: "failed 1" });
  t.is(errorOf(loader), "no room Version 1 keeps serving. Version 1 threw an uncaught error, 2 so far: late");
  await submit();
  t.deepEqual(stateOf(loader), { a: "off 1" });
  t.regex(
    errorOf(loader),
    /^no room Version 1 was switched off after 3 uncaught errors, the last one: late /,
  );
  t.is(loader.registry.get("modelProvider", "a"), undefined);
  await write("a.mjs", { name: "a", version: "3" });
  await loader.scan();
  t.deepEqual(stateOf(loader), { a: "loaded 3" });
  t.is(errorOf(loader), "");
});

test("uncaught errors of a version that was replaced or refused are not counted against the one that serves (rules/running 41)", async (t) => {
  const { loader, write } = await openLoader(t);
  await write("a.mjs", { name: "a", submits: LEAVES });
  await loader.start();
  const submit = submitterOf(loader);
  await submit();
  await submit();
  t.regex(errorOf(loader), /2 so far: late/);
  await write("a.mjs", { name: "a", version: "2" });
  await loader.scan();
  t.is(errorOf(loader), "");
  await submit();
  t.deepEqual(stateOf(loader), { a: "loaded 2" });
  t.is(errorOf(loader), "");
  await write("a.mjs", { name: "a", version: "3", opens: `${LEAVES.repeat(3)} throw new Error('no room');` });
  await loader.scan();
  t.deepEqual(stateOf(loader), { a: "failed 2" });
  t.is(errorOf(loader), "no room Version 2 keeps serving.");
  t.truthy(loader.registry.get("modelProvider", "a"));
});

test("an uncaught error that is recognised by its path alone is that of the version which serves (rules/running 41)", async (t) => {
  const { folder, loader, write } = await openLoader(t);
  await write("a.mjs", { name: "a" });
  await loader.start();
  await write("a.mjs", { name: "a", version: "2", opens: "throw new Error('no room');" });
  await loader.scan();
  const error = new Error("far");
  error.stack = `Error: far\n    at file://${join(folder, "a.mjs")}?v=1:1:1`;
  (globalThis as unknown as { kilnTestLeave(error: Error): void }).kilnTestLeave(error);
  t.regex(errorOf(loader), /Version 1 threw an uncaught error, 1 so far: far/);
});

test("whatever a plugin says, its row in the operator's list stays short (rules/operations 16)", async (t) => {
  const long = "'x'.repeat(3_000_000)";
  const { folder, loader, write } = await openLoader(t);
  await write("a.mjs", { name: "a", submits: `leave(new Error(${long}));` });
  await write("b.mjs", { name: "b", opens: `throw new Error(${long});` });
  await write("c.mjs", { name: "c", opens: `throw ${long};` });
  await write("d.mjs", { name: "d", opens: "throw Object.assign(new Error(), { message: { length: 1 } });" });
  await write("e.mjs", { name: "e", version: "1".repeat(3000) });
  await mkdir(join(folder, "f"));
  await writeFile(join(folder, "f/package.json"), JSON.stringify({ main: "x".repeat(3000) }));
  await loader.start();
  const submit = submitterOf(loader);
  await write("a.mjs", { name: "a", opens: `throw new Error(${long});` });
  await loader.scan();
  for (let left = 3; left > 0; left -= 1) {
    await submit();
    t.true(errorOf(loader).length < 3000);
  }
  t.regex(errorOf(loader), /Edit it or load it again to switch it on\.$/);
  for (const plugin of loader.registry.plugins) {
    t.true(JSON.stringify(plugin).length < 4000, plugin.name);
    t.is(typeof plugin.error, "string", plugin.name);
  }
  t.regex(errorOf(loader, "e.mjs"), /version has more than 100 characters/);
});

test("a version that SERVICES leaves out takes the place of one that it did not (rules/running 8)", async (t) => {
  const { loader, write, folder } = await openLoader(t, [], { only: new Set(["other"]) });
  const mailer = '{ id: "a", async send() {} }';
  await writeFile(
    join(folder, "a.mjs"),
    `export default { name: "a", version: "1", provides: { mailer: ${mailer} } };`,
  );
  await write("other.mjs", { name: "other" });
  await loader.start();
  t.deepEqual(stateOf(loader), { a: "loaded 1", other: "loaded 1" });
  await write("a.mjs", { name: "a", version: "2" });
  await loader.scan();
  t.deepEqual(stateOf(loader), { a: "off 2", other: "loaded 1" });
  t.is(loader.registry.get("mailer", "a"), undefined);
});
