import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import test from "ava";
import { checkTranscriber } from "../../../plugins/kit/conformance/transcriber.js";
import { asInput } from "../../../plugins/kit/conformance/serve-inputs.js";
import { ProviderError } from "../../../plugins/kit/provider-error.js";
import { LOCAL_VOICE } from "../../../plugins/providers/local/models.js";
import { ENGINE, hasEngine } from "../../../plugins/providers/local/transcribe/engine.js";
import { makeLocalTranscriber } from "../../../plugins/providers/local/transcribe/local-transcriber.js";
import { readWords } from "../../../plugins/providers/local/transcribe/read-words.js";
import { studio } from "../../../runtime/process/studio/index.js";
import { runLocal } from "../../helpers/run-local.js";

/**
 * Whether the machine has the engine. The code under test is not asked: an engine that is installed and not found is a defect.
 */
const installed =
  spawnSync(ENGINE, { stdio: "ignore" }).error === undefined &&
  existsSync("/usr/share/pocketsphinx/model/en-us");
const ID = "00000000-0000-4000-8000-00000000000a";
const SAID = `hello and world
<s> 0.000 0.120 0.999300
hello 0.130 0.500 0.910000
[SPEECH] 0.500 0.600 0.916210
and(2) 0.600 0.800 0.500000
world 0.900 1.300 1.000000
</s> 1.310 1.400 1.000000
again
again 2.000 2.400 3.1e-05
late 3.500 3.900 0.9
`;

test.serial(
  "words, times and utterances are read from what the engine writes, up to the declared end",
  (t) => {
    t.deepEqual(readWords(SAID, 2.2), {
      words: [
        { text: "hello", start: 0.13, end: 0.5 },
        { text: "and", start: 0.6, end: 0.8 },
        { text: "world", start: 0.9, end: 1.3 },
        { text: "again", start: 2, end: 2.2 },
      ],
      segments: [
        { text: "hello and world", start: 0.13, end: 1.3 },
        { text: "again", start: 2, end: 2.2 },
      ],
      confidences: [0.91, 0.5, 1, 3.1e-5],
    });
    t.deepEqual(readWords("", 1), { words: [], segments: [], confidences: [] });
  },
);

test.serial("without the engine on PATH there is no transcriber (rules/models 33)", async (t) => {
  const path = process.env.PATH;
  process.env.PATH = await mkdtemp(`${tmpdir()}/bare-`);
  t.teardown(() => (process.env.PATH = path));
  t.false(await hasEngine());
});

test.serial(
  "works wait in the line of who pays, not each in one of its own (rules/running 24)",
  async (t) => {
    const { run } = studio;
    t.teardown(() => (studio.run = run));
    const accounts: string[] = [];
    studio.run = async ({ account }) => {
      accounts.push(account);
      return { words: [], segments: [], confidences: [] };
    };
    const transcriber = makeLocalTranscriber(tmpdir());
    const ctx = {
      signal: new AbortController().signal,
      input: async (id: string) => asInput(id, { contentType: "audio/wav", bytes: Buffer.from("RIFF") }),
    };
    for (const id of ["one", "two"])
      await transcriber.submit({ id, payer: "ann", storageId: ID, durationSeconds: 1, language: "en" }, ctx);
    t.deepEqual(accounts, ["ann", "ann"]);
    t.is(transcriber.perPayer, 1);
  },
);

// The title says what cannot run here, so that nobody takes it for tested.
test.serial(
  installed ? "speech of local-voice is recognised" : `not tested: ${ENGINE} is not installed`,
  async (t) => {
    if (!installed) return t.pass();
    t.true(await hasEngine());
    const [speech] = await runLocal(LOCAL_VOICE, {
      kind: "audio",
      prompt: "The quick brown fox jumps over the lazy dog.",
    });
    const bytes = speech?.bytes ?? Buffer.alloc(0);
    const transcriber = makeLocalTranscriber(tmpdir());
    const hear = (sound: Buffer, durationSeconds: number) =>
      transcriber.submit(
        { id: "work", storageId: ID, durationSeconds, language: "en" },
        {
          signal: new AbortController().signal,
          input: async (id) => asInput(id, { contentType: "audio/wav", bytes: sound }),
        },
      );
    const whole = await hear(bytes, 10);
    if (whole.state !== "succeeded") return t.fail("it answers at once");
    for (const word of ["quick", "brown", "fox", "lazy", "dog"])
      t.true(
        whole.transcript.words.some(({ text, start, end }) => text === word && (end ?? 0) > (start ?? 9)),
        `${word}: ${whole.transcript.text}`,
      );
    const part = await hear(bytes, 1);
    t.true(part.state === "succeeded" && part.transcript.words.every(({ end }) => (end ?? 9) <= 1));
    const refused = await t.throwsAsync(hear(Buffer.from("#EXTM3U\n/etc/hostname\n"), 1), {
      instanceOf: ProviderError,
    });
    t.is(refused?.failure, "invalid_params");
    t.deepEqual(
      (await checkTranscriber(transcriber)).filter(({ ok }) => !ok),
      [],
    );
  },
);
