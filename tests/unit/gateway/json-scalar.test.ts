import test from "ava";
import { parseValue } from "graphql";
import { JSON_SCALAR } from "../../../services/gateway/graphql/schema/json-scalar.js";

const read = (literal: string): unknown => JSON_SCALAR.parseLiteral(parseValue(literal), {});

test("numbers in a query's JSON are those that REST takes (rules/edge 23)", (t) => {
  for (const number of [
    "9007199254740993",
    "9007199254740993.0",
    "9007199254740993e0",
    "1e20",
    "1e400",
    "-1E+400",
  ])
    for (const literal of [number, `[{ a: ${number} }]`])
      t.throws(
        () => read(literal),
        { message: `${number} is a number that JSON cannot carry exactly.` },
        literal,
      );
  for (const [literal, value] of [
    ["9007199254740991", 9007199254740991],
    ["-1.5e300", -1.5e300],
    ["1e21", 1e21],
    ["0.1", 0.1],
  ] as const)
    t.is(read(literal), value);
});
