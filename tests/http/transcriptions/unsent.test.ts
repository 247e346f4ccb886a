import test from "ava";
import type { Kiln } from "../../../start.js";
import { signUp } from "../../helpers/client.js";
import { lendTranscriber } from "../../helpers/lend-transcriber.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";
import { until } from "../../helpers/until.js";

let kiln: Kiln;
test.before(async () => {
  kiln = await startKiln();
});
test.after.always(() => kiln?.stop());

test("a transcription whose run is interrupted before anything is sent is submitted again (rules/models 49)", async (t) => {
  const ann = await signUp(kiln.url);
  const steps: string[] = [];
  lendTranscriber(
    kiln,
    {
      resubmit: "never",
      preference: 5000,
      async submit(_work, { beforeSending, signal }) {
        if (!beforeSending) throw new Error("The context has no beforeSending.");
        await beforeSending(async () => {
          steps.push("before");
          if (steps.length === 1)
            await new Promise((_resolve, reject) =>
              signal.addEventListener("abort", () => reject(signal.reason as Error)),
            );
        });
        steps.push("sent");
        const transcript = { text: "Hello", language: "en", words: [], segments: [] };
        return { state: "succeeded", transcript };
      },
    },
    () => Promise.reject(new Error("not asked")),
  );
  const storageId = await uploadSound(ann.api);
  const { id } = await until(async () => {
    const { status, body } = await ann.api.post("/v1/transcriptions", { storageId, durationSeconds: 1 });
    return status === 200 && (body.job as { id: string });
  });
  t.true(await until(async () => steps.length === 1));
  kiln.host.tasks.interrupt(id);
  const job = await waitForTranscription(ann.api, id);
  t.is(job.status, "succeeded", JSON.stringify(job));
  t.deepEqual(steps, ["before", "before", "sent"]);
});
