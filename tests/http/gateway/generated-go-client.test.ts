import test from "ava";
import { signUp } from "../../helpers/client.js";
import { useFromGo } from "../../helpers/generated-clients/go-client.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("OpenAPI Generator makes a client for Go from the document in 3.0, which compiles and works (ADR-0086)", async (t) => {
  const kiln = await startKiln();
  t.teardown(() => kiln.stop());
  const { url } = kiln;
  const ann = await signUp(url);
  const document = await (await fetch(`${url}/v1/openapi-3.0.json`)).text();
  const { id, ...told } = await useFromGo(document, { url, key: ann.key });
  t.is((await ann.api.get(`/v1/generations/${String(id)}`)).status, 200);
  t.deepEqual(told, { prompt: "A kiln at night", mostImages: 4, status: 404, code: "not_found" });
});
