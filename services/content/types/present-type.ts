import type { ContentSchema } from "../../../contracts/content-schema.js";
import type { ContentTypeView } from "../../../contracts/content-types.js";
import type { ContentType } from "../../../entities/content-type.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { countDocuments } from "./type.repository.js";

/** The schema of a type that is shown, and its version. */
interface Shown {
  version: number;
  schema: ContentSchema;
}

const view = (type: ContentType, documentCount: number, shown: Shown): ContentTypeView => ({
  id: type.id,
  projectId: type.projectId,
  name: type.name,
  title: type.title,
  description: type.description,
  latestVersion: type.latestVersion,
  version: shown.version,
  documentCount,
  schema: shown.schema,
  createdAt: new Date(type.createdAt).toISOString(),
  updatedAt: new Date(type.updatedAt).toISOString(),
});

/** Returns types in the form of the contract. */
export async function presentTypes(read: Reader, types: readonly ContentType[]): Promise<ContentTypeView[]> {
  const counts = await countDocuments(
    read,
    types.map(({ id }) => id),
  );
  return types.map((type) =>
    view(type, counts.get(type.id) ?? 0, { version: type.latestVersion, schema: type.schema }),
  );
}

/** Returns one type, with its latest schema or with the given one. */
export async function presentType(
  read: Reader,
  type: ContentType,
  shown: Shown = { version: type.latestVersion, schema: type.schema },
): Promise<ContentTypeView> {
  const counts = await countDocuments(read, [type.id]);
  return view(type, counts.get(type.id) ?? 0, shown);
}
