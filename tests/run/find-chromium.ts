import { findBinary } from "./find-binary.js";

/**
 * Chromium for pages that nobody looks at; null where there is none. Its headless shell (the Debian package chromium-headless-shell) has
 * the same engine without a browser's own windows, and takes a quarter of the processor for a launch and a few pages (ADR-0072).
 */
export const findChromium = (): string | null =>
  process.env.KILN_CHROMIUM ??
  findBinary("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome");
