import type { QueryContext } from "../query/parse-query.js";
import type { ProjectShape } from "../serving/project-content.js";

/** What a question about a type is checked against. */
export const contextOf = (shape: ProjectShape, schema: QueryContext["schema"]): QueryContext => ({
  schema,
  locales: shape.locales,
  schemaOf: (name) => shape.types.get(name)?.schema,
});
