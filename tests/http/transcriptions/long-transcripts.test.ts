import { isDeepStrictEqual } from "node:util";
import test from "ava";
import type { Transcript } from "../../../contracts/transcriptions.js";
import { TranscriptText } from "../../../entities/transcript.js";
import { Transcription } from "../../../entities/transcription.js";
import type { ActionContext } from "../../../runtime/actions/context.js";
import { LongResults } from "../../../runtime/http/long-results.js";
import { readTranscript } from "../../../services/transcriptions/read-transcript.js";
import { packTranscript } from "../../../services/transcriptions/stored-transcript.js";
import { measureTranscript } from "../../../services/transcriptions/transcript.repository.js";
import type { Kiln } from "../../../start.js";
import { callTool, connectAgent } from "../../helpers/agent-client.js";
import { type Person, signUp } from "../../helpers/client.js";
import { countAtOnce } from "../../helpers/count-at-once.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { uploadSound, waitForTranscription } from "../../helpers/transcribe.js";

const AT_ONCE = 24;
/** A transcript of 1.5 MB, which is a few KB as it is stored. */
const SEGMENTS = 20_000;
const LONG: Transcript = {
  text: "word ".repeat(SEGMENTS).trim(),
  language: "en",
  words: [],
  segments: Array.from({ length: SEGMENTS }, (_, at) => ({
    text: "word",
    start: at,
    end: at + 1,
    speaker: "A",
  })),
};

let kiln: Kiln;
let person: Person;
let short: Transcription;
let long: Transcription;
test.before(async () => {
  kiln = await startKiln();
  person = await signUp(kiln.url);
  short = await transcribed();
  long = await transcribed();
  const body = await packTranscript(LONG);
  await kiln.host.transact((tx) => tx.update(TranscriptText, { id: long.id }, { body }));
});
test.after.always(() => kiln?.stop());

async function transcribed(): Promise<Transcription> {
  const storageId = await uploadSound(person.api);
  const { body } = await person.api.post("/v1/transcriptions", { storageId, durationSeconds: 5 });
  await waitForTranscription(person.api, body.job.id);
  const job = await kiln.host.read.findOne(Transcription, { id: body.job.id });
  if (job === null) throw new Error("The transcription is gone.");
  return job;
}

test("the size of a transcript is known before it is read (rules/transcriptions 14)", async (t) => {
  t.is(await measureTranscript(kiln.host.read, long.id), JSON.stringify(LONG).length);
  t.true(((await measureTranscript(kiln.host.read, short.id)) ?? 0) < 10_000);
  t.is(await measureTranscript(kiln.host.read, person.id), null);
});

test("of long transcripts at once one is read, in every format, and short ones wait for none (rules/transcriptions 14)", async (t) => {
  const context = { auth: { accountId: person.id } } as ActionContext;
  const reading = countAtOnce(kiln.host.read, "findOne", (of) => of === TranscriptText);
  // Here everybody waits, however slow the machine is.
  const results = new LongResults({ waitMs: 600_000 });
  const formats = ["json", "srt", "vtt", "txt"] as const;
  await Promise.all(
    Array.from({ length: AT_ONCE }, (_, at) =>
      readTranscript({ read: reading.reader }, context, long, formats[at % 4] ?? "json", results),
    ),
  );
  t.deepEqual(reading.count, { now: 0, most: 1, all: AT_ONCE });
  const others = countAtOnce(kiln.host.read, "findOne", (of) => of === TranscriptText);
  await Promise.all(
    Array.from({ length: 40 }, () => readTranscript({ read: others.reader }, context, short, "json")),
  );
  t.true(others.count.most > 1, `${others.count.most} at once`);
});

test("a long transcript is whole, for REST and for an agent's tool (rules/transcriptions 14)", async (t) => {
  const path = `/v1/transcriptions/${long.id}/result`;
  // AVA's own comparison describes all 20,000 segments first.
  t.true(isDeepStrictEqual((await person.api.get(path)).body, LONG));
  t.is((await person.api.get(`${path}?format=txt`)).body, LONG.text);
  const agent = await connectAgent(kiln.url, person.key);
  const { json } = await callTool(agent, "get_transcription", { transcriptionId: long.id });
  t.true(isDeepStrictEqual(json.transcript, LONG));
  await agent.close();
});
