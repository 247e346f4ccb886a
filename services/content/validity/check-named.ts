import { type AnyDefinition, isPlainObject } from "../../../contracts/content-values.js";
import { type Wrong, wrong } from "./check-scalar.js";
import { isAmong } from "./is-among.js";
import { oneOf, shownId } from "./make-issue.js";

/** The documents and files, among those that `mentionsOf` lists for the draft, that the caller has found. */
export interface Known {
  /** The names of types by document id, of documents of the project. The draft's own document is among them, also before its insert. */
  documents: ReadonlyMap<string, string>;
  /** The content types by object id, of committed objects that the saving account can read. */
  media: ReadonlyMap<string, string>;
  /** The ids of media for which readers of the project get no URL. It is left out when the caller does not check that. */
  unlinked?: ReadonlySet<string>;
}

/** Returns the fault of a value that names a stored file or a document; null when it has none. */
export function checkNamed(
  definition: AnyDefinition & { type: "media" | "reference" },
  value: unknown,
  known: Known,
): Wrong | null {
  return definition.type === "media"
    ? checkMedia(definition, value, known)
    : checkReference(definition, value, known);
}

function checkMedia(
  { accept }: AnyDefinition & { type: "media" },
  value: unknown,
  { media, unlinked }: Known,
): Wrong | null {
  const id = idIn(value, "storageId");
  if (id === null) return wrong("invalid_type", 'must be { "storageId": … }');
  const contentType = media.get(id);
  if (contentType === undefined)
    return wrong("unknown_media", `names no stored file that you can read: ${shownId(id)}`);
  const kind = contentType.split("/")[0] ?? "";
  if (accept !== undefined && !accept.some((each) => each === kind))
    return wrong("wrong_media_kind", `must be ${accept.join(" or ")}; the file is ${contentType}`);
  return unlinked?.has(id)
    ? wrong("media_not_linked", `is not linked to the project, so readers get no URL of it: ${id}`)
    : null;
}

function checkReference(
  { to }: AnyDefinition & { type: "reference" },
  value: unknown,
  { documents }: Known,
): Wrong | null {
  const id = idIn(value, "documentId");
  if (id === null) return wrong("invalid_type", 'must be { "documentId": … }');
  const type = documents.get(id);
  if (type === undefined)
    return wrong("unknown_document", `names no document of the project: ${shownId(id)}`);
  return isAmong(to, type)
    ? null
    : wrong("wrong_document_type", `must name a document of type ${oneOf(to, "types")}, not ${type}`);
}

/** Returns the id in `{ storageId }` or `{ documentId }`, in lower case; null for another shape. */
export function idIn(value: unknown, key: "storageId" | "documentId"): string | null {
  if (!isPlainObject(value) || !Object.hasOwn(value, key)) return null;
  const id = value[key];
  return typeof id === "string" && id !== "" ? id.toLowerCase() : null;
}
