import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import test from "ava";
import { signUp } from "../../helpers/client.js";
import { openEvents } from "../../helpers/event-stream.js";
import { openSite, type Site } from "../../helpers/open-site.js";
import { waitUntil } from "../../helpers/wait-until.js";
import { graphOf, makeWorkflow, promptNode, waitForRun } from "../../helpers/workflows.js";

/** Node type that reports its progress line by line from a file, and ends with the line `end` or fails with `fail`. */
const NODE = `import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
export default (kit) =>
  kit.definePlugin({
    name: "slow-count",
    version: "1.0.0",
    provides: {
      workflowNode: kit.defineNode({
        type: "slowCount",
        version: 1,
        title: "Slow count",
        description: "Tells how far it is.",
        inputs: {},
        outputs: { text: { types: ["text"], description: "The end." } },
        settings: { file: { type: "string", description: "What to tell." } },
        async run({ settings, progress, signal }) {
          for (let told = 0; ; ) {
            const lines = (await readFile(settings.file, "utf8")).split("\\n").filter(Boolean);
            for (; told < lines.length; told += 1) {
              if (lines[told] === "end") return { text: { type: "text", text: "done" } };
              if (lines[told] === "fail") throw new Error("It failed.");
              progress(JSON.parse(lines[told]));
            }
            await sleep(20, undefined, { signal });
          }
        },
      }),
    },
  });
`;

let site: Site;
test.before(async () => {
  site = await openSite({ SIGNUP_CREDITS: "1000" });
  await mkdir(site.pluginsDir, { recursive: true });
  await writeFile(join(site.pluginsDir, "slow-count.mjs"), NODE);
});
test.afterEach.always(() => site.endAll());
test.after.always(() => site?.close());

test.serial(
  "how far a node is shows in its result and in events while it runs, and not before or after (rules/workflows 38)",
  async (t) => {
    const kiln = await site.start();
    const person = await signUp(kiln.url);
    const file = join(site.folder, "told");
    const tell = (...lines: string[]) => writeFile(file, `${lines.join("\n")}\n`);
    const graph = graphOf([promptNode("p", "x"), { id: "count", type: "slowCount", data: { file } }]);
    const id = await makeWorkflow(person.api, graph);
    const events = await openEvents(kiln.url, person.api.headers);
    await tell("0");
    const { run } = (await person.api.post(`/v1/workflows/${id}/execute`)).body;
    const path = `/v1/workflows/${id}/runs/${run.id}`;
    const node = async () => (await person.api.get(path)).body.run.nodeResults.count;
    const shows = (progress: number) =>
      waitUntil(async () => (await node()).progress === progress, {
        what: () => `${progress} does not show`,
      });
    await shows(0);
    await tell("0", "0.25");
    await shows(0.25);
    t.deepEqual(await node(), { status: "running", progress: 0.25 });
    // One of two nodes has ended, and a quarter of the other is done.
    await waitUntil(() => events.of(run.id).some(({ data }) => data.progress === 0.625));
    // Values that are no share are ignored.
    await tell("0", "0.25", '"much"', "7", "-1", "null", "0.5");
    await shows(0.5);
    await tell("0", "0.25", '"much"', "7", "-1", "null", "0.5", "fail");
    const failed = await waitForRun(person.api, id, run.id);
    t.deepEqual(failed.nodeResults.count, { status: "error", detail: "It failed.", costCredits: 0 });
    await tell("0.125");
    let resumed = await person.api.post(`${path}/resume`);
    while (resumed.status === 409) resumed = await person.api.post(`${path}/resume`);
    t.is(resumed.body.run.nodeResults.count.progress, undefined, "what an earlier try told is not shown");
    await shows(0.125);
    // The node begins again in another process, and has reported nothing yet.
    await kiln.end();
    await tell("0.75");
    const next = await site.startHere();
    const api = person.api.at(next.url);
    const seen = async () => (await api.get(path)).body.run.nodeResults.count;
    await waitUntil(async () => (await seen()).progress === 0.75);
    await tell("0.75", "end");
    const ended = await waitForRun(api, id, run.id);
    t.like(ended.nodeResults.count, { status: "complete", output: { type: "text", value: "done" } });
    t.false("progress" in ended.nodeResults.count);
    for (const { data } of events.of(run.id)) t.true(data.progress === null || data.progress <= 1);
    events.close();
    t.is((await next.stop()).code, 0);
  },
);
