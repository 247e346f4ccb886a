import test from "ava";
import { z } from "zod";
import { CONTRACTS } from "../../../contracts/index.js";
import { readParams } from "../../../runtime/actions/read-params.js";
import { TOOLS } from "../../../services/mcp/tools.js";

const LONG = "x".repeat(20_001);
const NUMBERS = [0, -1, -0.5, 1.5, 1e300, Number.NaN, true, null];
const TEXTS = ["", " ", "x", LONG];
const OTHERS = [[], [0], [""], Array<string>(1001).fill("a"), {}, { a: 1 }];
const WRONG: readonly unknown[] = [...NUMBERS, ...TEXTS, ...OTHERS];

interface Field {
  name: string;
  schema: z.ZodType;
}

const fieldsOf = (owner: string, schema: z.ZodType): Field[] =>
  schema instanceof z.ZodObject
    ? Object.entries(schema.shape).map(([key, field]) => ({
        name: `${owner}.${key}`,
        schema: field as z.ZodType,
      }))
    : [];

const FIELDS = CONTRACTS.flatMap(({ name, params }) => fieldsOf(name, params));

function refusalOf({ schema }: Field, value: unknown): string | null {
  try {
    readParams(z.object({ field: schema }), { field: value });
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

test("a refused value is named once, whatever it breaks, over every parameter of every action (rules/edge 22)", (t) => {
  t.true(FIELDS.length > 250);
  for (const field of FIELDS)
    for (const value of WRONG) {
      const said = refusalOf(field, value);
      const about = said?.split("; ").filter((part) => /^field (?:must|is)/.test(part)) ?? [];
      t.true(about.length <= 1, `${field.name}: ${said}`);
    }
});

test("limits have the unit of what they count: characters of texts, entries of lists (rules/edge 22)", (t) => {
  for (const field of FIELDS) {
    const [ofLong, ofList] = [refusalOf(field, LONG), refusalOf(field, Array<string>(1001).fill("a"))];
    if (ofLong !== null) t.notRegex(ofLong, /\bentr(?:y|ies)\b|\b1 characters/, field.name);
    if (ofList !== null) t.notRegex(ofList, /at (?:least|most) \d+ characters/, field.name);
  }
});

test("nothing that was given is called missing (rules/edge 22)", (t) => {
  for (const field of FIELDS)
    for (const value of [0, true, ["a"], { a: 1 }]) {
      const said = refusalOf(field, value);
      if (said !== null) t.notRegex(said, /^field is required/, `${field.name} of ${JSON.stringify(value)}`);
    }
});

test("what is missing is said to be required, over every parameter of every action (rules/edge 22)", (t) => {
  for (const field of FIELDS) {
    const said = refusalOf(field, undefined);
    if (said !== null) t.regex(said, /^field is required/, field.name);
  }
});

test("a number above the greatest, or below the least, is told which that is (rules/edge 22)", (t) => {
  const numbersOf = (said: string | null) => said?.replaceAll(",", "") ?? "";
  let bounds = 0;
  for (const field of FIELDS) {
    const { anyOf, ...own } = z.toJSONSchema(field.schema, { io: "input", unrepresentable: "any" });
    for (const { maximum, minimum } of [own, ...(anyOf ?? [])]) {
      if (maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER) {
        bounds += 1;
        t.true(numbersOf(refusalOf(field, maximum + 1)).includes(String(maximum)), field.name);
      }
      if (minimum !== undefined && minimum > Number.MIN_SAFE_INTEGER && minimum !== 0)
        t.true(numbersOf(refusalOf(field, minimum - 1)).includes(String(minimum)), field.name);
    }
  }
  t.true(bounds > 20, `${bounds} bounds`);
});

test("tools of agents say the same sentences as REST of wrong inputs (rules/mcp 5)", async (t) => {
  for (const tool of TOOLS) {
    const [first] = Object.keys(tool.listing.inputSchema.properties ?? {});
    if (first === undefined) continue;
    const error = await t.throwsAsync(async () => tool.run({} as never, { [first]: { a: [] } }));
    t.notRegex(error.message, /Invalid input|Too (?:big|small)|\[object/, tool.name);
  }
});
