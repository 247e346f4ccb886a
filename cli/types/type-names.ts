import { graphqlNames, graphqlNestedName } from "../../contracts/content-names.js";
import type { ContentSchema, FieldDefinition } from "../../contracts/content-schema.js";
import { itemOf } from "./fields.js";
import type { Names } from "./names.js";

/** What a content type is called in the file. */
export interface TypeNames {
  document: string;
  where: string;
  /** Of nested objects, by the path of their field. */
  objects: ReadonlyMap<string, string>;
}

/** Names as in GraphQL, for every type: first those of documents, which people use most. */
export function nameTypes(schemas: readonly ContentSchema[], names: Names): Map<string, TypeNames> {
  const documents = schemas.map((schema) => ({
    schema,
    document: names.take(graphqlNames(schema.name).type),
  }));
  return new Map(
    documents.map(({ schema, document }) => {
      const { type, where } = graphqlNames(schema.name);
      const objects = new Map<string, string>();
      nameObjects(schema.fields, { parent: type, prefix: "", objects, names });
      return [schema.name, { document, where: names.take(where), objects }];
    }),
  );
}

interface Naming {
  parent: string;
  prefix: string;
  objects: Map<string, string>;
  names: Names;
}

function nameObjects(fields: readonly FieldDefinition[], { parent, prefix, objects, names }: Naming): void {
  for (const field of fields) {
    const item = itemOf(field);
    if (item.type !== "object") continue;
    const path = prefix + field.name;
    const name = graphqlNestedName(parent, field.name);
    objects.set(path, names.take(name));
    nameObjects(item.fields, { parent: name, prefix: `${path}.`, objects, names });
  }
}
