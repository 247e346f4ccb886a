import { getTranscript, type TranscriptionState } from "../../../contracts/transcriptions.js";
import type { TranscribedText, TranscriptionRequest } from "../../../plugins/kit/workflow-node.js";
import * as transcriptions from "../../transcriptions/index.js";
import { submitJob } from "./submit-job.js";
import type { RunScope } from "./run-scope.js";
import { actAsStarter } from "./starter.js";
import { NodeFailure } from "./step-refusal.js";

/**
 * Returns the id of a step's transcription, which is submitted now unless it goes on. Throws the refusals of a
 * submission.
 */
export const submitTranscription = (
  scope: RunScope,
  at: { id: string; place: number },
  request: TranscriptionRequest,
): Promise<string> =>
  submitJob(scope, at, "transcription", async (context, wakes) => {
    const { host, run } = scope;
    const asked = { ...request, projectId: run.projectId };
    const prepared = await transcriptions.prepareFor(host, context, asked, wakes);
    // Waiting would not help when no transcriber is configured at all.
    if (prepared.job.transcriber === "") throw new NodeFailure("No provider that transcribes is configured.");
    const { id, estimatedCredits: credits } = prepared.job;
    return { id, credits, submit: (tx) => transcriptions.submitTranscription(host, tx, prepared) };
  });

/** Returns the transcribed text. Throws NodeFailure with the error message when the transcription failed. */
export async function readTranscription(
  { host, run }: RunScope,
  { id, status, errorMessage }: TranscriptionState,
): Promise<TranscribedText> {
  if (status !== "succeeded") throw new NodeFailure(errorMessage ?? "The transcription failed.");
  const context = await actAsStarter(host, run);
  const [{ json }, { document }] = await Promise.all([
    context.call(getTranscript, { id, format: "json" }),
    context.call(getTranscript, { id, format: "srt" }),
  ]);
  return { text: json?.text ?? "", language: json?.language ?? null, subtitles: document?.text ?? "" };
}
