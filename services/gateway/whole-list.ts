import { AsyncLocalStorage } from "node:async_hooks";
import { Readable } from "node:stream";
import type { ServerResponse } from "node:http";
import type { PiecesOf } from "../../contracts/contract.js";
import type { PageCursor } from "../../contracts/pagination.js";
import { loopTurns } from "../../runtime/process/loop-turns.js";
import { unreadAnswers, type UnreadAnswers } from "../../runtime/http/unread-answers.js";

/** The number of characters that the connection gets at once. */
const CHUNK_CHARACTERS = 128 * 1024;
/** The approximate bytes of an answer's pieces while its reader is slow. */
const PIECES_BYTES = 4 * 1024 * 1024;

/** Asks for the piece after a row, or for the first one. */
export type AskPiece = (after: PageCursor | null) => Promise<Record<string, unknown>>;

/**
 * Returns the answer to a list without `limit`: the result itself where one piece is all, else a stream that
 * asks for each piece when the connection has taken the one before (ADR-0077). An error before the first
 * piece is thrown; a later error breaks the stream off, so that nobody takes a part for the whole.
 */
export async function wholeList(
  { list }: PiecesOf,
  ask: AskPiece,
  res: ServerResponse,
  unread: UnreadAnswers = unreadAnswers,
): Promise<{ result: Record<string, unknown> } | { stream: Readable }> {
  const first = await ask(null);
  const { about } = first as { about: object };
  if (first.next === null) return { result: { [list]: first[list], ...about } };
  const { moved, ended } = unread.add(res, [{ length: PIECES_BYTES }]);
  res.once("finish", ended);
  // The stream asks for the text outside of the request, where the caller is not known any more.
  const inCallersTurn = AsyncLocalStorage.snapshot();
  const text = textOf(list, first, { ask, moved, pause: () => inCallersTurn(() => loopTurns.pause()) });
  return { stream: Readable.from(text, { objectMode: false, highWaterMark: 1 }) };
}

/** Yields the answer's JSON. Its first piece and another one are in memory meanwhile. */
async function* textOf(
  list: string,
  first: Record<string, unknown>,
  { ask, moved, pause }: { ask: AskPiece; moved: () => void; pause: () => Promise<void> },
): AsyncGenerator<string, void> {
  const about = JSON.stringify(first.about).slice(1);
  let text = `{${JSON.stringify(list)}:[`;
  let before = "";
  for (let piece: Record<string, unknown> | null = first; piece !== null;) {
    for (const row of piece[list] as readonly unknown[]) {
      text += `${before}${JSON.stringify(row)}`;
      before = ",";
      if (text.length < CHUNK_CHARACTERS) continue;
      yield text;
      moved();
      text = "";
      await pause();
    }
    const next = piece.next as PageCursor | null;
    piece = next === null ? null : await ask(next);
  }
  yield `${text}],${about}`;
}
