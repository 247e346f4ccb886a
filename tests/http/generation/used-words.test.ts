import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

// A result of `local` says which words of the prompt it used, so that a caller notices a subject that `local` does not know.

let kiln: Kiln;
let ann: Person;
test.before(async () => {
  kiln = await startKiln();
  ann = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

/** Returns the words that the results of a job say they used. */
async function usedWordsOf(model: string, params: object): Promise<unknown> {
  const made = await ann.api.post("/v1/generations", { model, params });
  if (made.status !== 200) throw new Error(JSON.stringify(made.body));
  const job = await waitForJob(ann.api, made.body.job.id);
  if (job.status !== "succeeded") throw new Error(String(job.errorMessage));
  return job.resultMetadata.map(({ usedWords }: { usedWords: string[] }) => usedWords);
}

test("a picture of local says which words of its prompt it used (rules/generation 18)", async (t) => {
  const params = { kind: "image", prompt: "a red fox beside a quokka", aspectRatio: "1:1", numImages: 2 };
  t.deepEqual(await usedWordsOf("local-canvas", params), [
    ["red", "fox"],
    ["red", "fox"],
  ]);
});

test("an effect of local does, and names none where it knows none (rules/generation 18)", async (t) => {
  const params = { kind: "audio", prompt: "zyx qqq", durationSeconds: 1 };
  t.deepEqual(await usedWordsOf("local-sfx", params), [[]]);
});
