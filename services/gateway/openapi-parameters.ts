import type { Contract } from "../../contracts/contract.js";
import type { ObjectSchema } from "./openapi-shapes.js";

type Json = Record<string, unknown>;

/** The meanings of parameters that no contract describes, because they mean the same on every route. */
const MEANINGS: Readonly<Record<string, string>> = {
  limit: "How many are answered at most; `total` in the answer counts all.",
  offset: "How many are left out from the beginning of the list.",
  sort: "The order of the list; the newest are first unless told otherwise.",
  kind: "Only those of this kind.",
  type: "Only those of this type, by its name.",
  status: "Only those in this state.",
  q: "Only those that have this text in them.",
  name: "The name, as the list of them has it.",
  token: "The secret part of the link.",
  signature: "HMAC of the body with the trigger's secret, for senders that cannot set a header.",
  version: "This version of the type; the latest one unless told otherwise.",
  operationName: "Which operation of the query is run; needed where it has several.",
};

/**
 * Nouns for ids whose names do not tell them: `storageId` is the id of a storage object, `{id}` behind
 * `/workflows/` that of a workflow.
 */
const NOUNS: Readonly<Record<string, string>> = {
  storageId: "file",
  inviteId: "invite",
  grantId: "connected agent",
  userId: "member's account",
  cutId: "cut",
};

/** Returns one sentence about a parameter of a path or a query. */
export function meaningOf(name: string, path: string): string {
  const known = MEANINGS[name];
  if (known !== undefined) return known;
  const noun = NOUNS[name] ?? (name === "id" ? behind(path) : words(name.replace(/Id$/, "")));
  return `Id of the ${noun}.`;
}

/** Returns the singular of the segment before `{id}`. */
function behind(path: string): string {
  const [, plural = "resource"] = /([\w-]+)\/(?::id|\{id\})/.exec(path) ?? [];
  return words(plural.replaceAll("-", " ").replace(/ies$/, "y").replace(/s$/, ""));
}

const words = (name: string): string => name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** Returns the parameters of an operation in its path, its query and its headers, each with its meaning. */
export function parametersOf(
  params: ObjectSchema,
  inPath: ReadonlySet<string>,
  inQuery: ReadonlySet<string>,
  { rest, idempotent }: Contract,
): Json[] {
  const found: Json[] = [...inPath, ...inQuery].map((name) => {
    const { description, ...schema } = params.properties?.[name] ?? { type: "string" };
    return {
      name,
      in: inPath.has(name) ? "path" : "query",
      required: inPath.has(name) || (params.required ?? []).includes(name),
      description: description ?? meaningOf(name, rest?.path ?? ""),
      schema,
    };
  });
  const header = (name: string, description: string, schema: Json = { type: "string" }) =>
    found.push({ name, in: "header", required: false, description, schema });
  if (rest?.ifMatch !== undefined) header("If-Match", `The same as ${rest.ifMatch}, as in "7".`);
  if (rest?.respond === "events") header("Last-Event-ID", "The id of the last event that was read.");
  if (idempotent)
    header(
      "Idempotency-Key",
      "A name of your own for this request: sent again with it, it is answered as it was the first time, and does nothing twice.",
      { type: "string", minLength: 1, maxLength: 200 },
    );
  return found;
}
