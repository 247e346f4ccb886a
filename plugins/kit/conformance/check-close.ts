import { type ConformanceCheck, fromRun } from "./report.js";
import { withDeadline } from "./with-deadline.js";

const CLOSE_MS = 5000;

/** Closes a driver whose declaration is wrong, if it can be closed. What the close throws is no finding. */
export async function closeUnchecked(driver: { close?: unknown }): Promise<void> {
  const { close } = driver;
  if (typeof close !== "function") return;
  await withDeadline(CLOSE_MS, async () => Reflect.apply(close, driver, [])).catch(() => {});
}

/**
 * Closes a driver and checks that this ends within 5 seconds. It is the last check of a suite, because the
 * driver is not used afterwards.
 */
export const checkClose = (driver: { close?(): Promise<void> }): Promise<ConformanceCheck> =>
  fromRun("it closes, where it has something to close", async () => {
    if (driver.close === undefined) return "it has nothing to close";
    const { close } = driver;
    await withDeadline(CLOSE_MS, async () => Reflect.apply(close, driver, []));
    return "closed";
  });
