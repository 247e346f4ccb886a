import { requestBytes } from "../load/connection.js";
import type { KeptSite } from "./kept-site.js";
import { type Asked, QUERY } from "./questions.js";

const bearer = ({ token }: KeptSite) => ({ authorization: `Bearer ${token}` });

/** Returns the question as a request to Kiln from a reader that accepts these codings. */
export function kilnRequest(url: string, site: KeptSite, { kiln }: Asked, accepts?: string): Buffer {
  const base = `${url}/v1/content/${site.projectId}`;
  const headers = { ...bearer(site), ...(accepts !== undefined && { "accept-encoding": accepts }) };
  if ("list" in kiln)
    return requestBytes(`${base}/documents?${new URLSearchParams(kiln.list).toString()}`, "GET", headers);
  if ("id" in kiln) return requestBytes(`${base}/documents/${kiln.id}?select=${kiln.select}`, "GET", headers);
  const { variables } = kiln;
  return requestBytes(`${base}/graphql`, "POST", headers, { query: QUERY, variables });
}

/** Returns the question as a request to the hand-written server. */
export const plainRequest = (url: string, site: KeptSite, { plain }: Asked): Buffer =>
  requestBytes(`${url}${plain}`, "GET", bearer(site));
