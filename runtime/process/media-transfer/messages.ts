/** The answer of an address before any byte of its body is kept. */
export interface OriginHead {
  status: number;
  /** The headers are unchanged; a header that the answer does not have is undefined. */
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
}

export interface KeepOptions {
  contentType: string;
  maxBytes: number;
}

/**
 * An instruction of the server to a transfer. A transfer begins with `fetch` or `copyOut`; `end` is safe at
 * any time.
 */
export type Order =
  | { verb: "fetch"; url: string }
  /** The order follows the event `opened` and stores the body under a key. */
  | ({ verb: "keep"; key: string } & KeepOptions)
  /** The order copies a stored file to a path of this machine. */
  | { verb: "copyOut"; key: string; path: string }
  | { verb: "end" };

/** `refused` and `unreachable` come from the guard; `store` comes from the storage driver. */
export type FailureKind = "refused" | "unreachable" | "brokeOff" | "tooMany" | "store" | "ended";

/**
 * A report of a transfer to the server. `done` or `failed` is the last event of a transfer, after which no
 * more bytes move.
 */
export type Event =
  | { event: "opened"; head: OriginHead }
  | { event: "arrived"; bytes: number }
  /** The size is null if there is no such file. */
  | { event: "done"; sizeBytes: number | null }
  | { event: "failed"; kind: FailureKind; message: string };

export type OrderMessage = Order & { id: number };
export type EventMessage = Event & { id: number };
