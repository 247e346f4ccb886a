import { AsyncLocalStorage } from "node:async_hooks";
import { onBehalfOf } from "./caller.js";

const background = new AsyncLocalStorage<true>();

/** Runs work that nobody waits for: where a process can do one thing at a time, requests go first. */
export const inBackground = <T>(work: () => T): T =>
  background.run(true, () => onBehalfOf("background", work));

export const isInBackground = (): boolean => background.getStore() === true;
