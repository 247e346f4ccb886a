import { findBinary } from "./find-binary.js";

/**
 * Returns the path of Chromium without a window, or null. Its headless shell (the Debian package chromium-headless-shell) has the same
 * engine without the browser's own windows, and a launch with a few pages takes a quarter of the processor time (ADR-0072).
 */
export const findChromium = (): string | null =>
  process.env.KILN_CHROMIUM ??
  findBinary("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
