import test from "ava";
import { clientNetwork } from "../../../services/identity/client-network.js";

test("a client is an IPv4 address, also a mapped one, or the /64 of an IPv6 address (decisions 3)", (t) => {
  t.is(clientNetwork("192.0.2.7"), "192.0.2.7");
  t.is(clientNetwork("::ffff:192.0.2.7"), "192.0.2.7");
  t.is(clientNetwork("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::/64");
  t.is(clientNetwork("2001:db8:1:2::9"), clientNetwork("2001:0db8:0001:0002:ffff::"));
  t.not(clientNetwork("2001:db8:1:3::9"), clientNetwork("2001:db8:1:2::9"));
  t.is(clientNetwork(""), "");
});
