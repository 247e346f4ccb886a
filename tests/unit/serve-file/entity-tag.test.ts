import test from "ava";
import { isIfRange, matchingTag } from "../../../runtime/http/representation.js";

test("If-None-Match compares weakly, in lists and with * (rules/storage 18; RFC 9110, 13.1.2)", (t) => {
  for (const header of ['"a"', 'W/"a"', '"x", "a"', '"x,y" , W/"a"', "*"])
    t.is(matchingTag(header, ['"a"']), '"a"', header);
  for (const header of [undefined, "", '"b"', "a", '"a']) t.is(matchingTag(header, ['"a"']), null, header);
});

test("If-Range compares strongly, and no date matches (rules/storage 18; RFC 9110, 13.1.5)", (t) => {
  t.true(isIfRange(undefined, '"a"'));
  t.true(isIfRange('"a"', '"a"'));
  for (const header of ['W/"a"', '"b"', "Wed, 21 Oct 2026 07:28:00 GMT"])
    t.false(isIfRange(header, '"a"'), header);
});
