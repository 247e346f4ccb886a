/** This file is loaded before every test file when KILN_SEED is set (CI), so that property tests draw the same cases. */
import fc from "fast-check";

const seed = Number(process.env.KILN_SEED);
if (Number.isInteger(seed)) fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });
