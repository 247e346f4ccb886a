import { createHash } from "node:crypto";
import { readAskAbove } from "../../../contracts/billing.js";
import { ServiceError } from "../../../contracts/errors.js";
import { takeUses } from "../../../runtime/actions/limited-uses.js";
import type { Agent, Caller } from "../agent.js";
import type { Tool } from "../tool.js";
import { costOf, spends } from "./cost-of.js";

/** Seconds for which a question may be answered. */
export const ANSWER_SECONDS = 600;

/**
 * The subject of a question to a person, as it comes back with the answer: signed, and bound to the
 * credential.
 */
export interface Question {
  tool: string;
  /** Hash of the arguments. */
  asked: string;
  /** Most credits that the call costs; null when the cost is known only afterwards. */
  credits: number | null;
  /** Random id, so that an answer counts only once. */
  nonce: string;
}

/**
 * Returns the cost of a call above the threshold of its connected agent; null when the call needs no answer.
 * Throws what the tool itself would refuse.
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
  // A refusal of the price refuses the call: a call whose price is unknown must not run without a question.
  const cost = await costOf(tool, call, args);
  if (cost <= above) return null;
  return { credits: Number.isFinite(cost) ? cost : null, above };
}

/** Writes the question for the person. Names are the person's own, and texts that an app wrote are cut. */
export function questionFor(tool: Tool, args: Record<string, unknown>, credits: number | null): string {
  const what =
    credits === null ? "what it costs is known only afterwards" : `it costs up to ${credits} credits`;
  const of = args["model"] ?? args["applicationId"] ?? args["workflowId"];
  const named = typeof of === "string" ? ` with ${of.slice(0, 60).replaceAll(/[^\w .-]/g, "")}` : "";
  const namesPayer = "projectId" in (tool.listing.inputSchema.properties ?? {});
  const payer = namesPayer && args["projectId"] === undefined ? "you pay" : "the project's owner pays";
  return `Kiln: may the agent do "${tool.listing.title}"${named}? ${what[0]?.toUpperCase()}${what.slice(1)}; ${payer}.`;
}

/** Throws `forbidden` for a call that needs an answer, in revisions that cannot ask during a call. */
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

/** Makes the refusal for a client that cannot ask. */
export const cannotAsk = ({ credits, above }: { credits: number | null; above: number }): ServiceError =>
  new ServiceError(
    "forbidden",
    `This agent asks its person before it spends more than ${above} credits, and ${credits === null ? "what this costs is known only afterwards" : `this costs up to ${credits}`}. This client cannot ask: it has to speak the revision 2026-07-28 and declare elicitation, or the person raises askAboveCredits of the connected agent.`,
  );

export const refusedByPerson = (): ServiceError =>
  new ServiceError("forbidden", "The person did not allow this. Nothing was started, and nothing was spent.");

/** Returns a hash of arguments that does not depend on the order of their keys. */
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

/** Uses an answer, which is good for one call on whatever process. Throws `forbidden` for the second use. */
export async function useAnswer({ host }: Agent, { nonce }: Question): Promise<void> {
  const allowance = { name: `agent approval\n${nonce}`, limit: 1, windowMs: 2 * ANSWER_SECONDS * 1000 };
  const { waitMs } = await host.transact((tx) => takeUses(tx, [allowance]));
  if (waitMs > 0)
    throw new ServiceError(
      "forbidden",
      "This answer was used already. Call again, and the person is asked anew.",
    );
}
