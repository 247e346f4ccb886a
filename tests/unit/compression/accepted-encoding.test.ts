import test from "ava";
import { acceptedOf } from "../../../runtime/http/representation.js";

test("a coding is chosen by weight, br before gzip before none where they weigh alike (RFC 9110, 12.5.3) (rules/edge 10)", (t) => {
  for (const [header, encoding] of [
    [undefined, null],
    ["", null],
    ["identity", null],
    ["gzip, deflate", "gzip"],
    ["gzip, deflate, br, zstd", "br"],
    ["GZIP", "gzip"],
    ["*", "br"],
    ["br;q=0.5, gzip;q=0.8", "gzip"],
    ["gzip;q=0.5, identity;q=0.8", null],
    ["br;q=0, gzip", "gzip"],
    ["br;q=0, *", "gzip"],
    ["*;q=0", null],
    ["gzip;q=0, br;q=0", null],
    ["identity;q=0", null],
    ["deflate, zstd", null],
    ["gzip;q=nonsense", null],
    ["gzip".padEnd(10_000, ", x"), "gzip"],
  ] as const)
    for (let time = 0; time < 2; time++) t.is(acceptedOf(header).encoding, encoding, header?.slice(0, 50));
});

test("short answers are left as they are, unless the client refuses that (rules/edge 10)", (t) => {
  t.is(acceptedOf("gzip").leastBytes, 1024);
  t.is(acceptedOf("gzip, identity;q=0").leastBytes, 1);
  t.is(acceptedOf("gzip, *;q=0").leastBytes, 1);
});

test("headers that nobody sends again do not keep others from being read once", (t) => {
  for (let number = 0; number < 1000; number++) acceptedOf(`gzip, junk${number}`);
  t.is(acceptedOf("gzip, deflate, br;q=0.9"), acceptedOf("gzip, deflate, br;q=0.9"));
});
