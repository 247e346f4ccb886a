/** What the supervisor and a process that it started say to each other. */
export type ToSupervisor =
  | { kiln: "ready"; url: string }
  | { kiln: "ask"; id: number }
  | { kiln: "answer"; id: number; value: unknown };

export type FromSupervisor =
  | { kiln: "leave" }
  | { kiln: "asked"; id: number }
  | { kiln: "answers"; id: number; values: unknown[]; count: number };

/** Whether a message is one of these: others share the channel. */
export const isMessage = (message: unknown): message is ToSupervisor | FromSupervisor =>
  typeof message === "object" && message !== null && "kiln" in message;

/** Names the variable that tells a process which one of its machine it is, from 1 on. */
export const NUMBER = "KILN_PROCESS";
