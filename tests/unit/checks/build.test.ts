import { execFile } from "node:child_process";
import { cp, mkdir, mkdtemp, readFile, rm, stat, symlink, writeFile } from "node:fs/promises";
import { readdirSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import test, { type ExecutionContext } from "ava";

const REPOSITORY = fileURLToPath(new URL("../../../../", import.meta.url));

/**
 * Makes a small project that is built as this one is. Returns its folder, and a function that builds it and returns the exit
 * code.
 */
async function makeProject(t: ExecutionContext) {
  const folder = await mkdtemp(join(tmpdir(), "kiln-build-"));
  t.teardown(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "checks"));
  await cp(join(REPOSITORY, "checks/build.mjs"), join(folder, "checks/build.mjs"));
  await symlink(join(REPOSITORY, "node_modules"), join(folder, "node_modules"));
  const compilerOptions = {
    rootDir: ".",
    outDir: "dist",
    types: [],
    module: "nodenext",
    target: "es2024",
    // To check the declarations of a browser and of the language takes most of a compilation.
    lib: ["es2024"],
    skipLibCheck: true,
  };
  await writeFile(join(folder, "tsconfig.json"), JSON.stringify({ compilerOptions, include: ["*.ts"] }));
  await writeFile(join(folder, "main.ts"), "export const value = 1;\n");
  const build = () =>
    new Promise<number>((resolve) => {
      execFile(process.execPath, [join(folder, "checks/build.mjs")], (error) =>
        resolve(Number(error?.code ?? 0)),
      );
    });
  return { folder, build, made: () => readFile(join(folder, "dist/main.js"), "utf8") };
}

const inode = async (folder: string) => (await stat(join(folder, "dist"))).ino;
const folders = (folder: string) => readdirSync(folder).filter((name) => name.includes("dist"));

test("a build makes what the sources say, without what they said before, and nothing where it is there", async (t) => {
  const { folder, build, made } = await makeProject(t);
  await writeFile(join(folder, "gone.ts"), "export const value = 1;\n");
  t.is(await build(), 0);
  const first = await inode(folder);
  t.is(await build(), 0);
  t.is(await inode(folder), first);
  await rm(join(folder, "gone.ts"));
  await writeFile(join(folder, "main.ts"), "export const value = 22;\n");
  t.is(await build(), 0);
  t.regex(await made(), /value = 22/);
  await t.throwsAsync(stat(join(folder, "dist/gone.js")), { code: "ENOENT" });
  t.deepEqual(folders(folder), ["dist"]);
});

test("builds at the same time all end well, and leave one whole dist", async (t) => {
  const { folder, build, made } = await makeProject(t);
  for (let round = 0; round < 2; round++) {
    await writeFile(join(folder, "main.ts"), `export const value = ${10 ** round};\n`);
    t.deepEqual(await Promise.all([build(), build(), build()]), [0, 0, 0]);
    t.regex(await made(), new RegExp(`value = ${10 ** round};`));
  }
  t.deepEqual(folders(folder), ["dist"]);
});

test("builds of different sources at the same time end, and so does one after a build that was broken off", async (t) => {
  const { folder, build, made } = await makeProject(t);
  // No process has this id.
  await mkdir(join(folder, ".dist-99999999"));
  const builds: Promise<number>[] = [];
  for (let value = 1; value <= 4; value++) {
    await writeFile(join(folder, "main.ts"), `export const value = ${10 ** value};\n`);
    builds.push(build());
    await new Promise((resolve) => setTimeout(resolve, 150));
  }
  t.deepEqual(await Promise.all(builds), [0, 0, 0, 0]);
  t.is(await build(), 0);
  t.regex(await made(), /value = 10000;/);
  t.deepEqual(folders(folder), ["dist"]);
});

test("sources that do not compile fail, and leave what was made before", async (t) => {
  const { folder, build, made } = await makeProject(t);
  t.is(await build(), 0);
  await writeFile(join(folder, "main.ts"), 'export const value: number = "";\n');
  t.is(await build(), 1);
  t.regex(await made(), /value = 1/);
  t.deepEqual(folders(folder), ["dist"]);
});
