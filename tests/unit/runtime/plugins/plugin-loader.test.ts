import { rename, rm } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import type { PluginDefinition } from "../../../../plugins/kit/define-plugin.js";
import { events, openLoader as open, stateOf } from "../../../helpers/open-loader.js";
import { until } from "../../../helpers/until.js";

const since = (from: number) => events.slice(from);

test.serial(
  "a reload waits for the scan, and the next scan for the reload (rules/operations 2)",
  async (t) => {
    const { loader, write } = await open(t);
    const opens = "events.push('begins'); await wait(20); events.push('begun');";
    const from = events.length;
    await write("a.mjs", { name: "a", opens });
    await loader.start();
    await write("a.mjs", { name: "a", version: "2", opens });
    await Promise.all([loader.scan(), loader.reload("a"), loader.reload("a"), loader.scan()]);
    const opened = since(from).filter((event) => event.startsWith("beg"));
    t.deepEqual(opened, Array.from({ length: 4 }, () => ["begins", "begun"]).flat());
    t.deepEqual(stateOf(loader), { a: "loaded 2" });
    t.false(await loader.reload("nobody"));
  },
);

test.serial(
  "a replaced version closes after its last call, a removed one and the end of the process too (rules/operations 2)",
  async (t) => {
    const { folder, loader, write } = await open(t);
    const from = events.length;
    await write("a.mjs", { name: "a" });
    const registry = await loader.start();
    const call = registry.get("modelProvider", "a")?.submit({} as never, {} as never);
    await write("a.mjs", { name: "a", version: "2" });
    await loader.scan();
    t.deepEqual(since(from), []);
    await call;
    await new Promise((resolve) => setImmediate(resolve));
    t.deepEqual(since(from), ["a 1 ends", "a 1 closes"]);
    await rm(join(folder, "a.mjs"));
    await loader.scan();
    await new Promise((resolve) => setImmediate(resolve));
    t.deepEqual(since(from).slice(2), ["a 2 closes"]);
    await write("b.mjs", { name: "b" });
    await loader.scan();
    await loader.close();
    t.deepEqual(since(from).slice(3), ["b 1 closes"]);
  },
);

test.serial("a version that is refused closes what it has opened (rules/operations 2)", async (t) => {
  const { loader, write } = await open(t);
  const from = events.length;
  await write("a.mjs", { name: "a", provider: "same" });
  await write("b.mjs", { name: "b", provider: "same" });
  await loader.start();
  t.deepEqual(stateOf(loader), { a: "loaded 1", b: "failed " });
  t.deepEqual(since(from), ["b 1 closes"]);
});

test.serial(
  "a version whose models cannot be claimed while the database is away closes, and is tried again until it serves (rules/operations 2)",
  async (t) => {
    let isAway = true;
    const claim = async () => {
      if (isAway) throw new Error("The database is away.");
      return null;
    };
    const { loader, write } = await open(t, [], { claims: () => ({ claim }) });
    const from = events.length;
    await write("a.mjs", { name: "a" });
    await loader.start();
    t.deepEqual(since(from), ["a 1 closes"]);
    t.deepEqual(stateOf(loader), { a: "failed " });
    t.regex(loader.registry.find("a")?.error ?? "", /models of a .*: The database is away\./);
    isAway = false;
    await loader.scan();
    t.deepEqual(stateOf(loader), { a: "loaded 1" });
  },
);

test.serial(
  "a plugin that needs another one starts when that is there, whatever their order (rules/operations 2)",
  async (t) => {
    const { loader, write } = await open(t);
    await write("a.mjs", { name: "a", requires: ["b", "c"] });
    await write("b.mjs", { name: "b", requires: ["c"] });
    await loader.start();
    t.deepEqual(stateOf(loader), { a: "failed ", b: "failed " });
    t.regex(loader.registry.find("a")?.error ?? "", /needs the plugin b/);
    await write("c.mjs", { name: "c" });
    await loader.scan();
    t.deepEqual(stateOf(loader), { a: "loaded 1", b: "loaded 1", c: "loaded 1" });
  },
);

