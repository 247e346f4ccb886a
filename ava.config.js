// One process a file, so that each may have its own database and its own modules.
export default {
  files: ["dist/tests/**/*.test.js"],
  require: [
    "./dist/tests/run/file-time.js",
    ...(process.env.KILN_SEED ? ["./dist/tests/helpers/property-seed.js"] : []),
  ],
  workerThreads: false,
  concurrency: 2,
  timeout: "120s",
  failFast: false,
};
