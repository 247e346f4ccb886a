import test from "ava";
import { networkLimits } from "../../../../runtime/actions/network-limits.js";

const each = { limit: 3, windowMs: 1000 };

test("an IPv4 address is one client, and of no site (rules/identity 49)", (t) => {
  t.deepEqual(networkLimits("acts", "192.0.2.7", each), [{ name: "acts\n192.0.2.7", ...each }]);
  t.deepEqual(networkLimits("acts", "::ffff:192.0.2.7", each), networkLimits("acts", "192.0.2.7", each));
});

test("the /64 of an IPv6 address is one client of its /48, which may ten times as much (rules/identity 49 and 54)", (t) => {
  t.deepEqual(networkLimits("acts", "2001:db8:1:2:3::4", each), [
    { name: "acts\n2001:db8:1:2::/64", ...each },
    { name: "acts\n2001:db8:1::/48", limit: 30, windowMs: 1000 },
  ]);
});
