import { randomUUID } from "node:crypto";
import { AREAS } from "../../contracts/scopes.js";
import { validateResponse } from "./validate-response.js";

export interface Answer {
  status: number;
  headers: Headers;
  // oxlint-disable-next-line no-explicit-any -- tests look into answers of every shape; their shape is checked against openapi.json
  body: any;
}

export interface Options {
  body?: unknown;
  headers?: Record<string, string>;
}

/** Caller of the REST API. Every JSON answer is checked against openapi.json. */
export class Client {
  readonly base: string;
  readonly headers: Record<string, string>;

  constructor(base: string, headers: Record<string, string> = {}) {
    this.base = base;
    this.headers = headers;
  }

  /** Returns a client of the same server with other standing headers. */
  with(headers: Record<string, string>): Client {
    return new Client(this.base, headers);
  }

  /** Returns a client with the same headers on another process. */
  at(base: string): Client {
    return new Client(base, this.headers);
  }

  async send(method: string, path: string, options: Options = {}): Promise<Answer> {
    const { body } = options;
    const isRaw = typeof body === "string" || body instanceof Uint8Array;
    const url = path.startsWith("http") ? path : `${this.base}${path}`;
    const response = await fetch(url, {
      method,
      redirect: "manual",
      headers: {
        ...(body !== undefined && { "content-type": "application/json" }),
        ...this.headers,
        ...options.headers,
      },
      ...(body !== undefined && { body: isRaw ? (body as string) : JSON.stringify(body) }),
    });
    const text = await response.text();
    const isJson = response.headers.get("content-type")?.startsWith("application/json") ?? false;
    const parsed: unknown = isJson && text !== "" ? JSON.parse(text) : text;
    if (isJson && text !== "") validateResponse(method, url, response.status, parsed);
    return { status: response.status, headers: response.headers, body: parsed };
  }

  get = (path: string, options?: Options) => this.send("GET", path, options);
  post = (path: string, body: unknown = {}, options: Options = {}) =>
    this.send("POST", path, { body, ...options });
  put = (path: string, body: unknown, options: Options = {}) => this.send("PUT", path, { body, ...options });
  patch = (path: string, body: unknown) => this.send("PATCH", path, { body });
  delete = (path: string, options?: Options) => this.send("DELETE", path, options);
}

export interface Person {
  id: string;
  email: string;
  password: string;
  /** Client with the cookie of the session. */
  session: Client;
  /** Client with an API key of every area. */
  api: Client;
  key: string;
}

/** Returns the email and password that a person signs in with. */
export const credentialsOf = ({ email, password }: Person) => ({ email, password });

const ALL = AREAS.map((area) => `${area}:rw`);

/** Signs a new person up and makes an API key for them. The first person of a server is its operator. */
export async function signUp(
  base: string,
  email = `p-${randomUUID()}@example.com`,
  name?: string,
): Promise<Person> {
  const anonymous = new Client(base);
  const password = "correct horse battery";
  const answer = await anonymous.post("/v1/auth/sign-up", { email, password, name });
  if (answer.status !== 200) throw new Error(`sign-up: ${JSON.stringify(answer.body)}`);
  const cookie = answer.headers.get("set-cookie")?.split(";")[0] ?? "";
  const session = anonymous.with({ cookie });
  const key = await session.post("/v1/api-keys", { name: "test", scopes: ALL });
  if (key.status !== 200) throw new Error(`api key: ${JSON.stringify(key.body)}`);
  const secret = key.body.secret as string;
  return {
    id: answer.body.user.id,
    email,
    password,
    session,
    api: anonymous.with({ authorization: `Bearer ${secret}` }),
    key: secret,
  };
}
