import test from "ava";
import { natsOptions, natsUrls } from "../../../../runtime/cluster/nats-options.js";

test("NATS_URL is one address, or a comma list of addresses with one scheme", (t) => {
  for (const text of ["nats://a:4222", "tls://a", "nats://u:p@a:1, nats://b:2"]) t.is(natsUrls(text), text);
  for (const text of [
    "",
    "a:4222",
    "http://a",
    "nats://",
    "nats://a,",
    "nats://a,tls://b",
    "nats://a,b:1",
    "nats://100%:p@a",
  ])
    t.is(natsUrls(text), null, text);
});

test("credentials of NATS_URL are decoded; those of the first address that has some hold for all", (t) => {
  t.like(natsOptions("nats://a,nats://u%40x:p%3A%2F@b:1", null), {
    servers: ["a:4222", "b:1"],
    user: "u@x",
    pass: "p:/",
  });
  t.like(natsOptions("nats://t%20k@a", null), { token: "t k" });
  const { user, pass, token, tls } = natsOptions("nats://a", null);
  t.deepEqual([user, pass, token, tls], [undefined, undefined, undefined, undefined]);
  t.deepEqual(natsOptions("tls://a", null).tls, {});
});
