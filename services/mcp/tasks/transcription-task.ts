import { z } from "zod";
import { cancelTranscription, getTranscription } from "../../../contracts/transcriptions.js";
import { withTranscript } from "../tools/get-transcription.js";
import type { TaskKind } from "./task.js";

const given = z.object({ job: z.object({ id: z.string() }) });

/** Task of a transcription that transcribe started. */
export const transcriptionTask: TaskKind = {
  name: "transcription",
  readsWith: "get_transcription",
  cancelsWith: "transcribe",
  partsOf: (result) => [given.parse(result).job.id],
  async read(call, [id = ""]) {
    const { job } = await call.call(getTranscription, { id });
    const state = {
      message: `The transcription is ${job.status}.`,
      createdAt: job.createdAt,
      updatedAt: job.completedAt ?? new Date().toISOString(),
    };
    if (job.status !== "succeeded" && job.status !== "failed") return { ...state, status: "working" };
    if (job.error?.code === "canceled") return { ...state, status: "cancelled" };
    return { ...state, status: "completed", result: await withTranscript(call, job) };
  },
  cancel: (call, [id = ""]) => call.call(cancelTranscription, { id }),
};
