import { createHmac, timingSafeEqual } from "node:crypto";
import type Provider from "oidc-provider";
import type { InteractionResults } from "oidc-provider";
import { v7 } from "uuid";
import type { Auth } from "../../../contracts/auth.js";
import { OTHER_ACTS } from "../../../contracts/audited.js";
import { ServiceError } from "../../../contracts/errors.js";
import { signIn } from "../../../contracts/identity.js";
import { canBuy } from "../../../contracts/can-buy.js";
import { actBy } from "../../../runtime/actions/audit/act.js";
import { asAct } from "../../../runtime/actions/audit/entry.js";
import type { EdgeRequest } from "../../../runtime/http/edge.js";
import type { Host } from "../../../runtime/process/host.js";
import { nameWaiter } from "../../../runtime/actions/waiters.js";
import { authenticatorOf } from "../authenticator-of.js";
import { readSessionCookie, sessionCookie } from "../session-cookie.js";
import { filledFrom, type Filled } from "../../../runtime/http/pages/field.js";
import { changeRecord, lockRecord, recordId } from "./record.repository.js";
import { sendPage } from "./answers.js";
import { checkGrantLimits } from "./grant-fields.js";
import { updateGrant } from "./grants.js";
import { readPayer } from "./read-payer.js";
import { type Asking, consentPage, oauthErrorPage, signInPage } from "./pages.js";
import { INTERACTION_PATH, resourceOf } from "./provider.js";

type Details = Awaited<ReturnType<Provider["interactionDetails"]>>;

interface Step {
  host: Host;
  provider: Provider;
  request: EdgeRequest;
  details: Details;
  asking: Asking;
  /** Origin of the app's redirect address, for the content policy of the page. */
  target: string;
  client: { name: string | null; redirectUris: readonly string[] };
}

/** Shows the page between an app and its grant: the sign-in, then the consent. */
export async function showInteraction(host: Host, provider: Provider, request: EdgeRequest): Promise<void> {
  const step = await readStep(host, provider, request);
  if (step === null) return;
  const auth = request.query.has("other") ? null : await signedIn(host, request);
  if (auth === null) return sendPage(request.res, 200, signInPage(step.asking), [step.target]);
  await sendConsent(step, auth);
}

/** Sends the consent page; after a wrong answer, the page with its errors. */
async function sendConsent(step: Step, auth: Auth, wrong?: Filled): Promise<void> {
  const payer = await readPayer(step.host, auth, step.request);
  const page = consentPage(step.asking, payer, scopesOf(step.details), wrong);
  sendPage(step.request.res, wrong === undefined ? 200 : 400, page, [step.target]);
}

/**
 * Takes the person's answer. The form's own token and the Origin prove that it came from this page (CSRF).
 */
export async function takeInteraction(
  host: Host,
  provider: Provider,
  request: EdgeRequest,
  form: URLSearchParams,
): Promise<void> {
  const step = await readStep(host, provider, request);
  if (step === null) return;
  const { origin } = request.req.headers;
  const isOwn = origin === undefined || isOrigin(origin, host.baseUrl, request.req.headers.host);
  if (!isOwn || !isSame(form.get("csrf") ?? "", step.asking.csrf))
    return sendPage(request.res, 403, oauthErrorPage("This form did not come from the page that was shown."));
  switch (form.get("do")) {
    case "sign-in":
      return signInHere(step, form);
    case "deny":
      return finish(step, { error: "access_denied", error_description: "The person refused." });
    case "allow":
      return allow(step, form);
    default:
      return sendPage(request.res, 400, oauthErrorPage("This form is not whole."));
  }
}

async function readStep(host: Host, provider: Provider, request: EdgeRequest): Promise<Step | null> {
  const { req, res, params } = request;
  const details = await provider.interactionDetails(req, res).catch(() => null);
  const client = details && (await provider.Client.find(String(details.params.client_id)));
  if (!details || !client || details.uid !== params.uid) {
    sendPage(res, 400, oauthErrorPage("This sign-in has expired, or was begun in another browser."));
    return null;
  }
  const target = new URL(String(details.params.redirect_uri));
  const asking: Asking = {
    action: `${INTERACTION_PATH}/${details.uid}`,
    csrf: createHmac("sha256", host.keys.derive("oauth forms")).update(details.jti).digest("base64url"),
    clientName: client.clientName ?? null,
    returnsTo: target.host,
    isOpen: host.config.signup !== "closed",
    canBuy: canBuy(host),
  };
  // A content policy cannot name an IPv6 address as a source.
  const source = target.hostname.startsWith("[") ? target.protocol : target.origin;
  const { clientName: name = null, redirectUris = [] } = client;
  return { host, provider, request, details, asking, target: source, client: { name, redirectUris } };
}

