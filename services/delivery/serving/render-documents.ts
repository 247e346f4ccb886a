import { deliveryDocument, type DeliveryDocument } from "../../../contracts/content-delivery-document.js";
import { flatten, type FlatMedia, type FlatReference } from "../../../contracts/content-flatten.js";
import type { Reading } from "../../../contracts/content-reading.js";
import type { ContentFields, ContentSchema } from "../../../contracts/content-schema.js";
import type { Host } from "../../../runtime/host.js";
import { type PayloadRow, type Perspective, readPayloads } from "../../content/index.js";
import { mediaIn, mediaSigner } from "../../storage/index.js";
import type { ExpandTree } from "../query/parse-expand.js";
import type { TokenSeen } from "../tokens/authenticate-token.js";
import type { ProjectShape } from "./project-content.js";

export interface Rendering {
  host: Host;
  project: TokenSeen["project"];
  shape: ProjectShape;
  perspective: Perspective;
  reading: Reading;
}

export interface Rendered {
  documents: DeliveryDocument[];
  /** Every document in the answer, expanded ones too, and the types that they are of. */
  documentIds: Set<string>;
  types: Set<string>;
  /** The signing window of the URLs; null: there are none. */
  window: number | null;
}

/** References of a document that are to be expanded, with what is to be expanded in their targets. */
interface Wanted {
  reference: FlatReference;
  tree: ExpandTree;
}

/**
 * Documents as readers get them (spec: Delivery document): through the latest schema, with references expanded level
 * by level, one query each, and URLs for media that the project has.
 */
export async function renderDocuments(
  rendering: Rendering,
  rows: readonly PayloadRow[],
  { schema, expand }: { schema: ContentSchema; expand: ExpandTree },
): Promise<Rendered> {
  const rendered: Rendered = { documents: [], documentIds: new Set(), types: new Set(), window: null };
  const media: FlatMedia[] = [];
  let wanted: Wanted[] = [];
  const read = (row: PayloadRow, through: ContentSchema, tree: ExpandTree): DeliveryDocument => {
    const flat = flatten(through, JSON.parse(row.payload) as ContentFields, rendering.reading);
    rendered.documentIds.add(row.id);
    rendered.types.add(row.type);
    media.push(...flat.media);
    const document = deliveryDocument(row, rendering.reading.locale, flat);
    for (const reference of flat.references) {
      const below = tree.get(reference.path);
      if (below === undefined) continue;
      // the values of the first level now stand in the document itself
      const holder = reference.holder === flat.values ? document : reference.holder;
      wanted.push({ reference: { ...reference, holder }, tree: below });
    }
    return document;
  };
  rendered.documents = rows.map((row) => read(row, schema, expand));
  while (wanted.length > 0) {
    const level = wanted;
    wanted = [];
    await expandLevel(rendering, level, read);
  }
  rendered.window = await addUrls(rendering, media);
  return rendered;
}

/** Puts targets in the place of references; null for what is unpublished, deleted, or of a type that is gone. */
async function expandLevel(
  { host, project, perspective, shape }: Rendering,
  level: readonly Wanted[],
  read: (row: PayloadRow, schema: ContentSchema, tree: ExpandTree) => DeliveryDocument,
): Promise<void> {
  const ids = [...new Set(level.map(({ reference }) => reference.documentId))];
  const rows = await readPayloads(host.read, project.id, perspective, ids);
  const byTree = new Map<ExpandTree, Map<string, DeliveryDocument>>();
  for (const { reference, tree } of level) {
    const row = rows.get(reference.documentId);
    const type = row && shape.typesById.get(row.typeId);
    const done = byTree.get(tree) ?? new Map<string, DeliveryDocument>();
    byTree.set(tree, done);
    const document = row && type ? (done.get(row.id) ?? read(row, type.schema, tree)) : null;
    if (document !== null) done.set(reference.documentId, document);
    (reference.holder as Record<string | number, unknown>)[reference.key] = document;
  }
}

/** spec: Delivery document: a file never granted to the project keeps its `storageId` and gets no url. */
async function addUrls({ host, project }: Rendering, media: readonly FlatMedia[]): Promise<number | null> {
  if (media.length === 0) return null;
  const found = await mediaIn(
    host.read,
    project,
    media.map(({ storageId }) => storageId),
  );
  const signer = mediaSigner(host.storage);
  const urls = new Map<string, string>();
  for (const each of media) {
    const object = found.get(each.storageId);
    if (object === undefined || !object.isLinked) continue;
    const url = urls.get(object.id) ?? (await signer.sign(object));
    urls.set(object.id, url);
    each.url = url;
    each.contentType = object.contentType;
  }
  return urls.size > 0 ? signer.window : null;
}
