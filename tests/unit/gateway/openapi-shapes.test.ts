import test from "ava";
import { SHAPES } from "../../../contracts/shapes.js";
import { buildOpenApi } from "../../../services/gateway/openapi.js";
import { validateResponse } from "../../helpers/validate-response.js";

const document = buildOpenApi() as {
  paths: Record<string, Record<string, { responses: unknown; requestBody?: unknown }>>;
  components: { schemas: Record<string, unknown> };
};
const operations = Object.values(document.paths).flatMap((verbs) => Object.values(verbs));

/** Returns the targets of all references below a part of the document. */
const references = (part: unknown): string[] =>
  [...JSON.stringify(part ?? null).matchAll(/"\$ref":"([^"]+)"/g)].map(([, target]) => target ?? "");

test("every shape that has a name is used, and every reference leads to one (rules/edge 46)", (t) => {
  const used = new Set(references(document).map((target) => target.split("/").at(-1)));
  for (const name of Object.keys(SHAPES)) t.true(used.has(name), name);
  for (const target of references(document))
    t.true(
      target === "#/components/responses/Error" ||
        (target.split("/").at(-1) ?? "") in document.components.schemas,
      target,
    );
});

test("answers may grow: none says that it has no other fields; requests refuse them (rules/edge 1 and 18)", (t) => {
  for (const { responses } of operations)
    t.notRegex(JSON.stringify(responses), /"additionalProperties":false/);
  const { AudioParams, ImageParams, UpscaleParams, VideoParams, ...answered } = document.components.schemas;
  t.notRegex(JSON.stringify(answered), /"additionalProperties":false/);
  for (const sent of [AudioParams, ImageParams, UpscaleParams, VideoParams])
    t.like(sent, { additionalProperties: false });
  t.regex(
    JSON.stringify(document.paths["/v1/generations"]?.["post"]?.requestBody),
    /"additionalProperties":false/,
  );
});

test("tests still refuse a field that is not documented, also inside of a named shape", (t) => {
  const entry = { id: "p", name: "Pots", title: "Pots" };
  const check = (body: unknown) => () => validateResponse("DELETE", "http://k/v1/projects/p", 200, body);
  t.notThrows(check({ ok: true }));
  t.throws(check({ ok: true, more: 1 }), { message: /must NOT have additional properties/ });
  const list = (change: object) => () =>
    validateResponse("POST", "http://k/v1/estimates", 400, {
      error: { code: "not_found", message: "", ...change },
    });
  t.notThrows(list({}));
  t.throws(list(entry), { message: /must NOT have additional properties/ });
});
