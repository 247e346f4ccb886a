import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import test, { type ExecutionContext } from "ava";
import { asInput } from "../../../plugins/kit/conformance/serve-inputs.js";
import { makeWav } from "../../../plugins/kit/media/wav.js";
import { work } from "../../../plugins/kit/recordings/cut-beginning.js";
import { lendBeginning } from "../../../plugins/kit/recordings/lend-beginning.js";
import { isUpstreamFault } from "../../../services/generation/retry-policy.js";

const { signal } = new AbortController();

const talk = makeWav(2, 440);

/** Lends a recording whose bytes come from the given stream, and returns the error. */
async function refused(t: ExecutionContext, stream: () => Readable, limitMs = 60_000): Promise<unknown> {
  const parent = await mkdtemp(join(tmpdir(), "beginnings-"));
  const recording = {
    ...asInput("a-talk", { contentType: "audio/wav", bytes: talk }),
    stream: async () => stream(),
  };
  const ctx = { signal, input: async () => recording };
  const beginning = {
    seconds: 1,
    form: "voice",
    field: "storageId",
    parent,
    account: "ann",
    ctx,
    limitMs,
  } as const;
  const error = await t.throwsAsync(lendBeginning("a-talk", beginning, async () => t.fail("It was lent.")));
  t.deepEqual(await readdir(parent), [], "nothing is left behind");
  return error;
}

test("a recording that is not cut in Kiln's own time fails to be tried again, and the upstream is not at fault (rules/models 29)", async (t) => {
  const error = await refused(t, () => new Readable({ read() {} }), 20);
  t.like(error, { failure: "unknown", retryable: true, charged: false });
  t.false(isUpstreamFault(error));
});

test("a full disk is no fault of the recording (rules/models 48)", async (t) => {
  const full = Object.assign(new Error("no space left on device"), { code: "ENOSPC" });
  const error = await refused(t, () => new Readable({ read: (): void => void 0 }).destroy(full));
  t.like(error, { failure: "unknown", retryable: true, charged: false });
  if (existsSync("/dev/full")) {
    const folder = await mkdtemp(join(tmpdir(), "full-"));
    const source = join(folder, "talk.wav");
    await writeFile(source, makeWav(20, 440));
    const order = { source, to: "/dev/full", seconds: 1, form: "voice" } as const;
    const failed = await t.throwsAsync(work(order, { signal, progress: () => {} }));
    t.not(failed?.name, "Refusal", String(failed));
    await rm(folder, { recursive: true });
  }
});

test("what ends before the recording is lent ends before anything is sent (rules/models 46)", async (t) => {
  const parent = await mkdtemp(join(tmpdir(), "beginnings-"));
  const steps: string[] = [];
  const ctx = {
    signal,
    async input() {
      steps.push("input");
      return asInput("a-talk", { contentType: "audio/wav", bytes: talk });
    },
    async beforeSending<T>(before: () => Promise<T>): Promise<T> {
      steps.push("before");
      const done = await before();
      steps.push("done");
      return done;
    },
  };
  await lendBeginning(
    "a-talk",
    { seconds: 1, form: "voice", field: "storageId", parent, account: "ann", ctx },
    async () => steps.push("sent"),
  );
  t.deepEqual(steps, ["before", "input", "done", "sent"]);
});
