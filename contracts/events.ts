import { z } from "zod";
import { type Contract, contract } from "./contract.js";
import { timestamp } from "./ids.js";

/** What an account hears of, and the name of its events. */
export const ACCOUNT_EVENT_TYPES = ["generation", "transcription", "run"] as const;
export type AccountEventType = (typeof ACCOUNT_EVENT_TYPES)[number];

/** The `data` of an event: how a thing stood after the change. The rest of it is read by its id. */
export const accountChange = z.strictObject({
  type: z.enum(ACCOUNT_EVENT_TYPES),
  id: z.string(),
  status: z.string().describe("As the thing's own `status`."),
  progress: z.number().nullable(),
  queuePosition: z.int().nullable(),
  projectId: z.string().nullable(),
  workflowId: z.string().optional().describe("Of a run: with `id` it is the run's address."),
  at: timestamp(),
});
export type AccountChange = z.infer<typeof accountChange>;

/**
 * Answered as `text/event-stream` by every gateway itself (services/events). `ready` is the first event; `generation`,
 * `transcription` and `run` carry `accountChange`; `reset` says that events were missed.
 */
export const streamEvents = contract({
  name: "events.stream",
  description:
    "Server-sent events: the caller's jobs, transcriptions and workflow runs as they change. With `Last-Event-ID` a broken stream goes on where it ended; when what came since is not kept any more, the first event is `reset`.",
  params: z.object({
    lastEventId: z
      .string()
      .optional()
      .describe("As the header Last-Event-ID, for clients that cannot send one; the header wins."),
  }),
  result: accountChange,
  audience: "account",
  rest: { method: "GET", path: "/v1/events", respond: "events" },
  area: "generation",
});

/** Answered by raw routes that stream; `contracts/index.ts` does not list them. */
export const EVENT_CONTRACTS: readonly Contract[] = [streamEvents];
