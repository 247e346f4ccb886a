import { mkdir, mkdtemp, rename, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import test, { type ExecutionContext } from "ava";
import { PluginFolder } from "../../../../runtime/plugins/plugin-files.js";

async function makeFolder(t: ExecutionContext): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "kiln-plugins-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

const namesOf = async (folder: PluginFolder) => (await folder.look()).files.map(({ entry }) => entry);
const hashesOf = async (folder: PluginFolder) => (await folder.look()).files.map(({ hash }) => hash);

test("files and folders with an index are plugins, nothing else is", async (t) => {
  const path = await makeFolder(t);
  await writeFile(join(path, "one.mjs"), "");
  await writeFile(join(path, "read.me"), "");
  await writeFile(join(path, ".hidden.mjs"), "");
  for (const folder of ["two", "empty", "node_modules"]) await mkdir(join(path, folder));
  await writeFile(join(path, "two", "index.js"), "");
  await symlink(join(path, "nowhere"), join(path, "broken.mjs"));
  const { files, unsettled } = await new PluginFolder(path).look();
  t.deepEqual(
    files.map(({ entry }) => entry),
    ["one.mjs", "two"],
  );
  t.deepEqual(unsettled, []);
  t.deepEqual(await namesOf(new PluginFolder(join(path, "missing"))), []);
});

test("a change of any byte changes the version, also when size and time stay the same", async (t) => {
  const path = await makeFolder(t);
  await mkdir(join(path, "a", "parts"), { recursive: true });
  await writeFile(join(path, "a", "index.mjs"), "1");
  await writeFile(join(path, "a", "parts", "b.mjs"), "1");
  const folder = new PluginFolder(path);
  const seen = new Set(await hashesOf(folder));
  const old = new Date("2026-01-01");
  for (const text of ["2", "3", "4"]) {
    await writeFile(join(path, "a", "parts", "b.mjs"), text);
    await utimes(join(path, "a", "parts", "b.mjs"), old, old);
    const [hash = ""] = await hashesOf(folder);
    t.false(seen.has(hash), text);
    t.deepEqual(await hashesOf(folder), [hash]);
    seen.add(hash);
  }
  await writeFile(join(path, "a", "parts", "b.mjs"), "1");
  t.true(seen.has((await hashesOf(folder))[0] ?? ""), "the same bytes are the same version");
});

test("links lead to what the module loader reads", async (t) => {
  const path = await makeFolder(t);
  const elsewhere = await makeFolder(t);
  await writeFile(join(elsewhere, "index.mjs"), "1");
  // The link is like one of a mounted configuration, whose target is exchanged in one step.
  await symlink(elsewhere, join(path, "linked"));
  await symlink(elsewhere, join(elsewhere, "loop"));
  const folder = new PluginFolder(path);
  const { files } = await folder.look();
  t.is(files[0]?.root, `${elsewhere}/`);
  t.is(files[0]?.file, join(elsewhere, "index.mjs"));
  await writeFile(join(elsewhere, "new.mjs"), "2");
  await rename(join(elsewhere, "new.mjs"), join(elsewhere, "index.mjs"));
  t.not((await hashesOf(folder))[0], files[0]?.hash);
});
