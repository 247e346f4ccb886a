import type { IncomingMessage } from "node:http";
import type { ActionEndpoint, Context } from "moleculer";
import type { Auth } from "../../../contracts/auth.js";
import type { ServiceError } from "../../../contracts/errors.js";
import type { Scope } from "../../../contracts/scopes.js";
import type { Asked } from "../call-contract.js";
import type { ExternalAnswer } from "./answer.js";

/** One request for an external service. */
export interface ExternalRequest {
  asked: Asked;
  requestId: string;
  /** What an address that nobody serves is answered with. */
  unknown(): ServiceError;
  /** Called when it is known who asks. */
  admitted(auth: Auth): void;
}

/** The same on its way: who asks, and how it ended. */
export interface Underway extends ExternalRequest {
  auth?: Auth;
  answer?: ExternalAnswer;
  error?: Error;
}

/** What moleculer-web keeps at a request. */
export type WebRequest = IncomingMessage & {
  $ctx: Context<unknown, Record<string, unknown>>;
  $endpoint: ActionEndpoint;
  /** Missing until a route is found whose service is there. */
  $action?: { name: string; scope?: Scope | null };
  $params: { params?: Record<string, string>; query?: Record<string, unknown> };
};

/** The full name of the service whose action a request asks for; null before it is known. */
export const serviceOf = ({ $action }: WebRequest): string | null =>
  $action === undefined ? null : $action.name.slice(0, $action.name.lastIndexOf("."));
