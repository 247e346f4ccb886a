import type { Host } from "../../../runtime/process/host.js";
import { resourceOf } from "./provider.js";
import { GRANTABLE } from "./scopes.js";

/**
 * Metadata of the server (RFC 8414); the library's own document would name features that are switched off.
 */
export const serverMetadata = ({ baseUrl }: Pick<Host, "baseUrl">): object => ({
  issuer: baseUrl,
  authorization_endpoint: `${baseUrl}/oauth/authorize`,
  token_endpoint: `${baseUrl}/oauth/token`,
  registration_endpoint: `${baseUrl}/oauth/register`,
  revocation_endpoint: `${baseUrl}/oauth/revoke`,
  scopes_supported: GRANTABLE,
  response_types_supported: ["code"],
  response_modes_supported: ["query"],
  grant_types_supported: ["authorization_code", "refresh_token"],
  token_endpoint_auth_methods_supported: ["none"],
  revocation_endpoint_auth_methods_supported: ["none"],
  code_challenge_methods_supported: ["S256"],
  authorization_response_iss_parameter_supported: true,
  client_id_metadata_document_supported: true,
});

/** Metadata of the resource (RFC 9728), served at the root and at the path of the resource. */
export const resourceMetadata = (host: Pick<Host, "baseUrl">): object => ({
  resource: resourceOf(host),
  resource_name: "Kiln",
  authorization_servers: [host.baseUrl],
  scopes_supported: GRANTABLE,
  bearer_methods_supported: ["header"],
});
