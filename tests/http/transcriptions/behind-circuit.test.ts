import test from "ava";
import { Hold } from "../../../entities/hold.js";
import { ProviderCircuit } from "../../../entities/provider-circuit.js";
import { Task } from "../../../entities/task.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { lendTranscriber } from "../../helpers/lend-transcriber.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln({ UPSTREAM_RETRY_SECONDS: "2" });
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Circuits that do not change while a test runs: one is open, and the trial of the other never reports. */
const CIRCUITS = {
  open: () => ({ failures: 5, openUntil: Date.now() + 50_000, trialAt: 0 }),
  "half-open": () => ({ failures: 5, openUntil: 1, trialAt: Date.now() + 50_000 }),
};
const ENDS = {
  "UPSTREAM_RETRY_SECONDS are over": {
    change: {},
    error: { code: "provider_unavailable", retryable: true },
    message: /^The provider \S+ did not work for 2 seconds\. Nothing was charged\.$/,
  },
  "the transcriber's deadlineSeconds are over": {
    change: { deadlineSeconds: 1 },
    error: { code: "timeout", retryable: true },
    message: /^The transcriber \S+ did not finish within 1 seconds\. Nothing was charged\.$/,
  },
};

for (const [state, circuit] of Object.entries(CIRCUITS))
  for (const [when, { change, error, message }] of Object.entries(ENDS))
    test.serial(
      `behind a circuit that stays ${state} each transcription ends when ${when}, and its upstream is told (rules/transcriptions 11)`,
      async (t) => {
        const canceled: string[] = [];
        const submitted: string[] = [];
        const all = Promise.withResolvers<void>();
        const set = circuit();
        const pending = { state: "pending" as const, pollAfterMs: 200 };
        const lent = lendTranscriber(
          kiln,
          {
            preference: 5000,
            // One at a time, so that the others meet the circuit before they are submitted.
            concurrency: 1,
            poll: async (handle) => ({ ...pending, handle }),
            cancel: async ({ at }) => void canceled.push(String(at)),
            ...change,
          },
          async ({ work }) => {
            submitted.push(work.id);
            await all.promise;
            await kiln.host.transact((tx) => tx.insert(ProviderCircuit, { id: lent.id, ...set }));
            return { ...pending, handle: { at: work.id } };
          },
        );
        const storageId = await uploadSound(ann.api);
        const ids: string[] = [];
        for (let count = 0; count < 4; count += 1) {
          const { status, body } = await ann.api.post("/v1/transcriptions", {
            storageId,
            durationSeconds: 1,
          });
          t.is(status, 200, JSON.stringify(body));
          ids.push(body.job.id as string);
        }
        all.resolve();
        for (const id of ids) {
          const job = await waitForTranscription(ann.api, id);
          t.like(job, { status: "failed", costCredits: 0 });
          // The limits of the upstream do not apply to a job that it never received.
          const isHanded = submitted.includes(id);
          t.deepEqual(job.error, isHanded ? error : ENDS["UPSTREAM_RETRY_SECONDS are over"].error);
          if (isHanded) t.regex(job.errorMessage, message);
          t.is(await kiln.host.read.count(Hold, { id }), 0);
          t.true(await until(async () => (await kiln.host.read.count(Task, { subject: id })) === 0));
        }
        t.is(submitted.length, 1);
        t.deepEqual(canceled, submitted);
        t.like(await kiln.host.read.findOne(ProviderCircuit, { id: lent.id }), set, "nothing has changed it");
        lent.leave();
      },
    );
