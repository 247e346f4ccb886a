import test from "ava";
import type { Model } from "../../../contracts/models.js";
import { makeSampleMedia } from "../../../plugins/kit/conformance/sample-media.js";
import { mockModels } from "../../../plugins/providers/mock/models/index.js";
import type { Kiln } from "../../../start.js";
import { type Person, signUp } from "../../helpers/client.js";
import { type Variant, variantsOf } from "../../helpers/neighbours.js";
import { ofRings } from "../../helpers/of-rings.js";
import { setBalance } from "../../helpers/set-balance.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { startUpstreams } from "../../helpers/start-upstreams.js";
import { pairsOf, priceOf } from "../../helpers/value-pairs.js";
import { upload } from "../../helpers/upload.js";
import { waitForJob } from "../../helpers/wait-for-job.js";

/** A deployment with all keys lists these models: local, mock, upstream, and those of examples/models. */
let kiln: Kiln;
let person: Person;
let models: Model[];
let ids: { image: string; video: string; audio: string };
let close: () => Promise<void>;

test.before(async () => {
  const started = await startUpstreams();
  close = started.close;
  kiln = await startKiln(started.env);
  const operator = await signUp(kiln.url);
  person = await signUp(kiln.url);
  await setBalance(operator, person, 1_000_000);
  // Models for paying accounts are tried too.
  models = (await operator.session.get("/v1/models")).body.models;
  for (const { id, paidOnly } of models)
    if (paidOnly) await operator.session.patch(`/v1/admin/models/${id}`, { paidOnly: false });
  const media = await makeSampleMedia();
  ids = {
    image: await upload(person.api, media.image.contentType, media.image.bytes),
    video: await upload(person.api, media.video.contentType, media.video.bytes),
    audio: await upload(person.api, media.audio.contentType, media.audio.bytes),
  };
});
test.after.always(async () => {
  await kiln?.stop();
  await close?.();
});

/** The rings have the first model of each form; a whole run has all. */
const firstOf = (given: readonly Model[], formOf: (model: Model) => string): readonly Model[] =>
  ofRings(given, {
    always: (model) => given.find((other) => formOf(other) === formOf(model)) === model,
  });

/** What a model's refusals depend on: its kind, and which of the lists, numbers and flags of the kind it declares. */
function rulesOf({ capabilities: able }: Model): string {
  const declared = Object.entries(able).filter(([, value]) => value !== false && value !== 0);
  const { kind, category } = able as { kind: string; category?: string };
  return [kind, category, ...declared.map(([name]) => name).toSorted()].join();
}
/** What a job of a model is ordered and priced by: its provider, its kind and the basis of its price. */
const orderOf = ({ provider, kind, capabilities, pricing }: Model): string =>
  [provider, kind, (capabilities as { category?: string }).category, ...Object.keys(pricing)].join();

/** The rings have each neighbour that is refused, and every third value that is accepted; a whole run has all. */
const shareOf = (variants: readonly Variant[]): readonly Variant[] =>
  ofRings(variants, { each: 3, always: ({ names }) => names !== undefined });

test.serial(
  "each declared value is accepted, and each neighbour is refused with the valid ones and without a charge (rules/models 9)",
  async (t) => {
    t.true(models.length > 30);
    const before = (await person.api.get("/v1/account")).body.remainingCredits;
    let accepted = 0;
    let refused = 0;
    for (const model of firstOf(models, rulesOf))
      for (const { params, names } of shareOf(variantsOf(model, ids))) {
        const about = `${model.id} ${JSON.stringify(params)}`;
        const route = names ? "/v1/generations" : "/v1/estimates";
        const { status, body } = await person.api.post(route, { model: model.id, params });
        if (names === undefined) {
          t.is(status, 200, `${about}: ${JSON.stringify(body)}`);
          accepted += 1;
        } else {
          t.is(status, 400, `${about}: ${JSON.stringify(body)}`);
          t.is(body.error?.code, "invalid_params", about);
          t.regex(body.error?.message ?? "", names, about);
          refused += 1;
        }
      }
    t.log(
      `${firstOf(models, rulesOf).length} of ${models.length} models, ${accepted} values accepted, ${refused} refused`,
    );
    t.is((await person.api.get("/v1/account")).body.remainingCredits, before);
  },
);

