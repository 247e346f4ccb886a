import { type AnyDefinition, readShape } from "../../../../contracts/content-values.js";
import type { ContentFields } from "../../../../contracts/content-schema.js";
import type { GraphqlContext, Source } from "../context.js";

interface Surroundings {
  source: Source;
  locale: string;
  context: GraphqlContext;
}

/**
 * Returns a value of its definition's shape in the form that GraphQL continues with: sources for objects,
 * documents for references.
 */
export function presentValue(definition: AnyDefinition, value: unknown, surroundings: Surroundings): unknown {
  if (value === null) return null;
  switch (definition.type) {
    case "object":
      // The value is JSON, since GraphQL has no object type without fields.
      if (definition.fields.length === 0) return {};
      return { ...surroundings.source, fields: value as ContentFields, locale: surroundings.locale };
    case "reference":
      return target((value as { documentId: string }).documentId, definition.to, surroundings);
    case "array": {
      const { of } = definition;
      // An item of another shape is absent, as such values are.
      return (value as unknown[]).flatMap((item) => {
        surroundings.context.spend();
        const shaped = readShape(of, item);
        return shaped === null ? [] : [presentValue(of, shaped, surroundings)];
      });
    }
    default:
      return value;
  }
}

/**
 * Returns the document of a reference; null when it is unpublished, deleted, or of a type that the field does
 * not lead to.
 */
async function target(
  id: string,
  to: readonly string[],
  { locale, context }: Surroundings,
): Promise<Source | null> {
  const row = await context.documents.load(id);
  return row !== null && to.includes(row.type) ? context.sourceOf(row, locale) : null;
}
