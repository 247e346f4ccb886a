import type { Auth } from "../../../contracts/auth.js";
import type { Contract, InputOf, ResultOf } from "../../../contracts/contract.js";
import type { CallMeta } from "../../../runtime/actions/context.js";
import type { Host } from "../../../runtime/process/host.js";
import type { Page } from "../../../runtime/http/pages/frame.js";
import type { PageSources } from "../../../runtime/http/pages/page-headers.js";

/** The session that the browser is to keep, or null to forget it, in the form of the API's results. */
export type SetSession = { secret: string; maxAgeSeconds: number } | null;

/** A page, or the address to which the browser goes instead. */
export type PageAnswer =
  | {
      page: Page;
      status?: number;
      headers?: Readonly<Record<string, string>>;
      sources?: PageSources;
      /** True when browsers get the console, with this page for those without scripts (ADR-0052). */
      isConsole?: boolean;
    }
  | { to: string; session?: SetSession };

/** A request of a browser for a page, or with a page's form. */
export interface Visit {
  host: Pick<Host, "config" | "baseUrl">;
  auth: Auth | null;
  params: Readonly<Record<string, string>>;
  query: URLSearchParams;
  form: URLSearchParams;
  /** The path and query, to come back to. */
  address: string;
  /** Calls the action that the API's route calls, as this person. */
  call<C extends Contract>(contract: C, params: InputOf<C>, meta?: Partial<CallMeta>): Promise<ResultOf<C>>;
}

/** A visit of somebody who is signed in. */
export type OwnVisit = Visit & { auth: Auth };

interface Mounted {
  method: "GET" | "POST";
  path: string;
}

/** A page that everybody may open; `auth` may be null. */
export interface OpenPage extends Mounted {
  audience: "anybody";
  answer(visit: Visit): PageAnswer | Promise<PageAnswer>;
}

/** A page that needs a session; other visitors sign in first. */
export interface OwnPage extends Mounted {
  audience: "signed in";
  answer(visit: OwnVisit): PageAnswer | Promise<PageAnswer>;
}

export type PageRoute = OpenPage | OwnPage;

export const openPage = (method: Mounted["method"], path: string, answer: OpenPage["answer"]): OpenPage => ({
  method,
  path,
  audience: "anybody",
  answer,
});

export const ownPage = (method: Mounted["method"], path: string, answer: OwnPage["answer"]): OwnPage => ({
  method,
  path,
  audience: "signed in",
  answer,
});
