/** Question marks for the values of a list in SQL: `?, ?, ?`. */
export const placeholders = (values: readonly unknown[]): string => values.map(() => "?").join(", ");