test.serial(
  "a plugin keeps serving when its file is renamed, and takes its drivers along to another name (rules/operations 2)",
  async (t) => {
    const { folder, loader, write } = await open(t);
    await write("z.mjs", { name: "a", provider: "p" });
    const registry = await loader.start();
    await rename(join(folder, "z.mjs"), join(folder, "y.mjs"));
    await loader.scan();
    t.deepEqual(stateOf(loader), { a: "loaded 1" });
    await write("y.mjs", { name: "b", version: "2", provider: "p" });
    await loader.scan();
    t.deepEqual(stateOf(loader), { b: "loaded 2" });
    t.truthy(registry.get("modelProvider", "p"));
    // A new version has another name and does not start.
    await write("y.mjs", { name: "c", version: "3", opens: "throw new Error('broken');" });
    await loader.scan();
    t.deepEqual(stateOf(loader), { b: "failed 2" });
    t.truthy(registry.get("modelProvider", "p"));
  },
);

test.serial(
  "a plugin cannot take the name of another one, or of one that is built in (rules/operations 1)",
  async (t) => {
    const builtIn: PluginDefinition = { name: "ours", version: "1", provides: {} };
    const { folder, loader, write } = await open(t, [builtIn]);
    await write("a.mjs", { name: "a" });
    await write("b.mjs", { name: "a", version: "2" });
    await write("c.mjs", { name: "ours", version: "3" });
    await loader.start();
    t.deepEqual(stateOf(loader), { a: "loaded 1", "b.mjs": "failed ", "c.mjs": "failed ", ours: "off 1" });
    t.regex(loader.registry.find("b.mjs")?.error ?? "", /a\.mjs is called a already/);
    await rm(join(folder, "b.mjs"));
    await rm(join(folder, "c.mjs"));
    await loader.scan();
    t.deepEqual(stateOf(loader), { a: "loaded 1", ours: "off 1" });
  },
);

test.serial(
  "a built-in plugin that was switched off is switched on by loading it again (rules/operations 2)",
  async (t) => {
    let opened = 0;
    const ours: PluginDefinition = {
      name: "ours",
      version: "1",
      provides: {
        modelProvider: () => {
          opened += 1;
          return {
            id: "ours",
            models: [],
            resubmit: "once",
            submit: async () => ({ state: "succeeded", outputs: [] }),
          };
        },
      },
    };
    const { loader } = await open(t, [ours]);
    await loader.start();
    loader.registry.switchOff("ours", "three errors");
    t.is(loader.registry.get("modelProvider", "ours"), undefined);
    t.true(await loader.reload("ours"));
    t.deepEqual(loader.registry.find("ours"), {
      name: "ours",
      version: "1",
      file: "built in",
      status: "loaded",
      error: null,
    });
    t.truthy(loader.registry.get("modelProvider", "ours"));
    t.is(opened, 2);
  },
);

test.serial(
  "a built-in plugin that fails at the start is listed by its name with the error, and loaded again by it (rules/operations 1)",
  async (t) => {
    const faults = new Set(["upstream", "store"]);
    const withProvider = (name: string): PluginDefinition => ({
      name,
      version: "1",
      provides: {
        modelProvider: () => {
          if (faults.has(name)) throw new Error(`${name} is away.`);
          return {
            id: name,
            models: [],
            resubmit: "once",
            submit: async () => ({ state: "succeeded", outputs: [] }),
          };
        },
      },
    });
    const unreadable: PluginDefinition = { ...withProvider("unreadable"), version: "" };
    const { loader } = await open(t, [withProvider("upstream"), withProvider("store"), unreadable]);
    await loader.start();
    const failed = { version: "", file: "built in", status: "failed" };
    t.deepEqual(loader.registry.plugins, [
      { ...failed, name: "upstream", error: "upstream is away." },
      { ...failed, name: "store", error: "store is away." },
      { ...failed, name: "unreadable", error: "It has no version." },
    ]);
    faults.clear();
    unreadable.version = "2";
    for (const name of ["upstream", "store", "unreadable"]) t.true(await loader.reload(name), name);
    t.deepEqual(stateOf(loader), { upstream: "loaded 1", store: "loaded 1", unreadable: "loaded 2" });
    t.false(await loader.reload("built in"));
  },
);

test.serial("a plugin that never starts keeps no other one from starting (rules/operations 2)", async (t) => {
  const { loader, write } = await open(t);
  const from = events.length;
  await write("a.mjs", { name: "a", top: "await new Promise(() => setInterval(() => {}, 1e6).unref());" });
  await write("b.mjs", { name: "b", opens: "await wait(500);" });
  await write("c.mjs", { name: "c" });
  await loader.start();
  t.deepEqual(stateOf(loader), { "a.mjs": "failed ", b: "failed ", c: "loaded 1" });
  t.regex(loader.registry.find("b")?.error ?? "", /did not start within 0\.3 s/);
  await until(async () => since(from).length > 0);
  t.deepEqual(since(from), ["b 1 closes"], "what came too late is closed");
});
