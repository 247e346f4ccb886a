import type { PayloadRow } from "../../content/index.js";
import { mediaSigner } from "../../storage/index.js";
import type { BodyWriter } from "../../../engines/response-cache/index.js";
import type { DocumentText, Placeholder } from "./document-text.js";
import { inSlices } from "./in-slices.js";
import { currentRows } from "./read-rows.js";
import type { FileUrl, Placed, Projection } from "./projection.js";
import type { ReadContext } from "./read-context.js";

export interface Rendered {
  /** Writes some of the documents as members of a JSON array. */
  write(placed: readonly Placed[], out: BodyWriter): void;
  /** The ids of all documents in the answer, expanded ones included, and their types. */
  documentIds: Set<string>;
  types: Set<string>;
  /** The signing window of the URLs; null when the answer has no URLs. */
  window: number | null;
}

/**
 * Counts a document when it is found, when its text is made, and each time that it is written. Throws when
 * the answer becomes too large.
 */
export interface Spending {
  found(): void;
  made(text: DocumentText): void;
  written(text: DocumentText): void;
}

/** Texts by projection, then by id; null for a document that is unpublished, deleted, or without a type. */
type Targets = Map<Projection, Map<string, DocumentText | null>>;

/** The contents that replace the placeholders. */
interface Filled {
  targets: Targets;
  urls: ReadonlyMap<string, FileUrl>;
  spending: Spending;
}

/**
 * Renders documents for readers (rules/delivery 12): references are expanded level by level, with one query
 * per level for those that are not cached, and media that the project has get URLs.
 */
export async function renderPage(
  context: ReadContext,
  placed: readonly Placed[],
  spending: Spending,
): Promise<Rendered> {
  const targets = await findTargets(context, placed, spending);
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
    for (const placeholder of text.placeholders)
      if (placeholder.kind === "media") media.add(placeholder.storageId);
  }
  const { urls, window } = await findUrls(context, [...media]);
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

/** Returns the documents to which references lead, level after level. */
async function findTargets(
  context: ReadContext,
  placed: readonly Placed[],
  spending: Spending,
): Promise<Targets> {
  const targets: Targets = new Map();
  let level = placed;
  while (level.length > 0) {
    const wanted = new Map<Projection, Set<string>>();
    for (const { text, projection } of level)
      for (const placeholder of text.placeholders) {
        const below = placeholder.kind === "reference" ? projection.follow(placeholder) : undefined;
        if (
          placeholder.kind !== "reference" ||
          below === undefined ||
          targets.get(below)?.has(placeholder.documentId)
        )
          continue;
        spending.found();
        const ids = wanted.get(below) ?? new Set();
        wanted.set(below, ids.add(placeholder.documentId));
      }
    if (wanted.size === 0) break;
    level = await readLevel(context, { wanted, targets, spending });
  }
  return targets;
}

interface Level {
  wanted: ReadonlyMap<Projection, ReadonlySet<string>>;
  targets: Targets;
  spending: Spending;
}

/** Adds the targets of one level to `targets` and returns the next level; a few queries read them all. */
async function readLevel(context: ReadContext, { wanted, targets, spending }: Level): Promise<Placed[]> {
  const level: Placed[] = [];
  const missing = new Map<string, Projection[]>();
  for (const [projection, ids] of wanted) {
    const cached = context.cache.documents.textsOf(context, projection.key);
    const found = targets.get(projection) ?? new Map<string, DocumentText | null>();
    targets.set(projection, found);
    for (const id of ids) {
      context.dependencies.documentIds.add(id);
      const text = cached.asOf(context, id);
      // Null marks the document as asked for until its text is read.
      found.set(id, text ?? null);
      if (text !== undefined) level.push({ text, projection });
      else missing.set(id, [...(missing.get(id) ?? []), projection]);
    }
  }
  /** Makes texts one by one, because large documents take long. */
  function* make(rows: ReadonlyMap<string, PayloadRow>): Generator<void, void> {
    for (const [id, row] of rows) {
      const type = context.model.typesById.get(row.typeId);
      for (const projection of (type && missing.get(id)) ?? []) {
        const text = type ? projection.make(row, type) : null;
        if (text === null) continue;
        spending.made(text);
        context.cache.documents.textsOf(context, projection.key).keep(context, text);
        targets.get(projection)?.set(id, text);
        level.push({ text, projection });
        yield;
      }
    }
  }
  if (missing.size > 0)
    for await (const rows of currentRows(context, [...missing.keys()])) await inSlices(make(rows));
  return level;
}

/** Signs the URLs of media. A file that the project does not have gets none (rules/delivery 13). */
async function findUrls(
  context: ReadContext,
  ids: readonly string[],
): Promise<{ urls: Map<string, FileUrl>; window: number | null }> {
  const urls = new Map<string, FileUrl>();
  if (ids.length === 0) return { urls, window: null };
  const found = await context.cache.media.of(context, ids);
  const signer = mediaSigner(context.cache.host.storage);
  for (const [id, object] of found)
    urls.set(id, { url: await signer.sign(object), contentType: object.contentType });
  return { urls, window: urls.size > 0 ? signer.window : null };
}

function write({ text, projection }: Placed, filled: Filled, out: BodyWriter): void {
  filled.spending.written(text);
  let start = 0;
  for (const placeholder of text.placeholders) {
    out.copy(text.text, start, placeholder.at);
    fill(placeholder, projection, { filled, out });
    start = placeholder.at;
  }
  out.copy(text.text, start, text.text.bytes.length);
}

function fill(
  placeholder: Placeholder,
  projection: Projection,
  { filled, out }: { filled: Filled; out: BodyWriter },
): void {
  if (placeholder.kind === "media")
    return out.write(projection.media(placeholder, filled.urls.get(placeholder.storageId)));
  const below = projection.follow(placeholder);
  const text = below && filled.targets.get(below)?.get(placeholder.documentId);
  // A document of a type to which the field does not lead any more is written as null, because GraphQL has no
  // place for it.
  if (below && text && placeholder.to.includes(text.type)) write({ text, projection: below }, filled, out);
  else out.write("null");
}
