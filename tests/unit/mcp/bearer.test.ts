import test from "ava";
import { bearerOf } from "../../../services/mcp/bearer.js";

test("Authentication, only a bearer token is a credential here (rules/mcp 2)", (t) => {
  t.is(bearerOf("Bearer svc_sk_abc"), "svc_sk_abc");
  t.is(bearerOf("bearer  svc_sk_abc "), "svc_sk_abc");
  for (const header of [undefined, "", "Bearer", "Bearer ", "Basic abc", "svc_sk_abc", "Bearer a b"])
    t.is(bearerOf(header), null);
});
