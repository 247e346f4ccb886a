import { randomUUID } from "node:crypto";
import test from "ava";
import type { Kiln } from "../../../start.js";
import type { Person } from "../../helpers/client.js";
import { OauthBrowser } from "../../helpers/oauth-browser.js";
import { authorizeUrl, HOSTILE, makePageSite, type PageSite } from "../../helpers/page-site.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";

let kiln: Kiln;
let site: PageSite;
test.before(async () => {
  kiln = await startKiln({ SIGNUP_LIMIT: "12" });
  site = await makePageSite(kiln);
});
test.after.always(() => kiln?.stop());

const cookieOf = ({ session }: Person) => ({ cookie: session.headers.cookie ?? "" });
const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(`${kiln.url}${path}`, { headers, redirect: "manual" });
const post = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
  fetch(`${kiln.url}${path}`, {
    method: "POST",
    redirect: "manual",
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
    body: new URLSearchParams(fields).toString(),
  });
const leadsTo = (answer: Response) => [answer.status, answer.headers.get("location")];

/** Pages that everybody sees, and pages that need a session. */
const OPEN = [
  "/",
  "/sign-in",
  "/sign-up",
  "/verify-email",
  "/verify-email?token=x",
  "/reset-password",
  "/reset-password?token=x",
];
const own = () => [
  "/",
  "/billing",
  "/library",
  `/library/${site.imageId}`,
  "/projects",
  `/projects/${site.projectId}`,
  "/agents",
];
const FORMS = () => [
  "/verify-email/resend",
  "/projects/invites/0192f000-0000-7000-8000-000000000001/accept",
  "/projects/invites/0192f000-0000-7000-8000-000000000001/decline",
  `/projects/${site.projectId}/budget`,
  "/agents/0192f000-0000-7000-8000-000000000001/budget",
  "/agents/0192f000-0000-7000-8000-000000000001/end",
  `/library/${site.imageId}/delete`,
  "/billing/topup",
  "/billing/subscribe",
  "/billing/cancel",
  "/billing/resume",
];
const OPEN_FORMS = [
  "/sign-in",
  "/sign-up",
  "/sign-out",
  "/verify-email",
  "/reset-password",
  "/reset-password/confirm",
];

test("every page is for one person, runs nothing, is in no frame and says its language (rules/console 8)", async (t) => {
  const checkout = await site.ann.api.post("/v1/billing/checkout", { kind: "topup", dollars: 20 });
  const seen: [string, Response][] = [];
  for (const path of OPEN) seen.push([path, await get(path)]);
  for (const path of own()) seen.push([path, await get(path, cookieOf(site.ann))]);
  seen.push(["checkout", await get(new URL(checkout.body.url).pathname)]);
  const consent = await new OauthBrowser(kiln.url).open(await authorizeUrl(kiln, "App"));
  seen.push(["consent", new Response(consent.html, { headers: consent.response.headers })]);
  for (const [path, { status, headers, ...answer }] of seen.map(
    ([path, answer]) => [path, answer] as const,
  )) {
    t.is(status, 200, path);
    t.is(headers.get("content-type"), "text/html; charset=utf-8", path);
    t.is(headers.get("cache-control"), "no-store", path);
    t.is(headers.get("x-frame-options"), "DENY", path);
    t.is(headers.get("referrer-policy"), "same-origin", path);
    const policy = headers.get("content-security-policy") ?? "";
    t.regex(
      policy,
      /^default-src 'none'; style-src 'self'; img-src 'self'[^;]*;.*frame-ancestors 'none'; base-uri 'none'$/,
      path,
    );
    t.notRegex(policy, /unsafe|script/, path);
    void answer;
  }
  for (const [path, answer] of seen) {
    const text = await answer.text();
    t.regex(text, /<html lang="en">/, path);
    t.notRegex(text, /<script|<style|style="|onclick/, path);
    t.regex(text, /<link rel="stylesheet" href="\/pages\.css\?v=\w+" \/>/, path);
  }
});

test("the stylesheet may be kept for ever under its version, and under another one not at all", async (t) => {
  const [, path = ""] = /href="(\/pages\.css[^"]*)"/.exec(await (await get("/sign-in")).text()) ?? [];
  const sheet = await get(path);
  t.is(sheet.headers.get("content-type"), "text/css; charset=utf-8");
  t.regex(sheet.headers.get("cache-control") ?? "", /immutable/);
  t.is((await get("/pages.css?v=other")).headers.get("cache-control"), "no-cache");
  t.is((await get("/icon.svg")).headers.get("content-type"), "image/svg+xml");
});

