import type { IncomingMessage } from "node:http";
import type { ActionEndpoint, Context } from "moleculer";
import type { Auth } from "../../../contracts/auth.js";
import type { ServiceError } from "../../../contracts/errors.js";
import type { Scope } from "../../../contracts/scopes.js";
import type { ExternalAnswer } from "./answer.js";
import type { Asked } from "../foreign-origin.js";

/** A request for an external service. */
export interface ExternalRequest {
  asked: Asked;
  requestId: string;
  /** Returns the error for an address that nobody serves. */
  unknown(): ServiceError;
  /** Called when the caller is known. */
  admitted(auth: Auth): void;
}

/** A request for an external service on its way: its caller, and its outcome. */
export interface Underway extends ExternalRequest {
  auth?: Auth;
  answer?: ExternalAnswer;
  error?: Error;
}

/** The properties that moleculer-web keeps at a request. */
export type WebRequest = IncomingMessage & {
  $ctx: Context<unknown, Record<string, unknown>>;
  $endpoint: ActionEndpoint;
  /** The action that was found; missing until a route is found whose service is there. */
  $action?: { name: string; scope?: Scope | null };
  $params: { params?: Record<string, string>; query?: Record<string, unknown> };
};

/** Returns the full name of the service whose action a request asks for; null before it is known. */
export const serviceOf = ({ $action }: WebRequest): string | null =>
  $action === undefined ? null : $action.name.slice(0, $action.name.lastIndexOf("."));
