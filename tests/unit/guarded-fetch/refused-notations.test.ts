import test from "ava";
import {
  checkUrl,
  GuardedFetchError,
  guardedFetch,
  isPublicAddress,
  PUBLIC_NETWORK,
} from "../../../runtime/http/guarded-fetch/index.js";

const NEVER = new AbortController().signal;

/** Addresses that must not be reached in any notation (rules/running 28). */
const REFUSED: readonly string[] = [
  // other schemes and no URLs
  "http://example.com/a.png",
  "ftp://example.com/a.png",
  "file:///etc/passwd",
  "data:image/png;base64,AAAA",
  "gopher://example.com/",
  "blob:https://example.com/1",
  "javascript:alert(1)",
  "https:example.com/a.png",
  "https:/example.com/a.png",
  "https:\\\\example.com\\a.png",
  "//example.com/a.png",
  "example.com/a.png",
  " https://example.com/a.png",
  "https://exam\tple.com/",
  "https://example.com/\u200b",
  "https://",
  "",
  `https://example.com/${"a".repeat(9000)}`,
  // user info
  "https://user@example.com/",
  "https://user:password@example.com/",
  "https://example.com@127.0.0.1/",
  "https://example.com%40127.0.0.1/",
  // loopback
  "https://127.0.0.1/",
  "https://127.0.0.1:443/",
  "https://127.1.2.3/",
  "https://127.255.255.254/",
  "https://localhost/",
  "https://LOCALHOST/",
  "https://localhost./",
  "https://a.localhost/",
  "https://[::1]/",
  "https://[0:0:0:0:0:0:0:1]/",
  "https://[0000:0000:0000:0000:0000:0000:0000:0001]/",
  // decimal, octal, hexadecimal, short forms; of public addresses too
  "https://2130706433/",
  "https://017700000001/",
  "https://0x7f000001/",
  "https://0x7f.0.0.1/",
  "https://0177.0.0.1/",
  "https://127.1/",
  "https://127.0.1/",
  "https://0/",
  "https://0x7f.1/",
  "https://134744072/",
  "https://0x08080808/",
  "https://010.8.8.8/",
  "https://8.8.2056/",
  "https://8.8.8.8./",
  "https://\uff11\uff12\uff17.0.0.1/",
  "https://\u2460\u2461\u2466.0.0.1/",
  "https://127\u30020\u30020\u30021/",
  "https://%31%32%37.0.0.1/",
  "https://127.0.0.1./",
  // unspecified, this network
  "https://0.0.0.0/",
  "https://0.1.2.3/",
  "https://[::]/",
  // private
  "https://10.0.0.1/",
  "https://10.255.255.255/",
  "https://172.16.0.1/",
  "https://172.31.255.255/",
  "https://192.168.0.1/",
  "https://[fc00::1]/",
  "https://[fd12:3456:789a::1]/",
  // link-local, metadata
  "https://169.254.0.1/",
  "https://169.254.169.254/latest/meta-data/",
  "https://0xa9fea9fe/",
  "https://2852039166/",
  "https://[fe80::1]/",
  "https://[fe80::1%25eth0]/",
  "https://[febf::1]/",
  "https://[fec0::1]/",
  "https://[fd00:ec2::254]/",
  "https://100.100.100.200/",
  "https://192.0.0.192/",
  "https://168.63.129.16/",
  "https://metadata.google.internal/",
  // CGNAT
  "https://100.64.0.1/",
  "https://100.127.255.255/",
  // multicast, broadcast, reserved
  "https://224.0.0.1/",
  "https://239.255.255.255/",
  "https://240.0.0.1/",
  "https://255.255.255.255/",
  "https://[ff02::1]/",
  "https://[ff0e::1]/",
  "https://[100::1]/",
  "https://[4000::1]/",
  "https://[5f00::1]/",
  // documentation, benchmark, protocol assignments
  "https://192.0.2.1/",
  "https://198.51.100.1/",
  "https://203.0.113.1/",
  "https://198.18.0.1/",
  "https://198.19.255.255/",
  "https://192.0.0.1/",
  "https://192.88.99.1/",
  "https://[2001:db8::1]/",
  "https://[3fff::1]/",
  "https://[2001:2::1]/",
  "https://[2001:20::1]/",
  // mapped, compatible, translated, tunneled
  "https://[::ffff:127.0.0.1]/",
  "https://[::ffff:7f00:1]/",
  "https://[::ffff:8.8.8.8]/",
  "https://[::ffff:0:127.0.0.1]/",
  "https://[::127.0.0.1]/",
  "https://[::8.8.8.8]/",
  "https://[64:ff9b::127.0.0.1]/",
  "https://[64:ff9b::8.8.8.8]/",
  "https://[64:ff9b:1::a00:1]/",
  "https://[2002:7f00:1::]/",
  "https://[2002:808:808::1]/",
  "https://[2001:0:4136:e378:8000:63bf:3fff:fdd2]/",
  "https://[2a00:1450::5efe:10.0.0.1]/",
  "https://[2a00:1450::200:5efe:10.0.0.1]/",
  // names of the own network, trailing dots
  "https://intranet/",
  "https://printer.local/",
  "https://db.internal/",
  "https://router.home.arpa/",
  "https://nas.lan/",
  "https://example.com./",
  "https://exam%70le.com/",
  // ports of other services
  "https://example.com:25/",
  "https://example.com:22/",
  "https://example.com:80/",
  "https://example.com:0/",
  "https://example.com:99999/",
];

test("no notation of a forbidden address is asked for, and none is looked up (rules/running 28)", async (t) => {
  t.true(REFUSED.length >= 100);
  const lookedUp: string[] = [];
  for (const url of REFUSED) {
    const resolve = async (name: string) => {
      lookedUp.push(name);
      return ["93.184.215.14"];
    };
    const error = await t.throwsAsync(
      guardedFetch(url, { policy: PUBLIC_NETWORK, signal: NEVER, resolve }),
      { instanceOf: GuardedFetchError },
      url,
    );
    t.is((error as GuardedFetchError | undefined)?.reason, "refused", url);
  }
  t.deepEqual(lookedUp, []);
});

test("ordinary addresses and names of the public internet pass the check (rules/running 28)", (t) => {
  for (const url of [
    "https://example.com/a.png",
    "https://EXAMPLE.com:8443/a.png?b=c#d",
    "https://b\u00fccher.example/",
    "https://8.8.8.8/",
    "https://[2606:4700::6810:84e5]/",
    "https://example.com:443/",
    "https://example.com/user@host",
    "https://xn--bcher-kva.example/a b.png".replace(" ", "%20"),
  ])
    t.notThrows(() => checkUrl(url, PUBLIC_NETWORK), url);
});

test("an address is public only where the whole range is (rules/running 28)", (t) => {
  for (const address of [
    "1.1.1.1",
    "9.255.255.255",
    "11.0.0.0",
    "172.15.255.255",
    "172.32.0.0",
    "100.63.255.255",
  ])
    t.true(isPublicAddress(address), address);
  for (const address of [
    "100.128.0.0",
    "169.253.255.255",
    "223.255.255.255",
    "2a00:1450:4001::1",
    "2620:fe::fe",
  ])
    t.true(isPublicAddress(address), address);
  for (const text of [
    "",
    "localhost",
    "1.1.1",
    "01.1.1.1",
    "0x1.1.1.1",
    "fe80::1%eth0",
    "2a00::1%1",
    "1.1.1.1 ",
  ])
    t.false(isPublicAddress(text), text);
});