test("a page of one's own sends strangers to sign in and then back; an unknown page stays an envelope (rules/console 8)", async (t) => {
  for (const path of own().slice(1))
    t.deepEqual(leadsTo(await get(path)), [303, `/sign-in?next=${encodeURIComponent(path)}`], path);
  for (const path of FORMS()) {
    const answer = await post(path, { dollars: "10" });
    t.is(answer.status, 303, path);
    t.regex(answer.headers.get("location") ?? "", /^\/sign-in\?next=/, path);
  }
  t.is(
    (await get("/billing", { authorization: `Bearer ${site.ann.key}` })).status,
    303,
    "a key opens no page",
  );
  for (const path of ["/nothing", "/billing/", "/library/a/b"]) {
    const answer = await get(path, cookieOf(site.ann));
    t.is(answer.status, 404, path);
    t.is(((await answer.json()) as { error: { code: string } }).error.code, "not_found");
  }
  const malformed = await get("/library/not-a-uuid", cookieOf(site.ann));
  t.is(malformed.status, 404);
  t.regex(await malformed.text(), /There is no such page/);
});

test("forms of another Origin are refused, and change nothing (rules/console 8; rules/identity 16)", async (t) => {
  for (const origin of ["https://evil.example", "null", `${kiln.url}0`]) {
    for (const path of FORMS())
      t.is((await post(path, {}, { ...cookieOf(site.ann), origin })).status, 403, path);
    for (const path of OPEN_FORMS) {
      const answer = await post(path, { email: site.ann.email, password: site.ann.password }, { origin });
      t.is(answer.status, 403, path);
      t.is(answer.headers.get("set-cookie"), null, path);
      t.regex(await answer.text(), /only pages of/);
    }
  }
  t.is((await site.ann.session.get("/v1/auth/session")).status, 200, "nobody was signed out");
  t.is((await site.ann.api.get(`/v1/storage/${site.imageId}`)).status, 200);
  const given = { email: site.ann.email, password: site.ann.password };
  for (const origin of [kiln.url, kiln.host.baseUrl])
    t.is((await post("/sign-in", given, { origin })).status, 303, origin);
});

test("after signing in a person goes on to an own path only (rules/identity 38)", async (t) => {
  const given = { email: site.bob.email, password: site.bob.password };
  for (const next of [
    "//evil.example",
    "https://evil.example/",
    "/\\evil.example",
    "/.//evil.example",
    "\t//evil.example",
  ]) {
    t.deepEqual(leadsTo(await post("/sign-in", { ...given, next })), [303, "/"], next);
    t.deepEqual(
      leadsTo(await get(`/sign-in?next=${encodeURIComponent(next)}`, cookieOf(site.bob))),
      [303, "/"],
      next,
    );
    t.false(
      (await (await get(`/sign-in?next=${encodeURIComponent(next)}`)).text()).includes("evil.example"),
      next,
    );
  }
  const answer = await post("/sign-in", { ...given, next: "/billing?page=2" });
  t.deepEqual(leadsTo(answer), [303, "/billing?page=2"]);
  t.regex(
    answer.headers.get("set-cookie") ?? "",
    /^svc_session=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
  );
});

