import test from "ava";
import { clientNetwork, siteNetwork } from "../../../../runtime/http/client-network.js";

test("a client is an IPv4 address, also a mapped one, or the /64 of an IPv6 address (rules/identity 49)", (t) => {
  t.is(clientNetwork("192.0.2.7"), "192.0.2.7");
  t.is(clientNetwork("::ffff:192.0.2.7"), "192.0.2.7");
  t.is(clientNetwork("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  t.is(clientNetwork("2001:db8:1:2::9"), clientNetwork("2001:0db8:0001:0002:ffff::"));
  t.not(clientNetwork("2001:db8:1:3::9"), clientNetwork("2001:db8:1:2::9"));
  t.is(clientNetwork(""), "");
});

test("a site is the /48 of an IPv6 address, and nothing of an IPv4 one (rules/identity 47)", (t) => {
  t.is(siteNetwork("2001:db8:1:2:3:4:5:6"), "2001:db8:1::/48");
  t.is(siteNetwork("2001:db8:1:ffff::1"), siteNetwork("2001:db8:1::9"));
  t.not(siteNetwork("2001:db8:2::9"), siteNetwork("2001:db8:1::9"));
  for (const address of ["192.0.2.7", "::ffff:192.0.2.7", "", "unknown"]) t.is(siteNetwork(address), null);
});
