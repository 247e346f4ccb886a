import { z } from "zod";
import type { Auth } from "../../../contracts/auth.js";
import type { Contract } from "../../../contracts/contract.js";
import { notFound, ServiceError } from "../../../contracts/errors.js";
import { signOut } from "../../../contracts/identity.js";
import { getProject } from "../../../contracts/projects.js";
import { grants, scopeMessage } from "../../../contracts/scopes.js";
import type { ServiceContext } from "../../../plugins/kit/service-context.js";
import type { ActionContext, CallMeta } from "../../actions/context.js";
import type { Host } from "../../process/host.js";
import { outsidePlugins } from "../plugin-context.js";
import { dataFor } from "./service-data.js";
import type { ServiceDatabase } from "./service-database.js";

/** The parts of a host that plugins' services may use. */
export type Lender = Pick<
  Host,
  "call" | "edgeCall" | "contracts" | "hosted" | "config" | "log" | "baseUrl" | "plugins"
>;

/** The data that all calls of a service share. */
export interface ServiceRoom {
  host: Lender;
  service: string;
  database: ServiceDatabase;
}

/** Returns the context of one call as the handler sees it. */
export function contextFor(
  { host, service, database }: ServiceRoom,
  contract: Contract,
  { meta, idempotency }: ActionContext,
  { signal, endsAt }: { signal: AbortSignal; endsAt: number },
): ServiceContext {
  const { auth, requestId } = meta;
  let calls = 0;
  return {
    caller: auth && {
      accountId: auth.accountId,
      email: auth.email,
      kind: auth.kind,
      isOperator: auth.isOperator,
    },
    requestId,
    signal,
    get remainingMs() {
      return Math.max(0, endsAt - performance.now());
    },
    data: dataFor(database, idempotency),
    settings: settingsOf(service, host.config.env),
    baseUrl: host.baseUrl,
    log: {
      info: (message) => host.log.info({ service, requestId }, cut(message)),
      warn: (message) => host.log.warn({ service, requestId }, cut(message)),
    },
    project: (projectId) =>
      outsidePlugins(async () => {
        const { project } = await host.call(getProject, { id: projectId }, withoutKey(meta));
        return { id: project.id, role: project.role };
      }),
    call: (name, params) =>
      outsidePlugins(async () => {
        const asked = openTo(host, auth, contract, name);
        calls += 1;
        const own = { ...meta, idempotency: keyFor(meta, name, calls) };
        return (await (asked.rest?.edge === true
          ? host.edgeCall(asked, params, own, signal)
          : host.call(asked, params, own))) as Record<string, unknown>;
      }),
  };
}

const cut = (message: unknown): string => String(message).slice(0, 2000);

const withoutKey = (meta: CallMeta): CallMeta => ({ ...meta, idempotency: null });

/**
 * Returns the idempotency key of a nested call, so that the same call of a repeated request has the same key.
 */
const keyFor = ({ idempotency }: CallMeta, name: string, calls: number): CallMeta["idempotency"] =>
  idempotency && { key: idempotency.key, route: `${idempotency.route} ${name} ${calls}` };

const kept = new WeakMap<object, Map<string, Readonly<Record<string, string>>>>();

/** Returns the variables `PLUGIN_<SERVICE>_<NAME>` of the environment by `<NAME>`. */
function settingsOf(
  service: string,
  env: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  const known = kept.get(env) ?? new Map<string, Readonly<Record<string, string>>>();
  kept.set(env, known);
  const prefix = `PLUGIN_${service.toUpperCase()}_`;
  let settings = known.get(service);
  if (settings === undefined) {
    const own = Object.entries(env).flatMap(([name, value]) =>
      name.startsWith(prefix) && value !== undefined ? [[name.slice(prefix.length), value] as const] : [],
    );
    known.set(service, (settings = Object.freeze(Object.fromEntries(own))));
  }
  return settings;
}

/**
 * The contracts that may have credits spent although they do not declare `spends`: a translation, and a
 * publish, which may have translations made.
 */
const MAY_SPEND = ["content.publishDocument", "translation.translateDocument"];

/**
 * Returns true for contracts whose result has a session, and for the one that ends a session: a service
 * neither receives nor ends a session.
 */
const isOfSession = ({ name, result }: Contract): boolean =>
  name === signOut.name || (result instanceof z.ZodObject && "session" in result.shape);

/**
 * Returns the contract if REST would let the caller's credential call it, and throws the error that REST
 * would answer otherwise. Also throws for a contract that no service may call, and for one that writes or
 * spends more than the service's own contract declares.
 */
function openTo(host: Lender, auth: Auth | null, own: Contract, name: string): Contract {
  const found = host.contracts.find(name);
  const { rest, audience, scope } = found ?? {};
  const isOurs = found !== undefined && !host.contracts.plugins.includes(found);
  const isJson = rest !== undefined && (rest.respond ?? "json") === "json" && rest.path.startsWith("/v1/");
  if (!isOurs || !isJson || audience === "internal" || rest.accept === "raw" || isOfSession(found))
    throw notFound(`There is no contract ${name} that a service could call.`);
  if (audience !== "public" && auth === null) throw new ServiceError("unauthenticated");
  if (audience === "session" && auth?.kind !== "session") throw new ServiceError("unauthenticated");
  if (audience === "operator" && (auth?.isOperator !== true || auth.scopes !== null))
    throw notFound(`There is no contract ${name} that a service could call.`);
  if (scope && auth !== null && audience !== "public" && !grants(auth.scopes, scope))
    throw new ServiceError("forbidden", scopeMessage(scope));
  if (found.effect === "write" && own.effect === "read")
    throw new Error(
      `${own.name} calls ${name}, which writes, so its contract must not have the effect read.`,
    );
  if ((found.spends === true || MAY_SPEND.includes(name)) && own.spends !== true)
    throw new Error(`${own.name} calls ${name}, which spends credits: its contract must say spends: true.`);
  if (rest.edge === true && !host.hosted.has("gateway"))
    throw new ServiceError("unavailable", `${name} can be called where the gateway runs.`);
  return found;
}
