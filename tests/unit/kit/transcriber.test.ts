import test from "ava";
import { checkTranscriber } from "../../../plugins/kit/conformance/transcriber.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import type { Transcriber, TranscriptionProgress } from "../../../plugins/kit/transcriber.js";
import { mockTranscriber } from "../../../plugins/providers/mock/mock-transcriber.js";
import { driverProblem } from "../../../runtime/plugins/check-driver.js";

const failures = async (change: Partial<Transcriber>) =>
  (await checkTranscriber({ ...mockTranscriber, ...change }, { workMs: 500, abortMs: 500 }))
    .filter(({ ok }) => !ok)
    .map(({ name, detail }) => `${name}: ${detail}`)
    .join("\n");

const says = (transcript: object): Partial<Transcriber> => ({
  submit: async (_work, { signal }) => {
    signal.throwIfAborted();
    return { state: "succeeded", transcript } as TranscriptionProgress;
  },
});
const plain = { text: "Hello", language: "en", words: [], segments: [] };

test("the mock transcriber conforms (rules/models 34 and 36)", async (t) => {
  t.is(await failures({}), "");
});

test("the suite finds what a transcriber does not keep (rules/models 36)", async (t) => {
  t.is(await failures(says(plain)), "");
  t.regex(await failures(says({ ...plain, words: [{ text: "Hello", start: 1, end: 0.5 }] })), /begins at 1/);
  t.regex(
    await failures(says({ ...plain, segments: [{ text: "Hello", start: 0, end: 9 }] })),
    /after the declared/,
  );
  t.regex(await failures(says({ text: "Hello" })), /within the declared time/);
  t.regex(
    await failures({ submit: async () => ({ state: "succeeded", transcript: plain }) }),
    /an aborted call ends: it went on/,
  );
  t.regex(await failures({ poll: undefined }), /there is no poll/);
  t.regex(
    await failures({ poll: async () => ({ state: "succeeded", transcript: plain }) }),
    /it was accepted/,
  );
  t.regex(
    await failures({
      submit: async () => {
        throw new Error("boom");
      },
    }),
    /not ProviderError/,
  );
  t.regex(
    await failures({
      submit: async () => {
        throw new ProviderError("unknown", "no");
      },
    }),
    /sound becomes a transcript/,
  );
});

test("a transcriber that lacks what serving needs is refused when it is loaded", (t) => {
  const problem = (change: object) => driverProblem("transcriber", { ...mockTranscriber, ...change });
  t.is(problem({}), null);
  t.is(problem({ languages: ["en", "pt-BR"] }), null);
  t.regex(String(problem({ id: "No Slug" })), /slug/);
  t.regex(String(problem({ provider: undefined })), /provider/);
  t.regex(String(problem({ displayName: " " })), /displayName/);
  t.regex(String(problem({ submit: undefined })), /submit/);
  t.regex(String(problem({ resubmit: "maybe" })), /resubmit/);
  t.regex(String(problem({ languages: ["english please"] })), /language tags/);
  t.regex(String(problem({ languages: [] })), /language tags/);
});
