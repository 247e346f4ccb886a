import test from "ava";
import { Client } from "../../helpers/client.js";
import { startKiln } from "../../helpers/start-kiln.js";

test("on https the cookie is Secure (rules/identity 15)", async (t) => {
  const kiln = await startKiln({ BASE_URL: "https://kiln.example" });
  t.teardown(() => kiln.stop());
  const anonymous = new Client(kiln.url);
  const answer = await anonymous.post("/v1/auth/sign-up", {
    email: "ann@example.com",
    password: "correct horse battery",
  });
  t.regex(answer.headers.get("set-cookie") ?? "", /; HttpOnly; SameSite=Lax; Secure$/);
});