test("what is wrong stands beside its field in the words of the API, values stay, passwords do not (rules/console 9)", async (t) => {
  const given = { email: 'x"><b>@', password: "geheim", name: "Zoë <i>" };
  const rest = await site.ann.session.with({}).post("/v1/auth/sign-up", given);
  const answer = await post("/sign-up", given);
  t.is(answer.status, rest.status);
  const text = await answer.text();
  for (const sentence of (rest.body.error.message as string).replace(/\.$/, "").split("; "))
    t.true(text.includes(`>${sentence}.</p>`), sentence);
  t.true(text.includes('value="x&quot;&gt;&lt;b&gt;@"') && text.includes('value="Zoë &lt;i&gt;"'));
  t.false(text.includes("geheim"));
  t.regex(text, /<title>Error: Sign up - Kiln<\/title>/);
  const taken = await post("/sign-up", { email: site.ann.email, password: "correct horse battery" });
  t.is(taken.status, 409);
  t.regex(await taken.text(), /id="email-wrong">There is an account with this e-mail address already\./);
  const wrong = await post("/sign-in", { email: site.ann.email, password: "wrong password" });
  t.is(wrong.status, 401);
  t.is(wrong.headers.get("set-cookie"), null);
  t.regex(await wrong.text(), /role="alert"[^>]*>The e-mail address or the password is wrong\./);
  for (const dollars of ["4", "9.5", "much", ""]) {
    const body = { kind: "topup", dollars: dollars === "" ? undefined : Number(dollars) || dollars };
    const refused = await site.ann.api.post("/v1/billing/checkout", body);
    const page = await post("/billing/topup", { dollars }, cookieOf(site.ann));
    t.is(page.status, 400, dollars);
    t.true((await page.text()).includes(`id="dollars-wrong">${refused.body.error.message}`), dollars);
  }
  const budget = await post(
    `/projects/${site.projectId}/budget`,
    { "budget.dailyCredits": "-1" },
    cookieOf(site.ann),
  );
  t.is(budget.status, 400);
  t.regex(await budget.text(), /value="-1"[^]*>budget\.dailyCredits must not be negative\./);
});

test("a form is urlencoded, of at most 64 KB and 50 fields (rules/edge 15)", async (t) => {
  const big = await post("/sign-in", { email: "x".repeat(70_000) });
  t.is(big.status, 413);
  t.regex(big.headers.get("content-type") ?? "", /^text\/html/);
  const many = Object.fromEntries(Array.from({ length: 51 }, (_, index) => [`f${index}`, "x"]));
  t.is((await post("/sign-in", many)).status, 400);
  const json = await fetch(`${kiln.url}/sign-in`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: "{}",
  });
  t.is(json.status, 400);
  t.is((await post("/sign-in", {})).status, 401, "missing fields are empty ones");
});

test("names, file names and addresses that are markup are text on every page", async (t) => {
  const { ann } = site;
  await ann.api.post(`/v1/projects/${site.projectId}/invites`, { email: "dora@example.com" });
  const browser = new OauthBrowser(kiln.url);
  await browser.allow(await authorizeUrl(kiln, HOSTILE), ann);
  const consent = await browser.open(await authorizeUrl(kiln, HOSTILE));
  t.true(consent.html.includes("&lt;script&gt;alert(&quot;1&quot;)"));
  const bob = { ...cookieOf(site.bob) };
  for (const [path, headers] of [
    ["/library", cookieOf(ann)],
    [`/library/${site.imageId}`, cookieOf(ann)],
    ["/projects", bob],
    [`/projects/${site.projectId}`, bob],
    ["/agents", cookieOf(ann)],
    ["/sign-in?next=/x%3C%2Finput%3E%22%3E%3Cscript%3E&state=%3Cscript%3E", {}],
    ["/reset-password?token=%22%3E%3Cscript%3E", {}],
    ["/verify-email?token=%22%3E%3Cscript%3E", {}],
    ["/billing?checkout=%3Cscript%3E&state=__proto__&page=%3Cscript%3E", cookieOf(ann)],
  ] as const) {
    const text = await (await get(path, headers)).text();
    t.notRegex(text, /<script|="[^"]*"[^\s>/]/, path);
  }
});

test("only who may read an object sees its page (rules/console 6; rules/storage 21)", async (t) => {
  const page = await get(`/library/${site.videoId}`, cookieOf(site.ann));
  const text = await page.text();
  t.regex(text, /<video[^>]*src="http/);
  const origin = new URL(/<video[^>]*src="([^"]+)"/.exec(text)?.[1] ?? "").origin;
  t.true(page.headers.get("content-security-policy")?.includes(`media-src 'self' ${origin};`));
  t.is((await get(`/library/${site.videoId}`, cookieOf(site.bob))).status, 404);
  await site.ann.api.post(`/v1/projects/${site.projectId}/storage`, { storageIds: [site.videoId] });
  t.is(
    (await get(`/library/${site.videoId}`, cookieOf(site.bob))).status,
    200,
    "a member's project links it",
  );
  const refused = await post(`/library/${site.videoId}/delete`, {}, cookieOf(site.bob));
  t.is(refused.status, 403);
  t.regex(await refused.text(), /Only its owner may do this\./);
  t.deepEqual(leadsTo(await post(`/library/${site.audioId}/delete`, {}, cookieOf(site.ann))), [
    303,
    "/library?state=deleted",
  ]);
  t.is((await get(`/library/${site.audioId}`, cookieOf(site.ann))).status, 404);
});

