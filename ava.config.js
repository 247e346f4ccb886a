// One process a file, so that each may have its own database and its own modules.
export default {
  files: ["dist/tests/**/*.test.js"],
  workerThreads: false,
  concurrency: 2,
  timeout: "120s",
  failFast: false,
};