const signedIn = (host: Host, { req }: EdgeRequest): Promise<Auth | null> =>
  authenticatorOf(host).authenticate({ bearer: null, cookie: readSessionCookie(req.headers.cookie) });

async function signInHere({ host, request, asking, target }: Step, form: URLSearchParams): Promise<void> {
  const { res, requestId, client } = request;
  const given = { email: form.get("email") ?? "", password: form.get("password") ?? "" };
  const waiter = nameWaiter(host.signals, res);
  try {
    const { session } = await host.call(signIn, given, {
      auth: null,
      requestId,
      client,
      idempotency: null,
      waiter,
    });
    res.setHeader("set-cookie", [
      ...cookiesSet(res.getHeader("set-cookie")),
      sessionCookie(session ?? null, host.baseUrl.startsWith("https:")),
    ]);
    res.writeHead(303, { location: asking.action, "cache-control": "no-store" }).end();
  } catch (error) {
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    const { retryAfterSeconds } = error.details;
    if (retryAfterSeconds !== undefined) res.setHeader("retry-after", retryAfterSeconds);
    const filled = filledFrom({ email: given.email }, error, ["email", "password"]);
    sendPage(res, error.status, signInPage(asking, filled), [target]);
  }
}

const cookiesSet = (header: number | string | string[] | undefined): string[] =>
  header === undefined ? [] : Array.isArray(header) ? header : [String(header)];

async function allow(step: Step, form: URLSearchParams): Promise<void> {
  const { host, provider, request, details, asking, target } = step;
  const auth = await signedIn(host, request);
  if (auth === null) return sendPage(request.res, 200, signInPage(asking), [target]);
  const payer = await readPayer(host, auth, request);
  const asked = checkGrantLimits(form, payer.projects);
  if ("wrong" in asked) return sendConsent(step, auth, asked.wrong);
  const grant = new provider.Grant({
    accountId: auth.accountId,
    clientId: String(details.params.client_id),
  });
  const id = v7();
  // Kiln chooses the ids of grants, so that their owner can name them.
  (grant as { jti: string }).jti = id;
  const scope = scopesOf(details).join(" ");
  // The library asks again for scopes that it knows and that the grant does not have as its own, too.
  grant.addOIDCScope(scope);
  grant.addResourceScope(resourceOf(host), scope);
  const { requestId, client } = request;
  const actor = { kind: "person" as const, id: auth.accountId, credentialId: null };
  const act = actBy(actor, { ...OTHER_ACTS.connect, requestId, client }, { resourceId: id });
  await asAct(act, () => grant.save());
  await noteConsent(host, id, { isUnverified: !auth.isEmailVerified, client: step.client });
  // The limit is set before there is a code, so that no token exists without it.
  if (asked.budget !== null) await updateGrant(host, auth.accountId, { id, budget: asked.budget });
  await finish(step, { login: { accountId: auth.accountId, remember: false }, consent: { grantId: id } });
}

/**
 * Stores beside the grant what the person saw of the app, which may change its name later, and whether the
 * person's address was unverified.
 */
async function noteConsent(
  host: Pick<Host, "transact">,
  grantId: string,
  { isUnverified, client }: { isUnverified: boolean; client: Step["client"] },
): Promise<void> {
  const own = { id: recordId("Grant", grantId) };
  await host.transact(async (tx) => {
    const row = await lockRecord(tx, own);
    if (row === null) return;
    const payload = { ...row.payload, client_name: client.name, redirect_uris: client.redirectUris };
    await changeRecord(tx, { ...own, payload, madeUnverified: isUnverified });
  });
}

async function finish({ provider, request }: Step, result: InteractionResults): Promise<void> {
  const { req, res } = request;
  const location = await provider.interactionResult(req, res, result, { mergeWithLastSubmission: false });
  res.writeHead(303, { location, "cache-control": "no-store" }).end();
}

function scopesOf({ params: { scope } }: Details): string[] {
  return typeof scope === "string" ? scope.split(" ").filter(Boolean) : [];
}

function isOrigin(origin: string, baseUrl: string, addressed: string | undefined): boolean {
  return origin === new URL(baseUrl).origin || origin === `http://${addressed}`;
}

function isSame(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
