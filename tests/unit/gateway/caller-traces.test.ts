import type { IncomingMessage } from "node:http";
import test from "ava";
import { PASSED_TRACE, sealTrace } from "../../../runtime/process/tracing/passed-trace.js";
import { Keys } from "../../../runtime/secrets/keys.js";
import { callerTraces } from "../../../services/gateway/caller-traces.js";

const TRACE = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const keys = new Keys("a secret of this deployment");

/** Returns what is made of a request's headers when TRUST_PROXY is as given. */
const traceOf = (trustProxy: string | null, remoteAddress: string, headers: Record<string, string>) =>
  callerTraces({ config: { trustProxy } as never, keys })({
    headers,
    socket: { remoteAddress },
  } as unknown as IncomingMessage);

test("the trace of a caller is followed where TRUST_PROXY names the caller, and linked to otherwise (rules/running 42)", (t) => {
  const headers = { traceparent: TRACE };
  for (const [trustProxy, address, isFollowed] of [
    [null, "127.0.0.1", false],
    ["false", "127.0.0.1", false],
    ["0", "127.0.0.1", false],
    ["true", "203.0.113.7", true],
    ["1", "203.0.113.7", true],
    ["loopback", "127.0.0.9", true],
    ["loopback", "::1", true],
    ["loopback", "::ffff:127.0.0.1", true],
    ["loopback", "203.0.113.7", false],
    ["linklocal, uniquelocal", "fd00::7", true],
    ["linklocal, uniquelocal", "172.32.0.1", false],
    ["203.0.113.7", "203.0.113.7", true],
    ["203.0.113.7", "203.0.113.8", false],
    ["2001:db8::/32", "2001:db8::5", true],
    ["2001:db8::/32", "2001:db9::5", false],
  ] as const)
    t.deepEqual(
      traceOf(trustProxy, address, headers),
      isFollowed ? { parent: TRACE } : { link: TRACE },
      `${trustProxy} ${address}`,
    );
  t.deepEqual(traceOf("true", "127.0.0.1", {}), {});
});

test("a process of the deployment is followed whatever TRUST_PROXY says, and nobody who lacks the secret (rules/running 42)", (t) => {
  const sealed = sealTrace(keys, TRACE);
  const passed = (header: string) => traceOf(null, "203.0.113.7", { [PASSED_TRACE]: header });
  t.deepEqual(passed(sealed), { parent: TRACE });
  const foreign = sealTrace(new Keys("a secret of another deployment"), TRACE);
  for (const forged of [TRACE, foreign, `${sealed}x`, sealed.replace("-01 ", "-00 "), "", `${TRACE} `])
    t.deepEqual(passed(forged), {}, forged);
});
