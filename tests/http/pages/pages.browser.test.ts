import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import test from "ava";
import type { Browser, Page } from "playwright-core";
import type { Kiln } from "../../../start.js";
import {
  isSeen,
  keepPicture,
  LOOKS,
  openChromium,
  openLook,
  overflowOf,
  seriousFindings,
  shiftsOf,
} from "../../helpers/page-browser.js";
import { authorizeUrl, makePageSite, type PageSite } from "../../helpers/page-site.js";
import { readMails } from "../../helpers/read-mails.js";
import { startKiln } from "../../helpers/start-kiln.js";
import { until } from "../../helpers/until.js";
import type { Person } from "../../helpers/client.js";

let kiln: Kiln;
let site: PageSite;
let browser: Browser;
/** Server at which an agent's app waits for the browser to come back. */
let app: Server;
test.before(async () => {
  kiln = await startKiln();
  site = await makePageSite(kiln);
  browser = await openChromium();
  app = createServer((_request, response) => response.end("back in the app"));
  await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
});
test.after.always(async () => {
  await browser?.close();
  app?.close();
  await kiln?.stop();
});

const open = (page: Page, path: string) => page.goto(new URL(path, kiln.host.baseUrl).href);
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).click();
/** Returns the link of the newest mail of a kind. Mails go out a moment after the event. */
const mailOf = (email: string, subject: RegExp): Promise<string> =>
  until(async () => {
    const mails = await readMails(kiln.host.config.dataDir, email);
    return mails.findLast((mail) => subject.test(mail.subject))?.link;
  });

const askOfApp = () => {
  const { port } = app.address() as AddressInfo;
  return authorizeUrl(kiln, "Pottery planner", `http://127.0.0.1:${port}/callback`);
};
async function allow(page: Page): Promise<void> {
  await press(page, "Allow");
  await page.waitForURL(/\/callback\?code=/);
}

async function signIn(page: Page, person: Pick<Person, "email" | "password">): Promise<void> {
  await page.getByLabel("E-mail address").fill(person.email);
  await page.getByLabel("Password").fill(person.password);
  await press(page, "Sign in");
}

test("without scripts a person signs up, confirms, buys, joins a project, connects an agent and resets the password (rules/console 8)", async (t) => {
  const { context, page, complaints } = await openLook(browser, {
    width: 360,
    scheme: "light",
    isScripted: false,
  });
  const email = "cleo@example.com";
  await site.bob.api.post("/v1/projects", { id: "0192f000-0000-7000-8000-000000000001", name: "Joint" });
  await site.bob.api.post("/v1/projects/0192f000-0000-7000-8000-000000000001/invites", { email });
  const invite = await mailOf(email, /invited/);
  await open(page, invite);
  t.is(new URL(page.url()).pathname, "/sign-in", "who is invited signs in first, or up");
  await page.getByRole("link", { name: "Sign up" }).last().click();
  await page.getByLabel("E-mail address").fill(email);
  await page.getByLabel("Name").fill("Cleo");
  await page.getByLabel("Password").fill("correct horse battery");
  await press(page, "Sign up");
  t.is(new URL(page.url()).pathname, "/projects", "and is where the link led");
  await press(page, /^Accept/);
  t.true(await page.getByText("You are a member of the project now.").isVisible());

  await open(page, await mailOf(email, /Confirm/));
  await press(page, "Confirm my address");
  t.true(await page.getByText("Your e-mail address is confirmed.").isVisible());

  await open(page, "/billing");
  await page.getByLabel("US dollars").fill("10");
  await press(page, "Go to payment");
  t.true(await page.getByText("No real payment is made.").isVisible());
  await press(page, "Add the credits");
  await page.getByRole("link", { name: "Go to your balance and plan" }).click();
  t.is(await page.locator(".figure").first().textContent(), "1,600");

  await open(page, await askOfApp());
  await page.getByLabel("Credits a day").fill("200");
  await allow(page);
  t.true(await page.getByText("back in the app").isVisible());
  await open(page, "/agents");
  t.true(await page.getByText("0 of 200 credits used today").isVisible());
  await press(page, /^Disconnect/);
  t.true(await page.getByText("No agent is connected").isVisible());

  await press(page, "Sign out");
  await open(page, "/reset-password");
  await page.getByLabel("E-mail address").fill(email);
  await press(page, "Send the mail");
  await open(page, await mailOf(email, /password/));
  await page.getByLabel("New password").fill("short");
  await press(page, "Set the password");
  t.is(await page.getByLabel("New password").getAttribute("aria-invalid"), "true");
  t.is(await page.getByLabel("New password").inputValue(), "", "a password never comes back");
  await page.getByLabel("New password").fill("another horse battery");
  await press(page, "Set the password");
  await signIn(page, { email, password: "another horse battery" });
  t.is(new URL(page.url()).pathname, "/");
  t.true(await page.getByRole("heading", { name: "Hello, Cleo" }).isVisible());
  t.deepEqual(complaints, []);
  await context.close();
});

