import { ServiceError } from "../../../contracts/errors.js";
import { createTranscription as contract } from "../../../contracts/transcriptions.js";
import { defineTool } from "../tool.js";
import { waitForTranscription } from "../wait-for-transcription.js";
import { waitSeconds } from "../wait-seconds.js";
import { transcribed, withTranscript } from "./get-transcription.js";

export const transcribe = defineTool({
  name: "transcribe",
  title: "Transcribe audio or video",
  description:
    "Turns stored audio or video into text with times and waits for it. It costs 72 credits an hour of durationSeconds, rounded up, when it succeeds; a failed one costs nothing. durationSeconds is how much of the recording is transcribed from its beginning, normally its length. A finished job comes with its transcript. If it is still running when waitSeconds is over, call get_transcription with its id; transcribing again would be charged again.",
  contract,
  input: contract.params.extend({
    projectId: contract.params.shape.projectId.describe(
      "A shared project, whose owner's credits it takes; left out: the account's own.",
    ),
    waitSeconds: waitSeconds({ default: 60, max: 300 }),
  }),
  output: transcribed,
  annotations: { readOnly: false, destructive: false, idempotent: false, openWorld: true },
  async run(call, { waitSeconds: seconds, ...request }) {
    const { job } = await call.call(contract, request);
    const reached = await waitForTranscription(call, job, seconds);
    try {
      return await withTranscript(call, reached);
    } catch (error) {
      // The caller must not lose the id of what it has paid for: get_transcription gives the transcript later.
      if (error instanceof ServiceError && error.code === "unavailable") return { job: reached };
      throw error;
    }
  },
});
