import test from "ava";
import { ModelClaims } from "../../../runtime/plugins/model-claims.js";
import { openTestDatabase } from "../../helpers/open-test-database.js";

const OURS = new Set(["fal", "openai"]);

test("of two providers that come with Kiln the later one is refused a model's id, and has it once the first is gone (rules/models 3)", async (t) => {
  const database = await openTestDatabase();
  t.teardown(() => database.close());
  const declared = new Set<string>();
  const claims = new ModelClaims(
    database,
    (provider, model) => declared.has(`${provider} ${model}`),
    (provider) => OURS.has(provider),
  );
  const claim = async (provider: string) => {
    const refused = await claims.claim({
      provider,
      models: ["m"],
      former: [],
      isBuiltIn: OURS.has(provider),
    });
    if (refused === null) declared.add(`${provider} m`);
    return refused;
  };
  t.is(await claim("stranger"), null);
  t.is(await claim("fal"), null, "a plugin gives it back to ours");
  t.regex(
    (await claim("openai")) ?? "",
    /^The model m belongs to the provider fal, so the provider openai is refused/,
  );
  t.is(await claim("fal"), null);
  declared.delete("fal m");
  t.is(await claim("openai"), null);
  t.regex((await claim("fal")) ?? "", /belongs to the provider openai/);
});
