/** What an address answered, before any byte of it is kept. */
export interface OriginHead {
  status: number;
  /** As they came; undefined where the answer has none. */
  contentType: string | undefined;
  contentEncoding: string | undefined;
  contentLength: string | undefined;
}

export interface KeepOptions {
  contentType: string;
  maxBytes: number;
}

/** What the server asks of a transfer. A transfer begins with `fetch` or `copyOut`; `end` is safe at any time. */
export type Order =
  | { verb: "fetch"; url: string }
  /** Follows `opened`: puts the body under a key. */
  | ({ verb: "keep"; key: string } & KeepOptions)
  /** A stored file to a path of this machine. */
  | { verb: "copyOut"; key: string; path: string }
  | { verb: "end" };

/** `refused` and `unreachable` are the guard's; `store` is the driver's. */
export type FailureKind = "refused" | "unreachable" | "brokeOff" | "tooMany" | "store" | "ended";

/** What comes back. `done` or `failed` is the last one of a transfer, and nothing moves any more. */
export type Event =
  | { event: "opened"; head: OriginHead }
  | { event: "arrived"; bytes: number }
  /** Null: there is no such file. */
  | { event: "done"; sizeBytes: number | null }
  | { event: "failed"; kind: FailureKind; message: string };

export type OrderMessage = Order & { id: number };
export type EventMessage = Event & { id: number };
