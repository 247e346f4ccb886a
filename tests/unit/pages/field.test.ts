import test from "ava";
import { field, filledFrom } from "../../../runtime/http/pages/field.js";

const wrong = (message: string, code = "invalid_params") =>
  filledFrom({ email: "a@b" }, { code, message }, ["email", "password"], { conflict: "email" });

test("a sentence that begins with a field's name stands beside it, the rest above the form (rules/console 9)", (t) => {
  t.deepEqual(wrong("email must be an e-mail address; password must have 8 to 200 characters.").wrong, {
    email: "email must be an e-mail address.",
    password: "password must have 8 to 200 characters.",
  });
  t.like(wrong("token is wrong."), { wrong: {}, refusal: "token is wrong." });
  t.like(wrong("email is required; tokens run out."), { refusal: "tokens run out." });
  t.like(wrong("There is one already.", "conflict"), {
    wrong: { email: "There is one already." },
    refusal: null,
  });
  t.like(wrong("Sign-up is closed here.", "forbidden"), { wrong: {}, refusal: "Sign-up is closed here." });
});

test("a field at fault names its sentence to screen readers, has the focus and keeps its value; a password never (rules/console 4 and 9)", (t) => {
  const filled = filledFrom(
    { email: '"><script>', password: "secret" },
    { code: "invalid_params", message: "email must be one; password is bad." },
    ["email", "password"],
  );
  const email = field({ name: "email", label: "E-mail" }, filled).text;
  t.regex(email, /value="&quot;&gt;&lt;script&gt;"/);
  t.regex(
    email,
    /aria-describedby="email-wrong"[^]*aria-invalid="true"[^]*autofocus[^]*id="email-wrong">email must be one\./,
  );
  const password = field(
    { name: "password", label: "Password", type: "password", hint: "Long." },
    filled,
  ).text;
  t.false(password.includes("secret"));
  t.regex(password, /aria-describedby="password-hint password-wrong"/);
  t.false(password.includes("autofocus"), "the first one at fault has it");
});
