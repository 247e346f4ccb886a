import type { ContentType } from "../queries.js";

/** Returns an example GraphQL query that lists documents of the first type with its simple fields. */
export function exampleQuery(types: readonly ContentType[]): string {
  const type = types[0];
  if (type === undefined) return "{ __schema { queryType { name } } }";
  const name = type.name.charAt(0).toUpperCase() + type.name.slice(1);
  const plain = type.schema.fields.flatMap((field) => {
    if (field.type === "media") return [`${field.name} { url }`];
    if (field.type === "object" || field.type === "array" || field.type === "reference") return [];
    return [field.name];
  });
  const lines = ["_id", "_publishedAt", ...plain].map((line) => `      ${line}`);
  return [`{`, `  all${name}(limit: 5) {`, `    total`, `    items {`, ...lines, `    }`, `  }`, `}`].join(
    "\n",
  );
}
