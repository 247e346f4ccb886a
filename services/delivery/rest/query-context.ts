import type { QueryContext } from "../query/parse-query.js";
import type { View } from "../serving/view.js";

/** What a question about a type is checked against. */
export const contextOf = ({ shape }: View, schema: QueryContext["schema"]): QueryContext => ({
  schema,
  locales: shape.locales,
  schemaOf: (name) => shape.types.get(name)?.schema,
});
