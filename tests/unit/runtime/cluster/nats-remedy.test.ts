import test from "ava";
import { withRemedy } from "../../../../runtime/cluster/nats-remedy.js";

test("a line of the log about a missing connection to NATS names the variable that is to be looked at, and others stay as they are", (t) => {
  const told: [line: string, remedy: RegExp][] = [
    ["NATS error. 'Authorization Violation'", /NATS_URL: the server refuses the user and password/],
    ["NATS error. CONNECTION_REFUSED", /NATS_URL: no NATS server answers at this address/],
    ["NATS error. getaddrinfo ENOTFOUND nats.example", /NATS_URL: the name of the host cannot be resolved/],
    ["NATS error. tls", /NATS_URL begins with tls:\/\/, and the server does not offer TLS/],
    ["NATS error. self-signed certificate", /NATS_CA_FILE: this process does not trust/],
  ];
  for (const [line, remedy] of told) {
    t.true(withRemedy(line).startsWith(line));
    t.regex(withRemedy(line), remedy);
  }
  for (const line of ["NATS error. something else", "a certificate of somebody", "Connection is failed. tls"])
    t.is(withRemedy(line), line);
});
