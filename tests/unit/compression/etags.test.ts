import test from "ava";
import { etagIn, knownEtag } from "../../../runtime/compression/etags.js";

test("an answer has an ETag of its own in each coding", (t) => {
  t.is(etagIn('"x"', null), '"x"');
  t.is(etagIn('"x"', "br"), '"x-br"');
  t.is(etagIn('"x"', "gzip"), '"x-gzip"');
});

test("a reader that has the answer in some coding is told which one of those it named", (t) => {
  for (const [header, known] of [
    [undefined, null],
    ['"y"', null],
    ['"x"', '"x"'],
    ['W/"x-gzip"', '"x-gzip"'],
    ['"y", "x-br"', '"x-br"'],
    ['"x-deflate"', null],
    [" * ", '"x"'],
  ] as const)
    t.is(knownEtag(header, '"x"'), known, header);
});