/** Pages in the order in which one browser can see them, with what to do on the page first. */
const PLACES: readonly { name: string; path(): string | Promise<string>; act?(page: Page): Promise<void> }[] =
  [
    { name: "start", path: () => "/" },
    { name: "sign-up", path: () => "/sign-up" },
    {
      name: "sign-up-refused",
      path: () => "/sign-up",
      async act(page) {
        await page.getByLabel("E-mail address").fill(site.ann.email);
        await page.getByLabel("Password").fill("correct horse battery");
        await press(page, "Sign up");
        await page.getByText("There is an account with this e-mail address already.").waitFor();
      },
    },
    { name: "reset-ask", path: () => "/reset-password" },
    { name: "reset", path: () => "/reset-password?token=x" },
    { name: "agent-sign-in", path: askOfApp },
    {
      name: "sign-in",
      path: () => "/sign-in?next=/billing",
      act: (page) => signIn(page, { email: "x@example.com", password: "wrong password" }),
    },
    { name: "billing", path: () => "/sign-in?next=/billing", act: (page) => signIn(page, site.ann) },
    { name: "home", path: () => "/" },
    { name: "verify", path: () => "/verify-email?token=x" },
    { name: "verify-resend", path: () => "/verify-email" },
    { name: "library", path: () => "/library" },
    { name: "library-picture", path: () => `/library/${site.imageId}` },
    { name: "library-film", path: () => `/library/${site.videoId}` },
    { name: "library-sound", path: () => `/library/${site.audioId}` },
    { name: "projects", path: () => "/projects" },
    { name: "project", path: () => `/projects/${site.projectId}` },
    { name: "consent", path: askOfApp },
    {
      name: "agents",
      path: askOfApp,
      async act(page) {
        await page.getByLabel("Credits a day").fill("200");
        await allow(page);
        await open(page, "/agents");
        await page.getByText("What it may spend").first().click();
      },
    },
    {
      name: "checkout",
      path: async () => {
        const made = await site.ann.api.post("/v1/billing/checkout", { kind: "topup", dollars: 20 });
        return made.body.url as string;
      },
    },
    { name: "nothing-here", path: () => "/library/0192f000-0000-7000-8000-00000000dead" },
  ];

for (const look of LOOKS)
  test.serial(
    `pages at ${look.width} px, ${look.scheme}: axe finds nothing serious, nothing overflows, shifts or complains (rules/console 4)`,
    async (t) => {
      const { context, page, complaints } = await openLook(browser, look);
      await page.route("http://127.0.0.1:7777/**", (route) => route.fulfill({ body: "back in the app" }));
      for (const [at, { name, path, act }] of PLACES.entries()) {
        const isChecked = isSeen(look, at);
        // What is done on a page decides what the next ones show.
        if (!isChecked && act === undefined) continue;
        await open(page, await path());
        await act?.(page);
        if (!isChecked) continue;
        t.deepEqual(await seriousFindings(page), [], name);
        t.true((await overflowOf(page)) <= 0, `${name} is wider than the window`);
        // The browser's own controls of a player shift a little.
        t.true((await shiftsOf(page)) < 0.01, `${name} shifts`);
        t.is(await page.locator("h1").count(), 1, name);
        await keepPicture(page, `${name}-${look.width}-${look.scheme}`);
      }
      t.deepEqual(complaints, []);
      await context.close();
    },
  );
