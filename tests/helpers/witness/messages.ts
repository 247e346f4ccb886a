/** What the witness needs to know of the other account. */
export interface Order {
  url: string;
  key: string;
  projectId: string;
  documentId: string;
  deliveryToken: string;
  /** What it signs in with, where that is a call too: each costs a hash of a password. */
  credentials: { email: string; password: string } | null;
}

/** To the process that does the calls. */
export type Told = { begin: Order } | { lap: true } | { end: true };

/** What happened since the lap before. */
export interface Lap {
  /** Milliseconds of each call that was answered, by its name. */
  times: Readonly<Record<string, number[]>>;
  /** What was refused or not answered. */
  failures: readonly string[];
  /** How late this process came to its own timer, in milliseconds; one look every 20 ms. */
  timerLate: readonly number[];
}

export type Reply = { isReady: true } | { lap: Lap } | { failed: string };
