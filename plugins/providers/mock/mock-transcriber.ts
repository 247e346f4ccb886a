import { createHash } from "node:crypto";
import { z } from "zod";
import type { Handle } from "../../kit/model-provider.js";
import { ProviderError } from "../../kit/provider-error.js";
import type { Transcriber, TranscriptionProgress, TranscriptionWork } from "../../kit/transcriber.js";
import { readDirectives } from "./directives.js";
import { faultUpstream, stopIfAborted } from "./fault-upstream.js";
import { speak } from "./speak.js";

const SHORTEST_POLL_MS = 5;
const LONGEST_POLL_MS = 1000;

const mockHandle = z.strictObject({
  seed: z.int().nonnegative(),
  readyAt: z.int(),
  fails: z.boolean(),
});
type TranscriberHandle = z.infer<typeof mockHandle>;

/**
 * Hears the same words in the same file, in two voices, within the declared duration (rules/transcriptions 5). It has no prompt,
 * so the directives of rules/models 34 stand in the file's name: `talk [slow=2].wav`. All that is left to do travels in
 * the handle.
 */
export const mockTranscriber: Transcriber = {
  id: "mock-transcribe",
  displayName: "Mock transcription",
  provider: "mock",
  /** A deployment that asks for the mock wants it, whatever else it has. */
  preference: 1000,
  resubmit: "once",

  async submit(work, ctx) {
    const input = await ctx.input(work.storageId);
    const directives = readDirectives({ prompt: input.filename ?? "" });
    await faultUpstream(directives.upstream, ctx.signal);
    const hash = createHash("sha256").update(`${work.durationSeconds} ${work.language ?? ""} `);
    for await (const chunk of await input.stream()) hash.update(chunk as Buffer);
    const seed = hash.digest().readUInt32BE(0);
    const now = Date.now();
    return pending({ seed, readyAt: now + directives.slowMs, fails: directives.fails }, now);
  },

  async poll(stored, work, ctx) {
    stopIfAborted(ctx.signal);
    const handle = readHandle(stored);
    const now = Date.now();
    if (now < handle.readyAt) return pending(handle, now);
    if (handle.fails) throw new ProviderError("unknown", "The mock transcriber failed, as [fail] asked.");
    return { state: "succeeded", transcript: transcriptOf(work, handle) };
  },
};

const transcriptOf = ({ durationSeconds, language }: TranscriptionWork, { seed }: TranscriberHandle) =>
  speak({ seed, seconds: durationSeconds, language: language ?? "en" });

function readHandle(stored: Handle): TranscriberHandle {
  const parsed = mockHandle.safeParse(stored);
  if (!parsed.success)
    throw new ProviderError("unknown", "The upstream id is not one of the mock transcriber's.");
  return parsed.data;
}

function pending(handle: TranscriberHandle, now: number): TranscriptionProgress {
  const remaining = handle.readyAt - now;
  const pollAfterMs = remaining <= 0 ? 0 : Math.max(SHORTEST_POLL_MS, Math.min(remaining, LONGEST_POLL_MS));
  return { state: "pending", handle: { ...handle }, pollAfterMs };
}
