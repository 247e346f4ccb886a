import { slowFirst } from "./dist/tests/run/order.js";

// One process a file, or a group of files that follow each other (tests/run/together/).
export default {
  files: ["dist/tests/**/*.test.js", "dist/groups/**/*.test.js"],
  require: [
    "./dist/tests/run/begin-in-turn.js",
    "./dist/tests/run/file-time.js",
    "./dist/tests/helpers/properties.js",
  ],
  workerThreads: false,
  concurrency: 2,
  sortTestFiles: slowFirst,
  // Without a sign of any test for so long, AVA ends what still runs and names it.
  timeout: "480s",
  failFast: false,
};