test.serial("each pair of values of a model is estimated as its table says (rules/billing 2)", async (t) => {
  let pairs = 0;
  const ours = models.filter(({ provider }) => provider === "local" || provider === "mock");
  const tableOf = ({ kind, pricing }: Model) =>
    [
      kind,
      ...Object.entries(pricing).map(([basis, rate]) => `${basis} ${Object.keys(Object(rate)).length}`),
    ].join();
  for (const model of firstOf(ours, tableOf))
    for (const params of ofRings(pairsOf(model, ids), { each: 4 })) {
      const { status, body } = await person.api.post("/v1/estimates", { model: model.id, params });
      const about = `${model.id} ${JSON.stringify(params).slice(0, 300)}`;
      t.is(status, 200, `${about}: ${JSON.stringify(body)}`);
      t.is(body.estimatedCredits, priceOf(model, params), about);
      pairs += 1;
    }
  t.log(`${pairs} pairs`);
});

test.serial("a job of each model is settled at its estimate (rules/billing 9)", async (t) => {
  // Models of this machine are slow and do not depend on the database.
  const tried = models.filter(
    ({ provider }) => provider !== "local" || process.env.KILN_TEST_DB !== "mariadb",
  );
  for (const model of firstOf(tried, orderOf)) {
    const all = variantsOf(model, ids).filter(({ names }) => names === undefined);
    const priced = all.filter(({ params }) => params.resolution !== undefined);
    const few = model.provider === "local" && priced.length > 0 ? priced : all.slice(0, 1);
    // The rings make the cheapest one.
    const least = Math.min(...few.map(({ params }) => priceOf(model, params)));
    for (const { params } of ofRings(few, { always: (one) => priceOf(model, one.params) === least })) {
      const about = `${model.id} ${JSON.stringify(params)}`;
      const told = await person.api.post("/v1/estimates", { model: model.id, params });
      const { status, body } = await person.api.post("/v1/generations", { model: model.id, params });
      t.is(status, 200, `${about}: ${JSON.stringify(body)}`);
      t.is(body.estimatedCredits, told.body.estimatedCredits, about);
      const job = await waitForJob(person.api, body.job.id, undefined, 120_000);
      t.is(job.status, "succeeded", `${about}: ${job.errorMessage}`);
      t.is(job.costCredits, body.estimatedCredits, about);
      const entries = await kiln.host.read.query<{ deltaCredits: number }>(
        "SELECT deltaCredits FROM ledger_entries WHERE ref = ?",
        [job.id],
      );
      t.deepEqual(
        entries.map(({ deltaCredits }) => Number(deltaCredits)),
        [-job.costCredits],
        about,
      );
    }
  }
});

test("the mock has a model for each thing that capabilities can refuse or accept (rules/models 34)", (t) => {
  const has = (what: string, fits: (model: (typeof mockModels)[number]) => boolean) =>
    t.true(mockModels.some(fits), `the mock has no model ${what}`);
  const able = (model: (typeof mockModels)[number]) =>
    model.capabilities as unknown as Record<string, unknown>;
  for (const flag of [
    "supportsFirstFrame",
    "supportsLastFrame",
    "requiresSourceVideo",
    "requiresReferenceImage",
    "supportsAudioToggle",
  ])
    for (const value of [true, false])
      has(`with ${flag} ${value}`, (model) => model.kind === "video" && able(model)[flag] === value);
  for (const name of ["maxReferenceImages", "maxReferenceVideos", "maxReferenceAudios"])
    has(`with ${name}`, (model) => Number(able(model)[name]) > 0);
  for (const value of [true, false])
    has(
      `with references ${value}`,
      (model) => model.kind === "image" && able(model).supportsImageReference === value,
    );
  has(
    "with resolutions x qualities",
    (model) => model.kind === "image" && Boolean(able(model).resolutions && able(model).qualities),
  );
  has("that speaks with voices", (model) => able(model).category === "tts" && Boolean(able(model).voices));
  has(
    "that sings lyrics only",
    (model) => able(model).supportsLyrics === true && able(model).supportsInstrumental === false,
  );
  has("with instrumentals", (model) => able(model).supportsInstrumental === true);
  has(
    "of sounds with bounds",
    (model) => able(model).category === "sfx" && Boolean(able(model).minSeconds && able(model).maxSeconds),
  );
  for (const category of ["cleanup", "dubbing"]) has(category, (model) => able(model).category === category);
  for (const types of ["image", "video", "image,video"])
    has(
      `that upscales ${types}`,
      ({ capabilities: given }) =>
        given.kind === "upscale" && [...given.supportedTypes].toSorted().join() === types,
    );
  for (const kind of ["video", "image", "audio", "upscale"])
    has(`paidOnly of kind ${kind}`, (model) => model.kind === kind && model.paidOnly);
  for (const basis of [
    "creditsPerSecond",
    "creditsPerImage",
    "creditsPerRun",
    "creditsPerThousandChars",
  ] as const)
    has(`priced by ${basis}`, ({ pricing }) => pricing[basis] !== undefined);
});
