import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import test from "ava";
import { makeWorkFolder, removeLeftFolders } from "../../../../runtime/process/studio/work-folder.js";

const MODULE = join(
  import.meta.dirname,
  `../../../../runtime/process/studio/work-folder${extname(import.meta.filename)}`,
);

/** Starts another process with a work folder in `parent`. */
async function startOther(parent: string) {
  const code = `const { makeWorkFolder } = await import(${JSON.stringify(MODULE)});
    process.stdout.write(await makeWorkFolder(${JSON.stringify(parent)}));
    setInterval(() => {}, 1000);`;
  const flags = process.execArgv.filter((flag) => !flag.startsWith("--inspect"));
  const child = spawn(process.execPath, [...flags, "--input-type=module", "-e", code], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const [said] = (await once(child.stdout, "data")) as [Buffer];
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill("SIGKILL");
    await once(child, "exit");
  };
  return { folder: said.toString(), kill };
}

const makeParent = async (t: { teardown(end: () => Promise<void>): void }) => {
  const parent = await mkdtemp(join(tmpdir(), "kiln-test-"));
  t.teardown(() => rm(parent, { recursive: true, force: true }));
  return parent;
};
const longAgo = new Date(Date.now() - 48 * 3600_000);

test("the work folder of a process that was killed goes at the next start, with what is in it (rules/running 35)", async (t) => {
  const parent = await makeParent(t);
  const other = await startOther(parent);
  t.teardown(other.kill);
  await writeFile(join(other.folder, "input"), "half a film");
  await removeLeftFolders(parent);
  t.true(existsSync(join(other.folder, "input")), "its process lives");
  await other.kill();
  await removeLeftFolders(parent);
  t.false(existsSync(other.folder));
});

test("a folder of a process that lives is never removed, however old it is (rules/running 35)", async (t) => {
  const parent = await makeParent(t);
  const other = await startOther(parent);
  t.teardown(other.kill);
  const own = await makeWorkFolder(parent);
  for (const folder of [own, other.folder]) await utimes(folder, longAgo, longAgo);
  await removeLeftFolders(parent);
  t.deepEqual(
    (await readdir(parent)).toSorted(),
    [own, other.folder].map((path) => basename(path)).toSorted(),
  );
});

test("a process that has the number of a dead one keeps no folder of it", async (t) => {
  const parent = await makeParent(t);
  const own = await makeWorkFolder(parent);
  const [start] = /(?<=-)[0-9]+(?=-[^-]+$)/.exec(own) ?? [];
  t.truthy(start);
  const former = own.replace(`-${start}-`, `-${Number(start) - 1}-`);
  await mkdir(former);
  await removeLeftFolders(parent);
  // The start time of a process is known on Linux only.
  t.is(existsSync(former), process.platform !== "linux");
  t.true(existsSync(own));
});

test("a folder of another machine stays while somebody touches it, and others' folders stay", async (t) => {
  const parent = await makeParent(t);
  const [fresh, stale, foreign] = [
    "kiln-work-abcdef012345-7-1-aaaaaa",
    "kiln-work-abcdef012345-7-1-bbbbbb",
    "work-cccccc",
  ];
  for (const name of [fresh, stale, foreign]) await mkdir(join(parent, name));
  for (const name of [stale, foreign]) await utimes(join(parent, name), longAgo, longAgo);
  await removeLeftFolders(parent);
  t.deepEqual((await readdir(parent)).toSorted(), [fresh, foreign].toSorted());
});
