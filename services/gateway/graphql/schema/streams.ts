import type { AccountEventType } from "../../../../contracts/events.js";
import type { ContractField } from "./contract-field.js";
import type { Relation } from "./relations.js";

/** A field of the schema that calls a contract; a field of an object type is a relation. */
export interface CallingField extends ContractField {
  relation: Relation | null;
}

interface Stream {
  /** The name of the field of Subscription. */
  name: string;
  /** The contract that reads the thing anew after each change; null where the changes are given. */
  contract: string | null;
  /** The kind of changes that the field gives; null for all kinds. */
  kind: AccountEventType | null;
  /** The parameter that has the id of the thing. */
  id: string;
  description: string;
}

export interface StreamingField extends CallingField, Pick<Stream, "kind" | "id"> {}

/** The things whose changes a subscription gives (ADR-0062). */
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

/** The statuses after which nothing changes. */
export const OVER: ReadonlySet<string> = new Set([
  "succeeded",
  "failed",
  "canceled",
  "complete",
  "error",
  "stopped",
]);
