import { onBehalfOf } from "../../runtime/concurrency/caller.js";

/**
 * Does a transaction that locks a payer's balance in a line of its own for each payer, whichever account asks for it. All who wait for
 * one payer take two fifths of a process's connections together (ADR-0025), and the payer's other requests do not stand
 * behind them (ADR-0071).
 */
export const inPayersLine = <T>(payerId: string, work: () => T): T => onBehalfOf(`payer ${payerId}`, work);
