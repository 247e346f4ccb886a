import type { Auth } from "../../contracts/auth.js";
import type { ServiceError } from "../../contracts/errors.js";
import { canBuy } from "../../contracts/can-buy.js";
import { renderError, toServiceError } from "../../runtime/errors/render.js";
import type { Host } from "../../runtime/process/host.js";
import type { ToolResult } from "./tool.js";
import { readableJson } from "./readable-json.js";
import { isBlocked, nextStep, type BlockedCode } from "./next-step.js";

type Surroundings = Pick<Host, "log" | "config" | "baseUrl">;

export interface FailedCall {
  auth: Auth;
  requestId: string;
  tool: string;
  /** True when the tool has the input `projectId`. */
  takesProject?: boolean;
  /** Names of the tools that the credential is offered. */
  offered: ReadonlySet<string>;
}

/**
 * Turns an error into a tool's result: the REST sentence, or JSON when the account is blocked (rules/mcp 5
 * and 6).
 */
export function failureOf(thrown: unknown, host: Surroundings, failed: FailedCall): ToolResult {
  const error = toServiceError(thrown);
  const { body, isExpected } = renderError(error, failed.requestId);
  if (!isExpected)
    host.log.error({ err: thrown, requestId: failed.requestId, tool: failed.tool }, "a tool failed");
  const { code, message } = body.error;
  const text = isBlocked(code) ? readableJson(blocked(code, message, error, host, failed)) : message;
  return { isError: true, content: [{ type: "text", text }] };
}

/** Describes a blocked account; `balance` is the caller's own, and present only when the caller pays. */
function blocked(
  code: BlockedCode,
  message: string,
  error: ServiceError,
  host: Surroundings,
  { offered, takesProject = true }: FailedCall,
): object {
  const { balance, estimatedCredits, isContent = false } = error.details;
  return {
    error: code,
    message,
    ...(balance !== undefined && { balance }),
    ...(estimatedCredits !== undefined && { estimatedCredits }),
    nextStep: nextStep(code, {
      offered,
      canBuy: canBuy(host),
      // Refusals about the credits of another account never tell a balance.
      paysSelf: code !== "plan_required" || balance !== undefined,
      baseUrl: host.baseUrl,
      isContent,
      takesProject,
    }),
  };
}