test("a limit that is asked for with consent stands before there is a token (rules/identity 39; ADR-0037)", async (t) => {
  const url = await authorizeUrl(kiln, "Limited");
  const browser = new OauthBrowser(kiln.url);
  const { bob } = site;
  const signedIn = await browser.open(url);
  const consent = await browser.submit(signedIn.html, {
    do: "sign-in",
    email: bob.email,
    password: bob.password,
  });
  t.regex(consent.html, /may change[^]*generations and Applications, which spend credits/);
  t.regex(consent.html, /Glazes &lt;script[^]*\(ann\.potter@example\.com\)/, "whose project pays is named");
  const wrong = await browser.submit(consent.html, {
    do: "allow",
    "budget.dailyCredits": "many",
    "budget.totalCredits": "900",
  });
  t.is(wrong.response.status, 400);
  t.regex(wrong.html, /budget\.dailyCredits must be a whole number of credits/);
  t.regex(wrong.html, /value="900"/);
  const foreign = await browser.submit(wrong.html, { do: "allow", "budget.projectId": randomUUID() });
  t.is(foreign.response.status, 400);
  t.regex(foreign.html, /budget\.projectId must be a project of yours/);
  t.is((await bob.session.get("/v1/oauth/grants")).body.total, 0, "and nothing was granted");
  const allowed = await browser.submit(wrong.html, {
    do: "allow",
    "budget.dailyCredits": "70",
    "budget.totalCredits": "",
    "budget.projectId": site.projectId,
    "budget.askAboveCredits": "20",
  });
  t.truthy(allowed.location?.searchParams.get("code"));
  const { grants } = (await bob.session.get("/v1/oauth/grants")).body;
  t.like(grants[0].budget, {
    dailyCredits: 70,
    totalCredits: null,
    projectId: site.projectId,
    askAboveCredits: 20,
  });
  const page = await (await get("/agents", cookieOf(bob))).text();
  t.regex(page, /only in “Glazes &lt;script[^]*”, asks above 20 credits/);
  t.regex(
    page,
    /name="budget\.askAboveCredits"[^>]*value="20"/,
    "what a form sets as a whole, it shows as a whole",
  );
  const changed = await post(`/agents/${grants[0].id}/budget`, { "budget.totalCredits": "5" }, cookieOf(bob));
  t.deepEqual(leadsTo(changed), [303, "/agents?state=limited"]);
  t.like((await bob.session.get("/v1/oauth/grants")).body.grants[0].budget, {
    dailyCredits: null,
    totalCredits: 5,
  });
  t.deepEqual(leadsTo(await post(`/agents/${grants[0].id}/end`, {}, cookieOf(bob))), [
    303,
    "/agents?state=ended",
  ]);
  t.is((await post(`/agents/${grants[0].id}/end`, {}, cookieOf(bob))).status, 404);
});

test("every link of a mail leads to a page, and opening it changes nothing", async (t) => {
  const mails = await readMails(kiln.host.config.dataDir, site.bob.email);
  t.true(mails.length > 0);
  for (const { link } of mails) {
    const { pathname, search } = new URL(link);
    const answer = await get(pathname + search, cookieOf(site.bob));
    t.is(answer.status, 200, link);
  }
  t.false((await site.bob.session.get("/v1/auth/session")).body.user.emailVerified);
});

test.serial(
  "a flood of sign-ups by the page is throttled as one by the API (rules/identity 4)",
  async (t) => {
    let answer: Response | null = null;
    for (let number = 0; number < 13 && answer?.status !== 429; number += 1)
      answer = await post("/sign-up", {
        email: `flood-${number}@example.com`,
        password: "correct horse battery",
      });
    t.is(answer?.status, 429);
    t.truthy(answer?.headers.get("retry-after"));
    t.regex((await answer?.text()) ?? "", /Too many accounts were made from this network address\./);
  },
);
