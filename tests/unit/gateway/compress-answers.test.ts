import fastify from "fastify";
import test from "ava";
import { compressAnswers } from "../../../services/gateway/requests.js";

test("an answer that cannot be sent behind its compression ends its connection, and is logged", async (t) => {
  const logged: unknown[] = [];
  const app = fastify();
  compressAnswers(app, { error: ({ err }: { err: unknown }) => logged.push(err) } as never);
  app.get("/", (_request, reply) =>
    reply.header("content-type", "application/json").header("x-broken", "a\nb").send("1".repeat(2000)),
  );
  const url = await app.listen({ port: 0, host: "127.0.0.1" });
  await t.throwsAsync(fetch(url, { headers: { "accept-encoding": "br" } }), { message: "fetch failed" });
  t.regex(String(logged[0]), /Invalid character in header/);
  t.is(logged.length, 1);
  await app.close();
});
