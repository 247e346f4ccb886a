import { z } from "zod";
import { type Contract, contract } from "./contract.js";
import { timestamp } from "./ids.js";

/** Kinds of things whose changes an account is told of; each is the name of its events. */
export const ACCOUNT_EVENT_TYPES = ["generation", "transcription", "run"] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** The `data` of an event: the state of a thing after the change. Clients read the rest by its id. */
export const accountChange = z.strictObject({
  type: z.enum(ACCOUNT_EVENT_TYPES),
  id: z.string(),
  status: z.string().describe("Status, as in the thing's own `status`."),
  progress: z.number().nullable(),
  queuePosition: z.int().nullable(),
  projectId: z.string().nullable(),
  workflowId: z.string().optional().describe("Id of a run's workflow: with `id` it forms the run's address."),
  at: timestamp(),
});
export type AccountChange = z.infer<typeof accountChange>;

/**
 * Every gateway answers this itself as `text/event-stream` (services/events). `ready` is the first event;
 * `generation`, `transcription` and `run` carry `accountChange`; `reset` says that events were missed.
 */
export const streamEvents = contract({
  name: "events.stream",
  description:
    "Streams the caller's jobs, transcriptions and workflow runs as server-sent events when they change. With `Last-Event-ID` a broken stream goes on where it ended; when the events since then are no longer kept, the first event is `reset`.",
  params: z.object({
    lastEventId: z
      .string()
      .optional()
      .describe(
        "Id of the last event, for clients that cannot send the header Last-Event-ID; the header wins.",
      ),
  }),
  result: accountChange,
  audience: "account",
  rest: { method: "GET", path: "/v1/events", respond: "events" },
  area: "generation",
});

/** Contracts that raw routes answer with a stream; `contracts/index.ts` does not list them. */
export const EVENT_CONTRACTS: readonly Contract[] = [streamEvents];
