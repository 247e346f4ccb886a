import test from "ava";
import { acceptedOf, etagIn, knownEtag } from "../../../runtime/http/representation.js";

test("an answer has an ETag of its own in each coding (rules/edge 10)", (t) => {
  t.is(etagIn('"x"', null), '"x"');
  t.is(etagIn('"x"', "br"), '"x-br"');
  t.is(etagIn('"x"', "gzip"), '"x-gzip"');
});

test("a reader that has the answer in some coding is told which one of those it named (rules/edge 10)", (t) => {
  for (const [header, known] of [
    [undefined, null],
    ['"y"', null],
    ['"x"', '"x"'],
    ['W/"x-gzip"', '"x-gzip"'],
    ['"y", "x-br"', '"x-br"'],
    ['"x-deflate"', null],
    [" * ", '"x"'],
  ] as const)
    t.is(knownEtag(header, '"x"', acceptedOf("gzip, br")), known, header);
});

test("an ETag of a coding that the request does not accept is not known (rules/edge 10)", (t) => {
  for (const [accepts, header, known] of [
    [undefined, '"x-br"', null],
    [undefined, '"x-br", "x"', '"x"'],
    ["gzip", '"x-br"', null],
    ["gzip", '"x-br", "x-gzip"', '"x-gzip"'],
    ["gzip;q=0.5, identity;q=0.8", '"x-gzip"', '"x-gzip"'],
    ["br;q=0, *", '"x-br"', null],
    ["identity", '"x-gzip"', null],
  ] as const)
    t.is(knownEtag(header, '"x"', acceptedOf(accepts)), known, `${accepts} ${header}`);
});
