/** JSON Schema as Kiln's OpenAPI 3.1 has it. */
export interface Schema {
  $ref?: string;
  type?: string | string[];
  const?: unknown;
  enum?: unknown[];
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  items?: Schema | boolean;
  prefixItems?: Schema[];
  description?: string;
}

/** Direction of a value. For `sent` a caller writes the value and may pass undefined for an optional one. */
export type Direction = "sent" | "answered";

const WORD = /^[A-Za-z_$][\w$]*$/;
export const printKey = (name: string): string => (WORD.test(name) ? name : JSON.stringify(name));

/** Prints a comment above a member, or nothing without a text. */
export const printComment = (indent: string, text: string | undefined): string =>
  text === undefined ? "" : `${indent}/** ${text.replaceAll("*/", "*\\/").replaceAll(/\s+/g, " ")} */\n`;

/** Prints the type of a schema, as it stands after `indent`. */
export function printType(schema: Schema | boolean, direction: Direction, indent = ""): string {
  if (typeof schema === "boolean") return "unknown";
  if (schema.$ref !== undefined) return schema.$ref.split("/").at(-1) ?? "unknown";
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return union(schema.enum.map((each) => JSON.stringify(each)));
  const members = schema.anyOf ?? schema.oneOf;
  if (members) return union(members.map((each) => printType(each, direction, indent)));
  if (schema.allOf) return schema.allOf.map((each) => printType(each, direction, indent)).join(" & ");
  const types = [schema.type ?? []].flat();
  if (types.length === 0) return "unknown";
  return union(types.map((type) => printNamed(type, schema, direction, indent)));
}

const union = (members: readonly string[]): string => [...new Set(members)].join(" | ") || "never";

function printNamed(type: string, schema: Schema, direction: Direction, indent: string): string {
  if (type === "integer") return "number";
  if (type === "array") return printArray(schema, direction, indent);
  return type === "object" ? printObject(schema, direction, indent) : type;
}

function printArray({ items, prefixItems }: Schema, direction: Direction, indent: string): string {
  if (prefixItems) return `[${prefixItems.map((each) => printType(each, direction, indent)).join(", ")}]`;
  const item = printType(items ?? true, direction, indent);
  const array = /[|&]/.test(item.replaceAll(/\{[\s\S]*\}/g, "")) ? `(${item})[]` : `${item}[]`;
  return direction === "sent" ? `readonly ${array}` : array;
}

/** Prints the members of an object type between braces, or `{}` where nothing is known of them. */
export function printObject(schema: Schema, direction: Direction, indent = ""): string {
  const { properties = {}, required = [], additionalProperties } = schema;
  const names = Object.keys(properties);
  const rest =
    additionalProperties === undefined || additionalProperties === false ? null : additionalProperties;
  const value = rest === null ? "unknown" : printType(rest, direction, indent);
  if (names.length === 0)
    return additionalProperties === false ? "Record<string, never>" : `Record<string, ${value}>`;
  const deeper = `${indent}  `;
  const lines = names.map((name) => {
    const property = properties[name] ?? {};
    const isOptional = !required.includes(name);
    const type = printType(property, direction, deeper);
    const maybe = isOptional && direction === "sent" && type !== "unknown" ? " | undefined" : "";
    const head = `${deeper}${printKey(name)}${isOptional ? "?" : ""}`;
    return `${printComment(deeper, property.description)}${head}: ${type}${maybe};\n`;
  });
  const open = rest === null ? "" : `${deeper}[name: string]: unknown;\n`;
  return `{\n${lines.join("")}${open}${indent}}`;
}
