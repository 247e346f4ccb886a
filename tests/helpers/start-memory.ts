/** Settings with which `npm start` keeps the memory of a process small, for tests that measure it. */
export const START_MEMORY = {
  // Node.js takes `--heap-growing-percent` on its command line only, where KilnProcess puts both.
  NODE_FLAGS: "--max-semi-space-size=8 --heap-growing-percent=20",
  MALLOC_ARENA_MAX: "1",
  MALLOC_MMAP_THRESHOLD_: "32768",
  MALLOC_TRIM_THRESHOLD_: "131072",
} as const;
