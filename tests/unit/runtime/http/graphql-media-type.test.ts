import test from "ava";
import { mediaTypeOf } from "../../../../runtime/http/graphql-media-type.js";

const JSON_TYPE = "application/json";
const OWN = "application/graphql-response+json";

test("the media type is the one that Accept weighs more, JSON where neither is (GraphQL over HTTP: Media Types) (rules/delivery 43)", (t) => {
  const cases: [accept: string | undefined, expected: string][] = [
    [undefined, JSON_TYPE],
    ["", JSON_TYPE],
    ["*/*", JSON_TYPE],
    ["application/*", JSON_TYPE],
    ["text/html", JSON_TYPE],
    [JSON_TYPE, JSON_TYPE],
    [OWN, OWN],
    [OWN.toUpperCase(), OWN],
    [`${OWN}; charset=utf-8`, OWN],
    [`${OWN}, ${JSON_TYPE};q=0.9`, OWN],
    [`${JSON_TYPE};q=0.9, ${OWN}`, OWN],
    [`${OWN};q=0.5, ${JSON_TYPE}`, JSON_TYPE],
    [`${OWN}, ${JSON_TYPE}`, OWN],
    [`${JSON_TYPE}, ${OWN}`, JSON_TYPE],
    [`*/*, ${OWN}`, OWN],
    [`${OWN};q=0.4, application/*;q=0.5`, JSON_TYPE],
    [`${OWN};q=0, */*`, JSON_TYPE],
    [`${JSON_TYPE};q=0, */*`, OWN],
    [`${JSON_TYPE};q=0, ${OWN};q=0.1`, OWN],
    [`${JSON_TYPE} ; q=0.2 , ${OWN} ; q=0.3`, OWN],
    [`${OWN};q=nonsense`, JSON_TYPE],
  ];
  for (const [accept, expected] of cases) t.is(mediaTypeOf(accept), expected, accept);
});
