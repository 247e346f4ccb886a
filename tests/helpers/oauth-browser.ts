import type { Person } from "./client.js";

/** Browser without scripts. It keeps cookies, follows redirects of the server, and stops where one leads to another origin. */
export class OauthBrowser {
  /** Address on which the server listens, whatever its public origin is called. */
  base: string;
  readonly cookies = new Map<string, string>();

  constructor(base: string) {
    this.base = base;
  }

  async send(url: string, init: RequestInit = {}): Promise<Response> {
    const { pathname, search } = new URL(url, this.base);
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(`${this.base}${pathname}${search}`, {
      ...init,
      redirect: "manual",
      headers: { ...(cookie !== "" && { cookie }), ...(init.headers as Record<string, string>) },
    });
    for (const set of response.headers.getSetCookie()) {
      const [pair = ""] = set.split(";");
      const at = pair.indexOf("=");
      const value = pair.slice(at + 1);
      if (value === "" || /expires=Thu, 01 Jan 1970/i.test(set)) this.cookies.delete(pair.slice(0, at));
      else this.cookies.set(pair.slice(0, at), value);
    }
    return response;
  }

  /** Opens an address and follows its redirects on the server. Returns the page, or the location outside the server. */
  async open(url: string): Promise<{ response: Response; html: string; location: URL | null }> {
    let response = await this.send(url);
    for (let hop = 0; hop < 5; hop++) {
      const location = response.headers.get("location");
      if (location === null) return { response, html: await response.text(), location: null };
      const to = new URL(location, this.base);
      if (!to.pathname.startsWith("/oauth/")) return { response, html: "", location: to };
      response = await this.send(to.href);
    }
    throw new Error("Too many redirects.");
  }

  /** Submits the form of a page. */
  async submit(html: string, fields: Record<string, string>, headers: Record<string, string> = {}) {
    const action = /action="([^"]+)"/.exec(html)?.[1] ?? "";
    const csrf = /name="csrf" value="([^"]+)"/.exec(html)?.[1] ?? "";
    const response = await this.send(action, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
      body: new URLSearchParams({ csrf, ...fields }).toString(),
    });
    const location = response.headers.get("location");
    if (location === null) return { response, html: await response.text(), location: null };
    return this.open(location);
  }

  /** Signs in, allows the request and answers what else the page asks. Returns the app's redirect address with its code. */
  async allow(
    authorize: string,
    person: Pick<Person, "email" | "password">,
    choices: Record<string, string> = {},
  ): Promise<URL> {
    let page = await this.open(authorize);
    if (page.html.includes('name="password"'))
      page = await this.submit(page.html, { do: "sign-in", email: person.email, password: person.password });
    const answered = await this.submit(page.html, { do: "allow", ...choices });
    if (answered.location === null)
      throw new Error(
        `No redirect: ${answered.response.status} ${answered.html.replace(/<style>[^]*<.style>/, "")}`,
      );
    return answered.location;
  }
}
