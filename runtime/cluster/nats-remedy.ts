/**
 * Patterns of the client's messages for a missing connection, and the sentence that tells an operator where
 * to look.
 */
const REMEDIES: readonly [RegExp, string][] = [
  [
    /authorization violation|authentication/i,
    "NATS_URL: the server refuses the user and password, or the token.",
  ],
  [
    /CONNECTION_REFUSED|ECONNREFUSED/,
    "NATS_URL: no NATS server answers at this address. The connection is tried again.",
  ],
  [
    /ENOTFOUND|EAI_AGAIN/,
    "NATS_URL: the name of the host cannot be resolved. The connection is tried again.",
  ],
  [/^NATS error\. tls$/, "NATS_URL begins with tls://, and the server does not offer TLS."],
  [/certificate/i, "NATS_CA_FILE: this process does not trust the authority of the server's certificate."],
];

/**
 * Adds to a log line of the transporter about a missing connection the variable that the operator should
 * check.
 */
export function withRemedy(line: string): string {
  if (!line.startsWith("NATS error.")) return line;
  const remedy = REMEDIES.find(([words]) => words.test(line))?.[1];
  return remedy === undefined ? line : `${line} ${remedy}`;
}
