import test from "ava";
import { isAgentsOrigin as isOwnOrigin } from "../../../services/mcp/own-origin.js";

const BASE = "https://kiln.example";

test("a missing Origin and the service's own are accepted (rules/mcp 2)", (t) => {
  t.true(isOwnOrigin(undefined, "kiln.example", BASE));
  t.true(isOwnOrigin("https://kiln.example", "kiln.example", BASE));
});

test("a foreign Origin is not, however near it looks (rules/mcp 2)", (t) => {
  for (const origin of [
    "https://evil.example",
    "http://kiln.example",
    "https://kiln.example:8443",
    "https://kiln.example.evil.example",
    "null",
    "",
  ])
    t.false(isOwnOrigin(origin, "kiln.example", BASE), origin);
});

test("the loopback address that was called is the service's own; a name that a stranger points there is not (rules/mcp 2)", (t) => {
  t.true(isOwnOrigin("http://127.0.0.1:3000", "127.0.0.1:3000", "http://localhost:3000"));
  t.true(isOwnOrigin("http://[::1]:3000", "[::1]:3000", "http://localhost:3000"));
  t.false(isOwnOrigin("http://127.0.0.1:9999", "127.0.0.1:3000", "http://localhost:3000"));
  t.false(isOwnOrigin("http://rebound.example:3000", "rebound.example:3000", "http://localhost:3000"));
});
