import { chosenExample } from "./openapi-bodies.js";

type Json = Record<string, unknown>;

const ID = "01981f3e-7a5c-7c2e-9b1d-2f6a4c8e0b37";
const SHA = "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38";

/** Examples of texts by the name of their field. */
const TEXTS: Readonly<Record<string, string>> = {
  email: "ann@example.com",
  password: "correct horse battery staple",
  name: "kiln",
  displayName: "Kiln",
  projectName: "Kiln",
  clientName: "Kiln",
  title: "Kiln",
  description: "What is fired in the kiln.",
  aspectRatio: "1:1",
  scope: "content:rw",
  prompt: "A kiln at night",
  url: "https://example.com/kiln",
  model: "mock-image",
  videoModel: "mock-video",
  query: "{ allArticle { total items { _id title } } }",
  sha256Hash: SHA,
  locale: "en",
  code: "en",
  defaultLocale: "en",
  sourceLocale: "en",
  language: "en",
  contentType: "image/png",
  filename: "kiln.png",
  cron: "0 9 * * 1",
  timezone: "Europe/Berlin",
};

/** The names of ids that are chosen words, or that other systems make. */
const WORDS = /^(?:(?:provider)?[mM]odel|application|preset|node|template|client)Id$/;
const isId = (name: string): boolean => /^_?id$|Id$/.test(name) && !WORDS.test(name);

/** Fields of named shapes whose examples are those of another field. */
const ALIKE: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  ...Object.fromEntries(
    ["AdminModel", "Application", "ApplicationCollection", "Model", "Node", "WorkflowTemplate"].map(
      (shape) => [shape, { id: "name" }],
    ),
  ),
  // The first kind of parameters is video.
  Job: { model: "videoModel" },
};

/** The fields that are null where all is well. */
const FAULTS = new Set(["errorMessage", "lastError"]);

/** The depth from which lists are empty and nullable values are null, because shapes contain themselves. */
const MAX_DEPTH = 8;

/**
 * Returns an example of a request's or an answer's body: a chosen one, or one with the fields that its schema
 * requires.
 */
export function exampleOf(
  schema: Json,
  shapes: Readonly<Record<string, Json>>,
  of: { operationId: string; side: "sent" | "answered" },
): unknown {
  return chosenExample(of) ?? make(schema, "", 0);

  function make(node: Json, name: string, depth: number): unknown {
    if (typeof node["$ref"] === "string") {
      const shape = node["$ref"].split("/").at(-1) ?? "";
      const { [shape]: named = {} } = shapes;
      return named["type"] === "object" ? makeObject(named, depth, ALIKE[shape]) : make(named, name, depth);
    }
    if (FAULTS.has(name) && [node["type"]].flat().includes("null")) return null;
    if ("const" in node) return node["const"];
    if (Array.isArray(node["enum"])) return node["enum"][0];
    if ("default" in node) return node["default"];
    const choices = (node["oneOf"] ?? node["anyOf"]) as Json[] | undefined;
    if (choices !== undefined) return makeOne(choices, name, depth);
    if (Array.isArray(node["allOf"]))
      return Object.assign({}, ...node["allOf"].map((each) => make(each as Json, name, depth)));
    const [type] = [node["type"]].flat();
    if (type === "object") return makeObject(node, depth);
    if (type === "array") return makeList(node, name, depth);
    if (type === "integer" || type === "number") return makeNumber(node);
    if (type === "boolean") return true;
    return type === "string" ? makeText(node, name) : type === "null" ? null : {};
  }

  function makeOne(choices: readonly Json[], name: string, depth: number): unknown {
    const isOptional = choices.some(({ type }) => type === "null");
    const first = choices.find(({ type }) => type !== "null");
    return first === undefined || (isOptional && depth > MAX_DEPTH) ? null : make(first, name, depth + 1);
  }

  function makeObject(
    { properties = {}, required = [] }: Json,
    depth: number,
    alike: Readonly<Record<string, string>> = {},
  ): Json {
    const named = properties as Record<string, Json>;
    return Object.fromEntries(
      (required as string[]).map((key) => [key, make(named[key] ?? {}, alike[key] ?? key, depth + 1)]),
    );
  }

  function makeList({ items = {}, prefixItems, minItems = 0 }: Json, name: string, depth: number): unknown[] {
    if (Array.isArray(prefixItems)) return prefixItems.map((each) => make(each as Json, name, depth + 1));
    if (depth > MAX_DEPTH && minItems === 0) return [];
    const count = Math.max(1, Number(minItems));
    return Array.from({ length: count }, () => make(items as Json, name.replace(/s$/, ""), depth + 1));
  }
}

function makeNumber({ minimum, exclusiveMinimum }: Json): number {
  const least = typeof minimum === "number" ? minimum : -1;
  return Math.max(1, least, typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : 1);
}

function makeText({ format, pattern, minLength = 0, maxLength = 200 }: Json, name: string): string {
  if (format === "uuid") return ID;
  if (format === "date-time") return "2026-11-23T09:00:00.000Z";
  if (format === "uri") return "https://example.com/kiln";
  const known = TEXTS[name] ?? byEnding(name);
  const fits = (text: string): boolean =>
    text.length >= Number(minLength) &&
    text.length <= Number(maxLength) &&
    (typeof pattern !== "string" || new RegExp(pattern, "u").test(text));
  const found = [known, "kiln", "en", "2026-11-23", SHA].find((text) => text !== undefined && fits(text));
  return found ?? "k".repeat(Number(minLength));
}

function byEnding(name: string): string | undefined {
  if (name.endsWith("At")) return "2026-11-23T09:00:00.000Z";
  if (/[uU]r[il]$/.test(name)) return TEXTS["url"];
  return isId(name) ? ID : undefined;
}
