import { CliError } from "../cli-error.js";
import { ANSWER, wrongName } from "./answer.js";
import { printable } from "./print.js";
import type { Project } from "./write-content.js";

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const TIMEOUT_MS = 30_000;

export interface Source {
  url: string;
  projectId: string;
  token: string;
}

/** What delivery tells of a project's types. Throws a CliError that says what to do. */
export async function readProject(source: Source): Promise<Project> {
  const { projectId } = source;
  if (!UUID.test(projectId))
    throw new CliError(
      `"${projectId}" is no project id: one looks like 0a1b2c3d-…, as in the project's URLs.`,
    );
  const { status, body } = await ask(source);
  if (status !== 200) throw refusal(source, status, body);
  const parsed = ANSWER.safeParse(body);
  if (!parsed.success) {
    const name = wrongName(parsed.error);
    if (name !== null) throw new CliError(`${source.url} gave a name that ${name}. No file was written.`);
    throw new CliError(
      `${source.url} gave an answer that this command does not know. Is it another version of Kiln?`,
    );
  }
  const { types, locales, defaultLocale } = parsed.data;
  return { schemas: types.map(({ schema }) => schema), locales, defaultLocale };
}

async function ask({ url, projectId, token }: Source): Promise<{ status: number; body: unknown }> {
  const address = addressOf(url, projectId);
  const headers = headersOf(token);
  let response: Response;
  let text: string;
  try {
    response = await fetch(address, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) });
    text = await response.text();
  } catch (cause) {
    const reason =
      cause instanceof Error && cause.cause instanceof Error ? ` (${printable(cause.cause.message)})` : "";
    throw new CliError(`No server answers at ${url}${reason}. Start it, or name another: --url or KILN_URL.`);
  }
  try {
    return { status: response.status, body: JSON.parse(text) };
  } catch {
    throw new CliError(
      `${url} is no Kiln server: it answers ${response.status} without JSON. Name it: --url or KILN_URL.`,
    );
  }
}

function addressOf(url: string, projectId: string): URL {
  try {
    const address = new URL(`${url.replace(/\/+$/, "")}/v1/content/${projectId}/types`);
    if (address.protocol === "http:" || address.protocol === "https:") return address;
  } catch {
    // said below
  }
  throw new CliError(`"${url}" is no address: --url and KILN_URL are like https://kiln.example.com.`);
}

function headersOf(token: string): Headers {
  try {
    return new Headers({ authorization: `Bearer ${token}` });
  } catch {
    throw new CliError("The token has characters that no token has. Copy it again.");
  }
}

function refusal({ url, projectId }: Source, status: number, body: unknown): CliError {
  const given = (body as { error?: { message?: unknown } } | null)?.error?.message;
  const said = typeof given === "string" ? printable(given) : "no reason given";
  const make = `The project's owner makes one: POST /v1/projects/${projectId}/content/tokens.`;
  if (status === 401)
    return new CliError(`${url} refuses the token: ${said} It takes a delivery token (svc_ct_…). ${make}`);
  if (status === 404)
    return new CliError(
      `${url} has no project ${projectId} for this token: ${said} Is the token another project's?`,
    );
  return new CliError(`${url} answers ${status}: ${said}`);
}
