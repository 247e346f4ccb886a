import { getNamedType } from "graphql";
import { pathNames } from "../../../contracts/contract.js";
import type { PlatformSchema } from "../../../services/gateway/graphql/schema/make-schema.js";
import type { Client } from "../client.js";
import { presented, selectionOf } from "../graphql-answers.js";
import { alike } from "./alike.js";
import type { Params, Twin } from "./twin.js";
import type { CallingField } from "../../../services/gateway/graphql/schema/streams.js";

/** Description of how one mutation is done and refused. */
export interface Act {
  /** Makes a subject, and returns the arguments of the act on it. */
  on(twin: Twin): Params | Promise<Params>;
  /**
   * Arguments that are changed so that a rule refuses the act. An id in the path that does not exist is tried without being
   * listed.
   */
  wrong?: Params;
  /** Makes a subject on which the same arguments are refused, where a state refuses and no value does. */
  refusedOn?(twin: Twin): Params | Promise<Params>;
}

export type Acts = Readonly<Record<string, Act>>;

/** Answer of one way (REST or GraphQL): the result, or the reason for the refusal. */
export interface Outcome {
  given?: unknown;
  refused?: { code: string; message: string };
}

/** Id of nothing. */
export const NOBODY = "00000000-0000-4000-8000-000000000000";
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Returns the arguments with the first id of the path replaced by NOBODY. Returns null where the path has no id. */
export function ofNobody({ contract }: CallingField, params: Params): Params | null {
  const name = pathNames(contract.rest?.path ?? "").find((each) => UUID.test(String(params[each])));
  return name === undefined ? null : { ...params, [name]: NOBODY };
}

/**
 * Returns the arguments with the last letter of the first name of the body left out, and that name. Without such a name an
 * unknown one is added.
 */
export function misspelt(
  { contract }: CallingField,
  params: Params,
): { params: Params; name: string | null } {
  const path = pathNames(contract.rest?.path ?? "");
  const name = Object.keys(params).find((each) => !path.includes(each) && each.length > 3) ?? null;
  if (name === null) return { params: { ...params, nonsense: 1 }, name };
  const { [name]: value, ...others } = params;
  return { params: { ...others, [name.slice(0, -1)]: value }, name };
}

/** Does the act by REST. Arguments that are not in the path become the query of a GET, and else the body. */
export async function byRest(field: CallingField, params: Params, client: Client): Promise<Outcome> {
  const { method = "POST", path = "" } = field.contract.rest ?? {};
  const others = { ...params };
  const address = path.replaceAll(/:(\w+)/g, (_, name: string) => {
    const { [name]: value } = others;
    delete others[name];
    return encodeURIComponent(String(value));
  });
  const isRead = method === "GET";
  const query = isRead ? `?${new URLSearchParams(others as Record<string, string>).toString()}` : "";
  const hasBody = !isRead && (method !== "DELETE" || Object.keys(others).length > 0);
  const answer = await client.send(method, address + query, hasBody ? { body: others } : {});
  if (answer.status === 200) return { given: alike(presented(field, answer.body) ?? null) };
  const { code, message } = answer.body.error as { code: string; message: string };
  return refusedWith(code, message);
}

/** Does the act by the GraphQL field. */
export async function byGraphql(
  { name: field, operation }: CallingField,
  params: Params,
  client: Client,
  { schema, fields }: PlatformSchema,
): Promise<Outcome> {
  const root = operation === "query" ? schema.getQueryType() : schema.getMutationType();
  const made = root?.getFields()[field];
  if (made === undefined) throw new Error(`There is no ${operation} ${field}.`);
  const names = Object.keys(params);
  const typeOf = (name: string) => String(made.args.find((arg) => arg.name === name)?.type ?? "JSON");
  const declared = names.map((name) => `$${name}: ${typeOf(name)}`).join(", ");
  const used = names.map((name) => `${name}: $${name}`).join(", ");
  const selection = selectionOf(getNamedType(made.type), fields);
  const query = `${operation}${declared && `(${declared})`} { ${field}${used && `(${used})`}${selection} }`;
  const { body } = await client.post("/v1/graphql", { query, variables: params });
  const errors = (body.errors ?? []) as { message: string; extensions: { code: string } }[];
  if (errors.length === 0) return { given: alike(body.data[field]) };
  const codes = new Set(errors.map(({ extensions }) => extensions.code));
  return refusedWith([...codes].join(" "), errors.map(({ message }) => message).join(" "));
}

const refusedWith = (code: string, message: string): Outcome => ({
  refused: alike({ code, message }) as { code: string; message: string },
});
