import type { IncomingMessage } from "node:http";

const CODES = new Set([
  "ECONNRESET",
  "EPIPE",
  "ERR_STREAM_PREMATURE_CLOSE",
  "ERR_STREAM_DESTROYED",
  "ABORT_ERR",
]);

/**
 * Tells whether an error says only that the client left in the middle, which is nobody's fault and no matter
 * for a log.
 */
export const isClientLeft = (error: unknown, { destroyed, socket }: IncomingMessage): boolean =>
  (destroyed || socket.destroyed) && CODES.has((error as { code?: string } | null)?.code ?? "");
