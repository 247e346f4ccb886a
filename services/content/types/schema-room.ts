import type { ContentSchema } from "../../../contracts/content-schema.js";
import { invalidParams } from "../../../contracts/errors.js";
import { bytesOf, type SizedType } from "./type.repository.js";

/**
 * The most megabytes of a project's schemas: all of them are in memory together where the project is
 * delivered, and checks of names read them.
 */
const MAX_MB = 8;

/**
 * Throws `invalid_params` where the schemas of a project would have more than 8 MB together
 * (rules/content 58). A schema that does not get longer is never refused.
 */
export function requireSchemaRoom(
  schema: ContentSchema,
  former: ContentSchema | null,
  others: readonly SizedType[],
): void {
  const bytes = lengthOf(schema);
  if (former !== null && bytes <= lengthOf(former)) return;
  if (bytesOf(others) + bytes <= MAX_MB * 2 ** 20) return;
  throw invalidParams(
    `The content types of a project have at most ${MAX_MB} MB of schemas together, as JSON. Shorten descriptions, or delete types that are not used.`,
  );
}

const lengthOf = (schema: ContentSchema): number => Buffer.byteLength(JSON.stringify(schema));
