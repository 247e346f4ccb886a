/** What every server of a test begins with: they sign up more people from this machine than one client may (SIGNUP_LIMIT). */
export const TEST_ENV = { NODE_ENV: "test", SIGNUP_LIMIT: "100000" } as const;
