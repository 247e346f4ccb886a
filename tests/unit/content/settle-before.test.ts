import test from "ava";
import type { ContentFields } from "../../../contracts/content-schema.js";
import { ServiceError } from "../../../contracts/errors.js";
import type { Reader } from "../../../runtime/database/transaction.js";
import { admitCreate } from "../../../services/content/documents/batch/plan-create.js";
import type { SettledBefore } from "../../../services/content/documents/batch/settle-before.js";
import type { BatchFound, CreateRequest } from "../../../services/content/documents/batch/write-plan.js";
import type { Drafts } from "../../../services/content/draft/drafts.js";
import type { TypeContext } from "../../../services/content/types/type-context.repository.js";
import { ARTICLE } from "./draft-shape.js";

const ANN = "0190163d-8694-739b-aea5-966c26f8ad90";
const typeContext: TypeContext = {
  typeId: "type",
  type: "article",
  schemaVersion: 3,
  schema: ARTICLE,
  locales: { defaultLocale: "en", locales: [{ code: "en", title: "E", fallback: null, required: false }] },
  formerLocales: [],
  autoTranslate: false,
};
const { locales } = typeContext;

/** Admits a create inside its transaction. Returns the draft, and how often it was tried whether an editor could open it. */
async function admit(before: SettledBefore, seer = ANN): Promise<{ draft: ContentFields; tried: number }> {
  let tried = 0;
  const drafts = {
    settle: (_shape: unknown, fields: ContentFields) => Promise.resolve(fields),
    requireOpenable: () => Promise.resolve((tried += 1)),
  } as unknown as Drafts;
  const read = { pause: () => Promise.resolve() } as unknown as Reader;
  const found: BatchFound = {
    projectId: "project",
    seers: new Set([seer]),
    room: null,
    typeContexts: new Map([["article", typeContext]]),
    documents: new Map(),
    listeners: [],
    triggers: [],
  };
  const request: CreateRequest = {
    verb: "create",
    id: ANN,
    author: { accountId: ANN, actor: "person" },
    type: "article",
    draftBytes: 99_999,
    act: null,
    draft: { name: "sent" },
    before,
  };
  const { draft } = await admitCreate(read, drafts, found, request);
  return { draft, tried };
}

const settled = { draft: { name: "settled" }, draftBytes: 18 };

test("a large new draft that was settled before its transaction is taken as it is, while its type and the locales stay (rules/running 24)", async (t) => {
  t.deepEqual(await admit({ typeContext, settled }), { draft: { name: "settled" }, tried: 0 });
  const [english] = locales.locales;
  if (english === undefined) throw new Error("There is one locale.");
  for (const change of [
    { typeId: "other" },
    { schemaVersion: 2 },
    { locales: { ...locales, defaultLocale: "de" } },
    { locales: { ...locales, locales: [english, { ...english, code: "de" }] } },
  ])
    t.deepEqual(await admit({ typeContext: { ...typeContext, ...change }, settled }), {
      draft: { name: "sent" },
      tried: 1,
    });
});

test("what was refused before the transaction is refused in it, and a stranger hears of nothing else than before (rules/content 39)", async (t) => {
  const refusal = { typeContext, settled: new ServiceError("payload_too_large", "Too large.") };
  t.is((await t.throwsAsync<ServiceError>(admit(refusal)))?.code, "payload_too_large");
  t.is((await t.throwsAsync<ServiceError>(admit(refusal, "another")))?.code, "not_found");
});
