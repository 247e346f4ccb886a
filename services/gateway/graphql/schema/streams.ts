import type { AccountEventType } from "../../../../contracts/events.js";
import type { CallingField } from "./make-schema.js";

interface Stream {
  /** The field of Subscription. */
  name: string;
  /** What reads the thing anew after each change; null: the changes themselves are given. */
  contract: string | null;
  /** The changes that it is about; null: all. */
  kind: AccountEventType | null;
  /** The parameter that has the id of the thing. */
  id: string;
  description: string;
}

export interface StreamingField extends CallingField, Pick<Stream, "kind" | "id"> {}

/** What can be waited for (ADR-0062). */
export const STREAMS: readonly Stream[] = [
  {
    name: "generation",
    contract: "generation.get",
    kind: "generation",
    id: "id",
    description: "A job as it is, and after each change until it is over.",
  },
  {
    name: "transcription",
    contract: "transcriptions.get",
    kind: "transcription",
    id: "id",
    description: "A transcription as it is, and after each change until it is over.",
  },
  {
    name: "run",
    contract: "workflows.getRun",
    kind: "run",
    id: "runId",
    description: "A run as it is, and after each change until it is over.",
  },
  {
    name: "changes",
    contract: null,
    kind: null,
    id: "id",
    description: "Every change of the account's jobs, transcriptions and runs, from now on.",
  },
];

/** Statuses after which nothing changes. */
export const OVER: ReadonlySet<string> = new Set([
  "succeeded",
  "failed",
  "canceled",
  "complete",
  "error",
  "stopped",
]);
