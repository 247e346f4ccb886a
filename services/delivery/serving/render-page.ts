import type { PayloadRow } from "../../content/index.js";
import { mediaSigner } from "../../storage/index.js";
import type { BodyWriter } from "./body-writer.js";
import type { DocumentText, Hole } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import { currentRows } from "./read-rows.js";
import { inRowBatches } from "./row-batches.js";
import type { FileUrl, Placed, Projection } from "./projection.js";
import type { View } from "./view.js";

export interface Rendered {
  /** Writes some of the documents as members of a JSON array. */
  write(placed: readonly Placed[], out: BodyWriter): void;
  /** Every document in the answer, expanded ones too, and the types that they are of. */
  documentIds: Set<string>;
  types: Set<string>;
  /** The signing window of the URLs; null: there are none. */
  window: number | null;
}

/** Counts a document where it is found, made, and each time that it is written. Throws when the answer becomes too large. */
export interface Spending {
  found(): void;
  made(text: DocumentText): void;
  written(text: DocumentText): void;
}

/** Texts by their projection, then by id; null for what is unpublished, deleted, or of a type that is gone. */
type Targets = Map<Projection, Map<string, DocumentText | null>>;

/** What is put into the holes. */
interface Filled {
  targets: Targets;
  urls: ReadonlyMap<string, FileUrl>;
  spending: Spending;
}

/**
 * Documents as readers get them (spec: Delivery document): their texts with references expanded level by level, one
 * query each for those that are not at hand, and URLs for media that the project has.
 */
export async function renderPage(
  view: View,
  placed: readonly Placed[],
  spending: Spending,
): Promise<Rendered> {
  const targets = await findTargets(view, placed, spending);
  const all = [
    ...placed.map(({ text }) => text),
    ...[...targets.values()].flatMap((found) => [...found.values()]),
  ];
  const documentIds = new Set<string>();
  const types = new Set<string>();
  const media = new Set<string>();
  for (const text of all) {
    if (text === null) continue;
    documentIds.add(text.id);
    types.add(text.type);
    for (const hole of text.holes) if (hole.kind === "media") media.add(hole.storageId);
  }
  const { urls, window } = await findUrls(view, [...media]);
  const filled = { targets, urls, spending };
  return {
    documentIds,
    types,
    window,
    write(some, out) {
      for (const [at, each] of some.entries()) {
        if (at > 0) out.write(",");
        write(each, filled, out);
      }
    },
  };
}

/** The documents that a level of references leads to, and those that they lead to. */
async function findTargets(view: View, placed: readonly Placed[], spending: Spending): Promise<Targets> {
  const targets: Targets = new Map();
  let level = placed;
  while (level.length > 0) {
    const wanted = new Map<Projection, Set<string>>();
    for (const { text, projection } of level)
      for (const hole of text.holes) {
        const below = hole.kind === "reference" ? projection.follow(hole) : undefined;
        if (hole.kind !== "reference" || below === undefined || targets.get(below)?.has(hole.documentId))
          continue;
        spending.found();
        const ids = wanted.get(below) ?? new Set();
        wanted.set(below, ids.add(hole.documentId));
      }
    level = await readLevel(view, { wanted, targets, spending });
  }
  return targets;
}

interface Level {
  wanted: ReadonlyMap<Projection, ReadonlySet<string>>;
  targets: Targets;
  spending: Spending;
}

/** Puts the targets of a level where they belong, and gives them as the next one; few queries for all of it. */
async function readLevel(view: View, { wanted, targets, spending }: Level): Promise<Placed[]> {
  const level: Placed[] = [];
  const missing = new Map<string, Projection[]>();
  for (const [projection, ids] of wanted) {
    const kept = view.cache.documents.textsOf(view, projection.key);
    const found = targets.get(projection) ?? new Map<string, DocumentText | null>();
    targets.set(projection, found);
    for (const id of ids) {
      view.basis.documentIds.add(id);
      const text = kept.asOf(view, id);
      // also that a place is taken: by null until it is known what is there
      found.set(id, text ?? null);
      if (text !== undefined) level.push({ text, projection });
      else missing.set(id, [...(missing.get(id) ?? []), projection]);
    }
  }
  /** Step by step: large documents take long. */
  function* make(rows: ReadonlyMap<string, PayloadRow>): Generator<void, void> {
    for (const [id, row] of rows) {
      const type = view.shape.typesById.get(row.typeId);
      for (const projection of (type && missing.get(id)) ?? []) {
        const text = type ? projection.make(row, type) : null;
        if (text === null) continue;
        spending.made(text);
        view.cache.documents.textsOf(view, projection.key).keep(view, text);
        targets.get(projection)?.set(id, text);
        level.push({ text, projection });
        yield;
      }
    }
  }
  await inRowBatches([...missing.keys()], async (ids) => {
    const rows = await currentRows(view, ids);
    await inSlices(make(rows));
    return rows.values();
  });
  return level;
}

/** spec: Delivery document: a file never granted to the project keeps its `storageId` and gets no url. */
async function findUrls(
  view: View,
  ids: readonly string[],
): Promise<{ urls: Map<string, FileUrl>; window: number | null }> {
  const urls = new Map<string, FileUrl>();
  if (ids.length === 0) return { urls, window: null };
  const found = await view.cache.media.of(view, ids);
  const signer = mediaSigner(view.cache.host.storage);
  for (const [id, object] of found)
    urls.set(id, { url: await signer.sign(object), contentType: object.contentType });
  return { urls, window: urls.size > 0 ? signer.window : null };
}

function write({ text, projection }: Placed, filled: Filled, out: BodyWriter): void {
  filled.spending.written(text);
  let start = 0;
  for (const hole of text.holes) {
    out.copy(text.text, start, hole.at);
    fill(hole, projection, { filled, out });
    start = hole.at;
  }
  out.copy(text.text, start, text.text.bytes.length);
}

function fill(
  hole: Hole,
  projection: Projection,
  { filled, out }: { filled: Filled; out: BodyWriter },
): void {
  if (hole.kind === "media") return out.write(projection.media(hole, filled.urls.get(hole.storageId)));
  const below = projection.follow(hole);
  const text = below && filled.targets.get(below)?.get(hole.documentId);
  // one of a type that the field does not lead to any more is null, as GraphQL has no place for it
  if (below && text && hole.to.includes(text.type)) write({ text, projection: below }, filled, out);
  else out.write("null");
}
