/** Tells whether an insert or update failed because a unique key has the value already. */
export function isUniqueViolation(error: unknown): boolean {
  const driver = (error as { driverError?: { code?: string; errcode?: number } }).driverError;
  return driver?.code === "ER_DUP_ENTRY" || driver?.errcode === 2067 || driver?.errcode === 1555;
}
