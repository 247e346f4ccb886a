import { type GraphQLNamedType, getNamedType, isObjectType, isRequiredArgument, isUnionType } from "graphql";
import type { PlatformSchema } from "../../services/gateway/graphql/schema/make-schema.js";
import type { CallingField } from "../../services/gateway/graphql/schema/streams.js";

/** Separator in aliases that tells members of a union apart, since their fields of one name may have different types. */
const MARK = "__of__";

/** Returns a selection of all fields of a type itself, without relations: the fields that REST answers. */
export function selectionOf(type: GraphQLNamedType, fields: PlatformSchema["fields"]): string {
  if (isUnionType(type)) {
    const members = type.getTypes().map((member) => {
      const own = Object.keys(member.getFields()).map((name) => `${member.name}${MARK}${name}: ${name}`);
      return `... on ${member.name} { ${own.join(" ")} }`;
    });
    return ` { ${members.join(" ")} }`;
  }
  if (!isObjectType(type)) return "";
  const own = Object.values(type.getFields())
    .filter((field) => !fields.has(`${type.name}.${field.name}`) && !field.args.some(isRequiredArgument))
    .map((field) => field.name + selectionOf(getNamedType(field.type), fields));
  return ` { ${own.join(" ")} }`;
}

/** Names of fields whose values change between two reads. */
const CHANGING = new Set(["uptimeSeconds", "memoryBytes", "lastUsedAt", "oldestRunAt", "count", "tasks"]);

/** Removes nulls, which GraphQL gives for absent fields, and fields whose values change between two reads. */
export function plain(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(plain);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(
    ([name, inner]) => [name.split(MARK).at(-1) ?? "", inner] as const,
  );
  return Object.fromEntries(
    entries
      .filter(([name, inner]) => inner !== null && !CHANGING.has(name))
      .map(([name, inner]) => [name, plain(inner)]),
  );
}

/** Returns a REST body in the shape in which the GraphQL field gives it. */
export const presented = ({ only, list }: CallingField, body: Record<string, unknown>): unknown => {
  if (only !== null) return body[only];
  if (list === null) return body;
  const { [list]: items, ...others } = body;
  return { ...others, items };
};
