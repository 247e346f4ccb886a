import { z } from "zod";
import { type Contract, contract, pathNames } from "../../../contracts/contract.js";
import { AREAS } from "../../../contracts/scopes.js";
import type { ServiceContract } from "../../../plugins/kit/service.js";
import { issueSentence } from "../../actions/issue-sentence.js";

/** The path below which the routes of all plugins' services lie. */
export const SERVICES_PATH = "/v1/p";

const SEGMENT = "(?:[a-z0-9][a-z0-9-]{0,63}|:[a-z][A-Za-z0-9]{0,39})";
/**
 * The path behind the service's name. It has at most eight segments, because each one makes look-ups longer.
 */
const PATH = new RegExp(`^(?:/${SEGMENT}){0,8}$`);
const VERB = /^[a-z][A-Za-z0-9]{0,39}$/;

const isObject = (value: unknown): value is z.ZodObject => value instanceof z.ZodObject;

const declared = z.strictObject({
  name: z.string(),
  description: z.string().trim().min(1).max(1000),
  params: z.custom<z.ZodObject>(isObject, "must be a z.object()"),
  result: z.custom<z.ZodObject>(isObject, "must be a z.object()"),
  audience: z.enum(["public", "account", "operator"]),
  area: z.enum(AREAS).optional(),
  rest: z.strictObject({
    method: z.enum(["GET", "POST", "PUT", "PATCH", "DELETE"]),
    path: z.string(),
    query: z.array(z.string()).optional(),
    respond: z.enum(["json", "redirect"]).optional(),
  }),
  effect: z.enum(["read", "write"]).optional(),
  spends: z.boolean().optional(),
  idempotent: z.boolean().optional(),
  tool: z
    .strictObject({
      title: z.string().trim().min(1).max(100),
      destructive: z.boolean().optional(),
      idempotent: z.boolean().optional(),
      openWorld: z.boolean().optional(),
    })
    .optional(),
});

const kept = new WeakMap<object, Contract>();

/**
 * Returns the contract that a plugin declares, in the form of Kiln's routes and tools; the same declaration
 * always gives the same object. Throws one sentence.
 */
export function readContract(service: string, given: unknown): Contract {
  const known = kept.get(Object(given));
  if (known !== undefined) return known;
  const parsed = declared.safeParse(given, { reportInput: true });
  const called = `The contract ${String((given as { name?: unknown } | null)?.name)}`;
  if (!parsed.success) throw new Error(`${called} is not sound: ${issueSentence(parsed.error.issues)}`);
  const { name, area, rest, audience, ...others } = parsed.data;
  const [owner, verb = "", ...more] = name.split(".");
  if (owner !== service || !VERB.test(verb) || more.length > 0)
    throw new Error(`${called} must be named ${service}.<verb>, the verb of letters and digits.`);
  refusePath(called, service, rest.path);
  refuseNames(called, parsed.data);
  refuseUndrawable(called, others);
  const made = contract({
    name: name as `${string}.${string}`,
    ...(others as Omit<ServiceContract, "name" | "audience" | "rest" | "area">),
    audience,
    rest,
    ...(audience === "account" && { area: area ?? "plugins" }),
  });
  kept.set(Object(given), made);
  return made;
}

function refusePath(called: string, service: string, path: string): void {
  const start = `${SERVICES_PATH}/${service}`;
  if (!path.startsWith(start) || !PATH.test(path.slice(start.length)))
    throw new Error(
      `${called} must have a path of ${start} and up to eight segments: lower-case letters, digits and dashes, or :name.`,
    );
}

/**
 * Throws for a contract whose parts contradict each other: names in the path or the query that are no
 * parameters, a GET that writes or spends, a redirect without a location, and tools, idempotency or areas
 * that the contract's audience does not allow.
 */
function refuseNames(
  called: string,
  { params, result, rest, audience, ...given }: z.infer<typeof declared>,
): void {
  const known = Object.keys(params.shape);
  const missing = [...pathNames(rest.path), ...(rest.query ?? [])].find((name) => !known.includes(name));
  if (missing !== undefined) throw new Error(`${called} names ${missing}, which is not among its params.`);
  if (rest.method === "GET" && given.effect === "write")
    throw new Error(`${called} is a GET, so its effect cannot be write: a link from anywhere would do it.`);
  if (rest.method === "GET" && given.spends === true)
    throw new Error(
      `${called} is a GET, so spends cannot be true: a link from anywhere would spend credits.`,
    );
  if (rest.respond === "redirect" && !("location" in result.shape))
    throw new Error(`${called} redirects, so its result must have a location.`);
  if (given.tool !== undefined && (audience !== "account" || rest.respond === "redirect"))
    throw new Error(`${called} cannot be a tool: tools are contracts of accounts that answer JSON.`);
  if (given.idempotent === true && audience !== "account")
    throw new Error(`${called} cannot be idempotent: an Idempotency-Key belongs to an account.`);
  if (given.area !== undefined && audience !== "account")
    throw new Error(`${called} has an area, and only contracts of accounts have a scope.`);
}

/**
 * Refuses schemas that cannot be converted, so that the failure appears here and not when routes, tools or
 * the reference are generated for a reader.
 */
function refuseUndrawable(
  called: string,
  { params, result }: { params: z.ZodType; result: z.ZodType },
): void {
  try {
    z.toJSONSchema(params, { io: "input", unrepresentable: "any" });
    z.toJSONSchema(result, { io: "output", unrepresentable: "any" });
  } catch (cause) {
    throw new Error(`${called} has a schema that cannot be drawn as JSON Schema.`, { cause });
  }
}
