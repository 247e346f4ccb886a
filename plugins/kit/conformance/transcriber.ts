import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { type Transcript, transcript } from "../../../contracts/transcriptions.js";
import type { Handle } from "../model-provider.js";
import type { Transcriber, TranscriptionProgress, TranscriptionWork } from "../transcriber.js";
import { must } from "./check-bytes.js";
import { checkClose } from "./check-close.js";
import { type ConformanceReport, fromRun } from "./report.js";
import { makeSampleMedia, SAMPLE_IDS, type SampleMedia, spoil } from "./sample-media.js";
import { serveInputs } from "./serve-inputs.js";
import { mustBeProviderError, thrownBy } from "./thrown-by.js";
import { withDeadline } from "./with-deadline.js";

const SLUG = /^[a-z0-9][a-z0-9-]{0,63}$/;

export interface TranscriberLimits {
  /** The milliseconds that one transcription of the sample file may take. */
  workMs: number;
  /**
   * The milliseconds that a call may go on after its signal was aborted, beside the second of `withDeadline`.
   */
  abortMs: number;
}

/**
 * The conformance suite of the extension point `transcriber`: whether a transcriber keeps what
 * `plugins/kit/transcriber.ts` says. It calls the transcriber with a second of sound and with a second of
 * video that has sound, of which it declares 0.75 seconds; the transcript may be empty. At the end it closes
 * the transcriber.
 */
export async function checkTranscriber(
  transcriber: Transcriber,
  limits: TranscriberLimits = { workMs: 60_000, abortMs: 5000 },
): Promise<ConformanceReport> {
  const media = await makeSampleMedia();
  const [language = null] = transcriber.languages ?? [];
  const work = (kind: "audio" | "video"): TranscriptionWork => ({
    id: `conformance-${transcriber.id}-${kind}`,
    storageId: SAMPLE_IDS[kind],
    durationSeconds: 0.75,
    language,
  });
  const hear = (kind: "audio" | "video", from: SampleMedia = media) =>
    withDeadline(limits.workMs, (signal) => drive(transcriber, work(kind), from, signal));
  return [
    await fromRun("declares an id, a name and a provider", () => declares(transcriber)),
    await fromRun("sound becomes a transcript within the declared time", async () =>
      sound(await hear("audio")),
    ),
    await fromRun("so does video", async () => sound(await hear("video"))),
    await fromRun("an aborted call ends", () => aborts(transcriber, work("audio"), media, limits)),
    await fromRun("a broken file fails as ProviderError", async () => {
      const end = await thrownBy(() => hear("audio", spoil(media)));
      return end === null ? "it was not looked at" : mustBeProviderError(end.thrown);
    }),
    await fromRun("a foreign handle fails as ProviderError", () =>
      foreign(transcriber, work("audio"), media, limits),
    ),
    await checkClose(transcriber),
  ];
}

async function declares({ id, provider, displayName, languages }: Transcriber): Promise<string> {
  must(SLUG.test(id), `the id ${id} is not a slug of lower-case letters, digits and dashes`);
  must(SLUG.test(provider), `the provider ${provider} is not a slug`);
  must(displayName.trim() !== "", "the displayName is empty");
  for (const tag of languages ?? [])
    must(Intl.getCanonicalLocales(tag).length === 1, `${tag} is no language tag`);
  return languages === undefined ? "any language" : languages.join(", ");
}

/**
 * Takes work from submit to its transcript, as Kiln does and as if another process polled: the handle is
 * written as JSON and read again each time.
 */
async function drive(
  transcriber: Transcriber,
  work: TranscriptionWork,
  media: SampleMedia,
  signal: AbortSignal,
): Promise<Transcript> {
  const context = serveInputs(media, signal);
  let progress: TranscriptionProgress = await transcriber.submit(work, context);
  while (progress.state === "pending") {
    must(transcriber.poll !== undefined, "submit answered pending, and there is no poll");
    must(progress.pollAfterMs >= 0, "pollAfterMs must be 0 or more");
    await sleep(progress.pollAfterMs, undefined, { signal });
    const next: TranscriptionProgress | undefined = await transcriber.poll?.(
      throughJson(progress.handle),
      structuredClone(work),
      context,
    );
    if (next === undefined) throw new Error("poll answered nothing");
    progress = next;
  }
  return progress.transcript;
}

function throughJson(handle: Handle): Handle {
  const read: Handle = JSON.parse(JSON.stringify(handle));
  must(isDeepStrictEqual(read, handle), "the handle does not survive JSON");
  return read;
}

function sound(answer: Transcript): string {
  const { words, segments, text } = transcript.parse(answer);
  for (const { start = 0, end = start } of [...words, ...segments]) {
    must(start <= end, `a word or segment begins at ${start} and ends at ${end}`);
    must(end <= 0.75 + 0.05, `a word or segment ends at ${end}, after the declared 0.75 seconds`);
  }
  return text === "" ? "nothing was said" : `${words.length} words, ${segments.length} segments`;
}

async function aborts(
  transcriber: Transcriber,
  work: TranscriptionWork,
  media: SampleMedia,
  { abortMs }: TranscriberLimits,
): Promise<string> {
  const signal = AbortSignal.abort();
  const end = await withDeadline(abortMs, () => thrownBy(() => drive(transcriber, work, media, signal)));
  if (end === null) throw new Error("it went on as if nothing had happened");
  const isAbort =
    end.thrown === signal.reason || (end.thrown instanceof Error && end.thrown.name === "AbortError");
  return isAbort ? "the abort itself" : mustBeProviderError(end.thrown);
}

async function foreign(
  transcriber: Transcriber,
  work: TranscriptionWork,
  media: SampleMedia,
  { workMs }: TranscriberLimits,
): Promise<string> {
  if (transcriber.poll === undefined) return "there is no poll";
  const error = await withDeadline(workMs, (signal) =>
    thrownBy(async () => transcriber.poll?.({ conformance: "not yours" }, work, serveInputs(media, signal))),
  );
  if (error === null) throw new Error("it was accepted");
  return mustBeProviderError(error.thrown);
}
