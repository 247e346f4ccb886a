import { mkdir, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import type { PluginDefinition } from "../../../../plugins/kit/define-plugin.js";
import type { ClaimWish } from "../../../../runtime/plugins/model-claims.js";
import type { PluginLoaderOptions } from "../../../../runtime/plugins/plugin-loader.js";
import { events, openLoader, stateOf } from "../../../helpers/open-loader.js";

const ours: PluginDefinition = {
  name: "ours",
  version: "1",
  provides: {
    modelProvider: () => ({
      id: "ours",
      models: [],
      resubmit: "once",
      submit: async () => ({ state: "succeeded", outputs: [] }),
      close: async () => void events.push("ours closes"),
    }),
  },
};

/** Opens a loader beside the built-in plugin `ours`, and looks whether that one serves on. */
async function openBesideOurs(t: ExecutionContext, options: Pick<PluginLoaderOptions, "claims"> = {}) {
  const opened = await openLoader(t, [ours], options);
  const { loader } = opened;
  const from = events.length;
  await loader.start();
  const remains = async (rest: Record<string, string>, message: string) => {
    await loader.scan();
    await new Promise((resolve) => setImmediate(resolve));
    t.deepEqual(stateOf(loader), { ours: "loaded 1", ...rest }, message);
    t.truthy(loader.registry.get("modelProvider", "ours"), message);
    t.deepEqual(
      events.slice(from).filter((event) => event.startsWith("ours")),
      [],
      message,
    );
  };
  return { ...opened, remains };
}

test.serial(
  "a folder or a file with the name of another plugin takes nothing from it, and is listed beside it (rules/operations 15)",
  async (t) => {
    const { folder, remains } = await openBesideOurs(t);
    const path = join(folder, "ours");
    await mkdir(path);
    await remains({ "ours/": "failed " }, "an empty folder");
    await writeFile(join(path, "index.js"), 'import "./missing.js";');
    await remains({ "ours/": "failed " }, "an import that fails");
    await rm(path, { recursive: true });
    await remains({}, "the folder is gone");
    await writeFile(path, "no ending");
    await remains({ "./ours": "failed " }, "a file without an ending");
    await rm(path);
    await remains({}, "the file is gone");
  },
);

test.serial(
  "a folder that is repaired as another plugin replaces only what it was itself (rules/operations 15)",
  async (t) => {
    const wishes: ClaimWish[] = [];
    const claim = async (wish: ClaimWish) => {
      wishes.push(wish);
      return null;
    };
    const { folder, loader, write, remains } = await openBesideOurs(t, { claims: () => ({ claim }) });
    await mkdir(join(folder, "ours"));
    await writeFile(join(folder, "ours/index.mjs"), 'import "./missing.js";');
    await remains({ "ours/": "failed " }, "an import that fails");
    await write("ours/index.mjs", { name: "mine" });
    await remains({ mine: "loaded 1" }, "repaired as mine");
    t.deepEqual(wishes.at(-1)?.former, []);
    t.true(await loader.reload("mine"));
    await rm(join(folder, "ours"), { recursive: true });
    await remains({}, "the folder is gone");
  },
);

test.serial(
  "an uncaught error of a folder that has no plugin yet is not that of its namesake (rules/operations 15)",
  async (t) => {
    const { folder, write, remains } = await openBesideOurs(t);
    await mkdir(join(folder, "ours"));
    const top = "for (let left = 3; left > 0; left -= 1) globalThis.kilnTestLeave(new Error('early'));";
    await write("ours/index.mjs", { name: "mine", top: `${top} throw new Error('broken');` });
    await remains({ "ours/": "failed " }, "the module threw");
  },
);

test.serial(
  "a plugin whose folder loses its entry point goes, and the folder is listed with the reason until it comes back (rules/operations 1)",
  async (t) => {
    const { folder, loader, write } = await openLoader(t);
    await mkdir(join(folder, "foo"));
    await write("foo/index.mjs", { name: "foo" });
    await loader.start();
    t.deepEqual(stateOf(loader), { foo: "loaded 1" });
    await rm(join(folder, "foo/index.mjs"));
    await loader.scan();
    t.deepEqual(stateOf(loader), { foo: "failed " });
    t.regex(loader.registry.find("foo/")?.error ?? "", /no entry point/);
    await write("foo/index.mjs", { name: "foo", version: "2" });
    await loader.scan();
    t.deepEqual(stateOf(loader), { foo: "loaded 2" });
  },
);

test.serial(
  "a folder that has no plugin's name yet is loaded again by its own name, and SERVICES may name it (rules/operations 2)",
  async (t) => {
    const { folder, loader } = await openLoader(t, [], { only: new Set(["broken"]) });
    await mkdir(join(folder, "broken"));
    const loads = "globalThis.kilnTestEvents.push('loads'); throw new Error('broken');";
    await writeFile(join(folder, "broken/index.mjs"), loads);
    const from = events.length;
    await loader.start();
    t.true(await loader.reload("broken"));
    t.true(await loader.reload("broken/"));
    t.deepEqual(events.slice(from), ["loads", "loads", "loads"]);
    t.deepEqual(stateOf(loader), { broken: "failed " });
  },
);
