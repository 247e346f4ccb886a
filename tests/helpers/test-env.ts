const { NODE_COMPILE_CACHE } = process.env;

/**
 * Environment with which every server of a test begins: tests sign up more people from this machine than one client may
 * (SIGNUP_LIMIT), and load code that V8 has compiled before.
 */
export const TEST_ENV = {
  NODE_ENV: "test",
  SIGNUP_LIMIT: "100000",
  ...(NODE_COMPILE_CACHE !== undefined && { NODE_COMPILE_CACHE }),
} as const;
