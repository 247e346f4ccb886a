import type { getDocument as contract } from "../../../contracts/content-documents.js";
import type { ContentIssue } from "../../../contracts/content-schema.js";
import type { ResultOf } from "../../../contracts/contract.js";
import { notFound } from "../../../contracts/errors.js";
import type { ContentDocument } from "../../../entities/content-document.js";
import { checkDocument } from "./check-document.js";
import { coverageOf } from "./coverage.js";
import type { Desk } from "./desk.js";
import { type LiveState, lockDraft, type OpenedDocument, writeState } from "./draft-state.js";
import { type Frame, frameAt, readFrame } from "./frame.js";
import { presentDocument } from "./present-document.js";
import { readMemories } from "./translation-memory.js";

type Opened = ResultOf<typeof contract>;

/**
 * A document as an editor opens it. It is checked by the schema that its last save was checked by (spec: Content
 * management). Whoever opens it first makes its collaborative state.
 */
export async function openDocument(desk: Desk, accountId: string, found: OpenedDocument): Promise<Opened> {
  const { read } = desk.host;
  const { document, epoch, live } = found.live === null ? await beginState(desk, found.document.id) : found;
  const frame = await readFrame(read, document.typeId);
  if (frame === null || live === null) throw notFound("Unknown document.");
  const kept = await frameAt(read, frame, document.schemaVersion);
  const [issues, memories] = await Promise.all([
    checkDocument(read, { frame: kept, document, accountId, draft: document.draft }),
    readMemories(read, [document.id]),
  ]);
  const coverage = coverageOf(frame.schema, frame.locales, document.draft, memories.get(document.id));
  return {
    ...presentOpened({ document, frame: kept, issues, epoch, live }),
    document: presentDocument(document, frame, coverage),
  };
}

/** The state that says what the draft says; another one that was faster is as good. */
function beginState({ host, drafts, turns }: Desk, id: string): Promise<OpenedDocument> {
  return turns.take(id, () =>
    host.transact(async (tx) => {
      const now = await lockDraft(tx, id);
      if (now.live !== null) return now;
      const live = await drafts.make(now.shape, now.document.draft);
      await writeState(tx, now, live, { epoch: now.epoch });
      return { ...now, live, hasRow: true };
    }),
  );
}

/** decisions 2: what GET, PUT and restore answer. */
export const presentOpened = ({
  document,
  frame,
  issues,
  epoch,
  live,
}: {
  document: ContentDocument;
  frame: Frame;
  issues: ContentIssue[];
  epoch: number;
  live: LiveState;
}): Opened => ({
  document: presentDocument(document, frame),
  schema: { ...frame.schema },
  valid: issues.length === 0,
  issues,
  draftState: base64(live.state),
  stateVector: base64(live.stateVector),
  epoch,
});

const base64 = ({ buffer, byteOffset, byteLength }: Uint8Array): string =>
  Buffer.from(buffer, byteOffset, byteLength).toString("base64");
