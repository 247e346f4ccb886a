import test from "ava";
import { checkAnswer } from "../../../services/generation/check-answer.js";

const pending = (handle: object) => ({ state: "pending", handle, pollAfterMs: 1 });

test("a handle of at most 64 KB is taken as it would be stored, and a larger one is refused (rules/models 30)", (t) => {
  t.like(checkAnswer("p", pending({ id: "x".repeat(65_000), gone: undefined })), { state: "pending" });
  for (const handle of [{ id: "x".repeat(70_000) }, { id: "é".repeat(40_000) }])
    t.throws(() => checkAnswer("p", pending(handle)), { message: /as handle, .* at most 65536 bytes/ });
});

test("the members of a handle or of metadata that is too large are not read to their end (rules/models 30)", (t) => {
  let read = 0;
  const large = () => {
    const members = Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`m${at}`, 1]));
    return new Proxy(members, {
      get(target, name) {
        read += 1;
        return Reflect.get(target, name);
      },
    });
  };
  t.throws(() => checkAnswer("p", pending(large())), { message: /as handle/ });
  t.throws(
    () =>
      checkAnswer("p", {
        state: "succeeded",
        outputs: [{ contentType: "image/png", body: Buffer.alloc(1), metadata: large() }],
      }),
    { message: /as metadata/ },
  );
  t.true(read < 20_000, String(read));
});
