import type { Reading } from "../../../contracts/content-reading.js";
import type { PayloadRow } from "../../content/index.js";
import { mediaIn, mediaSigner } from "../../storage/index.js";
import type { ExpandTree } from "../query/parse-expand.js";
import { type ContentRead, documentKeyOf } from "../query/parse-query.js";
import { type DocumentText, type Hole, makeText } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import { currentRows } from "./list-documents.js";
import type { View } from "./view.js";

export interface Rendered {
  /** Documents as JSON. */
  documents: string[];
  /** Every document in the answer, expanded ones too, and the types that they are of. */
  documentIds: Set<string>;
  types: Set<string>;
  /** The signing window of the URLs; null: there are none. */
  window: number | null;
}

/** Texts by the tree that they are expanded by, then by id; null for what is unpublished, deleted, or of a type that is gone. */
type Targets = Map<ExpandTree, Map<string, DocumentText | null>>;
type Urls = ReadonlyMap<string, { url: string; contentType: string }>;

/**
 * Documents as readers get them (spec: Delivery document): their texts with references expanded level by level, one
 * query each for those that are not at hand, and URLs for media that the project has.
 */
export async function renderPage(
  view: View,
  texts: readonly DocumentText[],
  { expand, reading }: Pick<ContentRead, "expand" | "reading">,
): Promise<Rendered> {
  const targets = expand.size > 0 ? await findTargets(view, texts, { expand, reading }) : new Map();
  const all = [...texts, ...[...targets.values()].flatMap((found) => [...found.values()])];
  const rendered: Rendered = { documents: [], documentIds: new Set(), types: new Set(), window: null };
  const media = new Set<string>();
  for (const text of all) {
    if (text === null) continue;
    rendered.documentIds.add(text.id);
    rendered.types.add(text.type);
    for (const hole of text.holes) if (hole.kind === "media") media.add(hole.storageId);
  }
  const { urls, window } = await findUrls(view, [...media]);
  rendered.window = window;
  rendered.documents = texts.map((text) => join(text, expand, { targets, urls }));
  return rendered;
}

/** The documents that a level of references leads to, and those that they lead to. */
async function findTargets(
  view: View,
  texts: readonly DocumentText[],
  { expand, reading }: { expand: ExpandTree; reading: Reading },
): Promise<Targets> {
  const targets: Targets = new Map();
  let level = texts.map((text) => ({ text, tree: expand }));
  while (level.length > 0) {
    const wanted = new Map<ExpandTree, Set<string>>();
    for (const { text, tree } of level) for (const hole of text.holes) want(hole, tree, { wanted, targets });
    level = await readLevel(view, reading, { wanted, targets });
  }
  return targets;
}

function want(
  hole: Hole,
  tree: ExpandTree,
  { wanted, targets }: { wanted: Map<ExpandTree, Set<string>>; targets: Targets },
): void {
  const below = hole.kind === "reference" ? tree.get(hole.path) : undefined;
  if (hole.kind !== "reference" || below === undefined || targets.get(below)?.has(hole.documentId)) return;
  const ids = wanted.get(below) ?? new Set();
  wanted.set(below, ids.add(hole.documentId));
}

/** Puts the targets of a level where they belong, and gives them as the next one; one query for all of it. */
async function readLevel(
  view: View,
  reading: Reading,
  { wanted, targets }: { wanted: ReadonlyMap<ExpandTree, ReadonlySet<string>>; targets: Targets },
): Promise<{ text: DocumentText; tree: ExpandTree }[]> {
  const reads = [...wanted].map(([tree, ids]) => {
    const kept = view.cache.documents.textsOf(view, documentKeyOf(reading, undefined, tree));
    for (const id of ids) view.basis.documentIds.add(id);
    return { tree, kept, texts: new Map([...ids].map((id) => [id, kept.asOf(view, id)])) };
  });
  const missing = reads.flatMap(({ texts }) => [...texts].flatMap(([id, text]) => (text ? [] : [id])));
  const rows = await currentRows(view, [...new Set(missing)]);
  const textOf = (row: PayloadRow | undefined, tree: ExpandTree): DocumentText | null => {
    const type = row && view.shape.typesById.get(row.typeId);
    if (row === undefined || type === undefined) return null;
    const { schema } = type;
    return makeText(row, { schema, wholeSchema: schema, reading, expand: tree });
  };
  /** Step by step: large documents take long. */
  function* place(): Generator<void, { text: DocumentText; tree: ExpandTree }[]> {
    const level: { text: DocumentText; tree: ExpandTree }[] = [];
    for (const { tree, kept, texts } of reads) {
      const found = targets.get(tree) ?? new Map<string, DocumentText | null>();
      targets.set(tree, found);
      for (const [id, known] of texts) {
        const text = known ?? textOf(rows.get(id), tree);
        found.set(id, text);
        if (text !== null) level.push({ text, tree });
        if (text === null || text === known) continue;
        kept.keep(view, text);
        yield;
      }
    }
    return level;
  }
  return inSlices(place());
}

/** spec: Delivery document: a file never granted to the project keeps its `storageId` and gets no url. */
async function findUrls(
  { cache, seen, basis }: View,
  ids: readonly string[],
): Promise<{ urls: Urls; window: number | null }> {
  const urls = new Map<string, { url: string; contentType: string }>();
  if (ids.length === 0) return { urls, window: null };
  basis.hasMedia = true;
  const found = await mediaIn(cache.host.read, seen.project, ids);
  const signer = mediaSigner(cache.host.storage);
  for (const id of ids) {
    const object = found.get(id);
    if (object === undefined || !object.isLinked) continue;
    urls.set(id, { url: await signer.sign(object), contentType: object.contentType });
  }
  return { urls, window: urls.size > 0 ? signer.window : null };
}

function join(
  { pieces, holes }: DocumentText,
  tree: ExpandTree,
  filled: { targets: Targets; urls: Urls },
): string {
  let text = pieces[0] ?? "";
  for (const [at, hole] of holes.entries()) text += fill(hole, tree, filled) + (pieces[at + 1] ?? "");
  return text;
}

function fill(hole: Hole, tree: ExpandTree, filled: { targets: Targets; urls: Urls }): string {
  if (hole.kind === "media")
    return JSON.stringify({ storageId: hole.storageId, ...filled.urls.get(hole.storageId) });
  const below = tree.get(hole.path);
  const target = below && filled.targets.get(below)?.get(hole.documentId);
  // of a type that the field does not lead to any more: null, as in GraphQL, whose types have no place for it
  return below && target && hole.to.includes(target.type) ? join(target, below, filled) : "null";
}
