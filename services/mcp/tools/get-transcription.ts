import { z } from "zod";
import {
  getTranscript,
  getTranscription as contract,
  transcript,
  transcription,
  type TranscriptionView,
} from "../../../contracts/transcriptions.js";
import { defineTool, LOOKS, type ToolCall } from "../tool.js";

/** Result of withTranscript(). */
export const transcribed = z.strictObject({ job: transcription, transcript: transcript.optional() });

/** Returns the job, with its transcript once there is one. */
export async function withTranscript(call: ToolCall, job: TranscriptionView): Promise<object> {
  if (job.status !== "succeeded") return { job };
  await call.longTurn();
  const { json } = await call.call(getTranscript, { id: job.id });
  return { job, transcript: json };
}

export const getTranscription = defineTool({
  name: "get_transcription",
  title: "Get a transcription",
  description:
    "The state of a transcription: running, succeeded or failed (errorMessage says why). One that succeeded comes with its transcript: text, words with times, segments, and speakers where voices were told apart.",
  contract,
  input: z.object({
    transcriptionId: contract.params.shape.id.describe("The id of a job that transcribe returned."),
  }),
  output: transcribed,
  annotations: LOOKS,
  async run(call, { transcriptionId }) {
    const { job } = await call.call(contract, { id: transcriptionId });
    return withTranscript(call, job);
  },
});
