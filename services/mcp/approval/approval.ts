import { createHash } from "node:crypto";
import { readAskAbove } from "../../../contracts/billing.js";
import { ServiceError } from "../../../contracts/errors.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import type { Agent, Caller } from "../agent.js";
import type { Tool } from "../tool.js";
import { costOf, spends } from "./cost-of.js";

/** For how long a question may be answered. */
export const ANSWER_SECONDS = 600;

/** What a person is asked about, as it comes back with the answer: signed, and bound to the credential. */
export interface Question {
  tool: string;
  /** A hash of the arguments. */
  asked: string;
  /** What it costs at most; null: that is known only afterwards. */
  credits: number | null;
  /** An answer counts once. */
  nonce: string;
}

/**
 * What a call would spend above the threshold of its connected agent; null: it needs no answer. Throws what the
 * tool itself would refuse.
 */
export async function needsAnswer(
  agent: Agent,
  tool: Tool,
  args: Record<string, unknown>,
  caller: Caller,
): Promise<{ credits: number | null; above: number } | null> {
  const { kind, budgetId } = agent.meta.auth;
  if (kind !== "grant" || !budgetId || !spends(tool)) return null;
  const call = agent.callOf(tool.name, caller);
  const { credits: above } = await call.call(readAskAbove, { id: budgetId });
  if (above === null) return null;
  // What refuses the price refuses the call: it must not go on unasked because the two might differ.
  const cost = await costOf(tool, call, args);
  if (cost <= above) return null;
  return { credits: Number.isFinite(cost) ? cost : null, above };
}

/** The sentence that a person reads; names are their own, and what an app wrote is cut. */
export function questionFor(tool: Tool, args: Record<string, unknown>, credits: number | null): string {
  const what =
    credits === null ? "what it costs is known only afterwards" : `it costs up to ${credits} credits`;
  const of = args["model"] ?? args["applicationId"] ?? args["workflowId"];
  const named = typeof of === "string" ? ` with ${of.slice(0, 60).replaceAll(/[^\w .-]/g, "")}` : "";
  const namesPayer = "projectId" in (tool.listing.inputSchema.properties ?? {});
  const payer = namesPayer && args["projectId"] === undefined ? "you pay" : "the project's owner pays";
  return `Kiln: may the agent do "${tool.listing.title}"${named}? ${what[0]?.toUpperCase()}${what.slice(1)}; ${payer}.`;
}

/** For clients of the revisions that have no questions on the way. Throws `forbidden`. */
export async function refuseUnasked(
  agent: Agent,
  tool: Tool,
  args: Record<string, unknown>,
  caller: Caller,
): Promise<null> {
  const needed = await needsAnswer(agent, tool, args, caller);
  if (needed !== null) throw cannotAsk(needed);
  return null;
}

/** Of a client that cannot ask. */
export const cannotAsk = ({ credits, above }: { credits: number | null; above: number }): ServiceError =>
  new ServiceError(
    "forbidden",
    `This agent asks its person before it spends more than ${above} credits, and ${credits === null ? "what this costs is known only afterwards" : `this costs up to ${credits}`}. This client cannot ask: it has to speak the revision 2026-07-28 and declare elicitation, or the person raises askAboveCredits of the connected agent.`,
  );

export const refusedByPerson = (): ServiceError =>
  new ServiceError("forbidden", "The person did not allow this. Nothing was started, and nothing was spent.");

/** The same arguments in another order are the same. */
export function hashOf(args: unknown): string {
  const sorted = (value: unknown): unknown =>
    Array.isArray(value)
      ? value.map(sorted)
      : value !== null && typeof value === "object"
        ? Object.fromEntries(
            Object.entries(value)
              .toSorted(([one], [other]) => (one < other ? -1 : 1))
              .map(([key, each]) => [key, sorted(each)]),
          )
        : value;
  return createHash("sha256")
    .update(JSON.stringify(sorted(args)) ?? "")
    .digest("base64url");
}

/** An answer is good for one call, on whatever process. Throws `forbidden` for the second one. */
export async function useAnswer({ host }: Agent, { nonce }: Question): Promise<void> {
  const allowance = { name: `agent approval\n${nonce}`, limit: 1, windowMs: 2 * ANSWER_SECONDS * 1000 };
  const { waitMs } = await host.transact((tx) => takeUses(tx, [allowance]));
  if (waitMs > 0)
    throw new ServiceError(
      "forbidden",
      "This answer was used already. Call again, and the person is asked anew.",
    );
}
