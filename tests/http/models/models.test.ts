import test from "ava";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let operator: Person;
test.before(async () => {
  kiln = await startKiln();
  operator = await signUp(kiln.url);
});
test.after.always(() => kiln?.stop());

interface Model {
  id: string;
  kind: string;
  enabled: boolean;
}
const idsOf = (models: Model[]) => models.map(({ id }) => id);

test("the catalog is whole without limit, a page with one, and total counts all (rules/edge 28; rules/models 1)", async (t) => {
  const all = await operator.api.get("/v1/models");
  t.is(all.body.models.length, all.body.total);
  t.true(all.body.total > 30);
  t.true((all.body.models as Model[]).every(({ enabled }) => enabled));
  const page = await operator.api.get("/v1/models?limit=3&offset=2");
  t.deepEqual(idsOf(page.body.models), idsOf(all.body.models).slice(2, 5));
  t.is(page.body.total, all.body.total);
  t.is((await operator.api.get("/v1/models?limit=500&offset=9999")).body.models.length, 0);
});

for (const kind of ["video", "image", "audio", "upscale"]) {
  test(`kind=${kind} gives that kind only (rules/models 4)`, async (t) => {
    const { body } = await operator.api.get(`/v1/models?kind=${kind}`);
    t.true(body.total > 0);
    t.true((body.models as Model[]).every((model) => model.kind === kind));
  });
}

for (const query of ["kind=", "kind=text", "limit=0", "limit=501", "limit=ten", "offset=-1", "offset=x"]) {
  test(`?${query} is invalid_params that names the field (rules/models 4)`, async (t) => {
    const answer = await operator.api.get(`/v1/models?${query}`);
    t.is(answer.status, 400);
    t.is(answer.body.error.code, "invalid_params");
    t.regex(answer.body.error.message, new RegExp(/kind|limit|offset/.exec(query)?.[0] ?? ""));
  });
}

test.serial(
  "an operator's overrides take effect at once, and null returns to the plugin's own (rules/models 7; rules/operations 8)",
  async (t) => {
    const path = "/v1/admin/models/mock-image";
    const before = (await operator.session.get("/v1/admin/models?limit=200")).body.models.find(
      (model: Model) => model.id === "mock-image",
    );
    t.deepEqual(before.overrides, { enabled: null, pricing: null, paidOnly: null });
    const off = await operator.session.patch(path, { enabled: false });
    t.is(off.status, 200);
    t.false(off.body.model.enabled);
    t.false(idsOf((await operator.api.get("/v1/models")).body.models).includes("mock-image"));
    const request = {
      model: "mock-image",
      params: { kind: "image", prompt: "x", aspectRatio: "1:1", numImages: 2 },
    };
    t.is((await operator.api.post("/v1/generations", request)).status, 404);
    await operator.session.patch(path, { enabled: null, pricing: { creditsPerImage: { "*": 11 } } });
    t.is((await operator.api.post("/v1/estimates", request)).body.estimatedCredits, 22);
    await operator.session.patch(path, { paidOnly: true });
    t.is((await operator.api.post("/v1/estimates", request)).status, 402);
    const back = await operator.session.patch(path, { paidOnly: null, pricing: null });
    t.deepEqual(back.body.model, before);
  },
);

test.serial(
  "an override that does not fit is refused and names what is wrong (rules/models 7)",
  async (t) => {
    for (const [body, message] of [
      [{ pricing: { creditsPerSecond: { "*": 1 } } }, /pricing/],
      [{ pricing: {} }, /pricing/],
      [{ pricing: { creditsPerImage: { "*": -1 } } }, /pricing/],
      [{ enabled: "yes" }, /enabled/],
      [{ colour: 1 }, /colour/],
    ] as const) {
      const answer = await operator.session.patch("/v1/admin/models/mock-image", body);
      t.is(answer.status, 400, JSON.stringify(body));
      t.regex(answer.body.error.message, message);
    }
    t.is((await operator.session.patch("/v1/admin/models/nope", { enabled: true })).status, 404);
  },
);
