import { cp, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import test from "ava";
import sharp from "sharp";
import { PACKAGE_ROOT } from "../../../runtime/process/package-root.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

// The folder of a third party's provider is picked up, edited and removed at run time, and no request is dropped.

const EXAMPLE = join(PACKAGE_ROOT, "examples/plugins/gradient-provider");
const SIDE_BY_SIDE = 3;

let kiln: Kiln;
let person: Person;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_CREDITS: "100000" });
  person = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

const folder = () => join(kiln.host.config.pluginsDir, "gradient");
const nameNow = async (): Promise<string | undefined> =>
  (await person.api.get("/v1/models")).body.models.find(({ id }: { id: string }) => id === "gradient-image")
    ?.displayName;

/** Edits a file of the folder as editors do: they rename another file over it. */
async function edit(name: string, change: (text: string) => string): Promise<void> {
  const path = join(folder(), name);
  const before = await readFile(path, "utf8");
  const after = change(before);
  if (after === before) throw new Error(`${name} is not what this test was written for.`);
  await writeFile(`${path}.tmp`, after);
  await rename(`${path}.tmp`, path);
}

/** Orders jobs all the time, and keeps each answer that has no job. */
function orderAlways(): { jobs: string[]; others: string[]; end(): Promise<void> } {
  const jobs: string[] = [];
  const others: string[] = [];
  const ending = new AbortController();
  const work = async (_: unknown, line: number): Promise<void> => {
    for (let turn = 0; !ending.signal.aborted; turn += 1) {
      const { status, body } = await person.api.post("/v1/generations", {
        model: "gradient-image",
        params: { kind: "image", prompt: `line ${line}, turn ${turn}`, aspectRatio: "1:1", numImages: 1 },
      });
      if (status === 200) jobs.push(body.job.id);
      else others.push(`${status} ${body.error?.code}`);
      await sleep(25);
    }
  };
  const all = Promise.all(Array.from({ length: SIDE_BY_SIDE }, work));
  const end = async () => {
    ending.abort();
    await all;
  };
  return { jobs, others, end };
}

test.serial(
  "the example's folder is put there, edited, removed and put back under load: no request is dropped (rules/operations 2)",
  async (t) => {
    await cp(EXAMPLE, folder(), { recursive: true });
    await until(async () => (await nameNow())?.startsWith("Gradient"));
    const load = orderAlways();
    const more = async (): Promise<void> => {
      const goal = load.jobs.length + 2 * SIDE_BY_SIDE;
      await until(async () => load.jobs.length >= goal);
    };
    await more();

    await edit("index.mjs", (text) =>
      text.replace("[256, 256]", "[128, 128]").replace("Gradient (two", "Edited (two"),
    );
    await until(async () => (await nameNow())?.startsWith("Edited"));
    await more();
    await edit("png.mjs", (text) => `${text}\nexport const edited = true;\n`);
    await edit("index.mjs", (text) =>
      text.replace("Edited (two", "Broken (two").replace("export default", "export default ("),
    );
    await until(async () =>
      (await person.session.get("/v1/admin/plugins")).body.plugins.some(
        ({ name, status }: { name: string; status: string }) => name === "gradient" && status === "failed",
      ),
    );
    await more();
    t.true((await nameNow())?.startsWith("Edited"), "the version before a broken one serves on");
    t.deepEqual(load.others, [], "while it is there every order is taken");

    await rm(folder(), { recursive: true });
    await until(async () => (await nameNow()) === undefined);
    await until(async () => load.others.length > SIDE_BY_SIDE);
    await cp(EXAMPLE, folder(), { recursive: true });
    await until(async () => (await nameNow())?.startsWith("Gradient"));
    await more();
    await load.end();

    t.deepEqual([...new Set(load.others)], ["404 not_found"], "and once it is gone the model is unknown");
    const sides = new Set<number | undefined>();
    for (const id of load.jobs) {
      const job = await waitForJob(person.api, id);
      t.like(job, { status: "succeeded", costCredits: 1 }, JSON.stringify(job));
      sides.add((await sharp(await (await fetch(job.resultUrls[0])).bytes()).metadata()).width);
    }
    t.deepEqual([...sides].toSorted(), [128, 256], "both versions made some of them");
    t.deepEqual(await kiln.host.read.query("SELECT id FROM holds", []), []);
    t.log(`${load.jobs.length} jobs, ${load.others.length} orders while it was gone`);
  },
);
