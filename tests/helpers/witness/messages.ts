/** Data that the process of the witness needs of its account. */
export interface Order {
  url: string;
  key: string;
  projectId: string;
  documentId: string;
  deliveryToken: string;
  /** Credentials for the call that signs in, each of which costs a hash of a password. Null without that call. */
  credentials: { email: string; password: string } | null;
  /** Body of the small job that it runs again and again. */
  job: { model: string; params: object };
}

/** Message to the process that makes the calls. */
export type Told = { begin: Order } | { lap: true } | { end: true };

/** Record of what happened since the previous lap. */
export interface Lap {
  /** Durations in milliseconds of the calls that were answered, by name. */
  times: Readonly<Record<string, number[]>>;
  /** Calls that were refused or not answered. */
  failures: readonly string[];
  /** Delays of a timer of this process in milliseconds, one every 20 ms. */
  timerLate: readonly number[];
}

export type Reply = { isReady: true } | { lap: Lap } | { failed: string };
