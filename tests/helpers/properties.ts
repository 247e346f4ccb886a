/**
 * This file is loaded before every test file. Property tests draw the same cases where KILN_SEED is set (CI), and lists and texts
 * as long as their `maxLength` allows: by itself fast-check draws some ten entries at most, whatever `maxLength` says.
 */
import fc from "fast-check";

const seed = process.env.KILN_SEED === undefined ? NaN : Number(process.env.KILN_SEED);
fc.configureGlobal({
  ...fc.readConfigureGlobal(),
  defaultSizeToMaxWhenMaxSpecified: true,
  ...(Number.isInteger(seed) && { seed }),
});
