/**
 * The messages from a process to the supervisor that started it; `FromSupervisor` holds those in the other
 * direction.
 */
export type ToSupervisor =
  | { kiln: "ready"; url: string }
  | { kiln: "ask"; id: number }
  | { kiln: "answer"; id: number; value: unknown };

export type FromSupervisor =
  | { kiln: "leave" }
  | { kiln: "asked"; id: number }
  | { kiln: "answers"; id: number; values: unknown[]; count: number };

/** Returns true for a message of the supervisor's protocol; other messages share the channel. */
export const isMessage = (message: unknown): message is ToSupervisor | FromSupervisor =>
  typeof message === "object" && message !== null && "kiln" in message;

/** The name of the variable that tells a process its number on this machine, from 1 on. */
export const NUMBER = "KILN_PROCESS";
