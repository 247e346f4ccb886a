import {
  cancelTranscription,
  getTranscription,
  type TranscriptionView,
} from "../../contracts/transcriptions.js";
import type { ToolCall } from "./tool.js";
import { endOfWait } from "./wait-seconds.js";

const isOver = ({ status }: TranscriptionView): boolean => status === "succeeded" || status === "failed";

/** Waits at most `seconds` for a transcription's end; returns the state reached. With 0 it reads nothing. */
export async function waitForTranscription(
  call: ToolCall,
  first: TranscriptionView,
  seconds: number,
): Promise<TranscriptionView> {
  if (seconds === 0) return first;
  return call.waitFor({
    first,
    isOver,
    read: async () => (await call.call(getTranscription, { id: first.id })).job,
    describe: ({ status }) => `The transcription is ${status}.`,
    onChange: (wake) => call.host.signals.on("transcription.settled", ({ id }) => id === first.id && wake()),
    cancel: ({ id }) => call.call(cancelTranscription, { id }),
    until: endOfWait(call.startedAt, seconds),
    totalSeconds: seconds,
  });
}
