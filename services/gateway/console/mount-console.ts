import { createHash } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { notFound } from "../../../contracts/errors.js";
import { acceptedOf, knownEtag } from "../../../runtime/http/representation.js";
import type { Host } from "../../../runtime/process/host.js";
import { documentHeaders } from "./document-headers.js";
import { forDeployment } from "./for-deployment.js";
import { type BuiltConsole, readConsole } from "./read-console.js";

const FOR_EVER = "public, max-age=31536000, immutable";

/**
 * Mounts the console's document and files. Without a build its addresses lead to the start page, which works
 * without scripts.
 */
export function mountConsole(app: FastifyInstance, host: Pick<Host, "config">): void {
  const built = readConsole();
  const answer =
    built === null
      ? (_request: FastifyRequest, reply: FastifyReply) => reply.code(303).header("location", "/").send("")
      : documentOf(built, host);
  app.get("/app", answer);
  app.get("/app/*", answer);
  if (built !== null) mountFiles(app, built);
}

function documentOf(built: BuiltConsole, host: Pick<Host, "config">) {
  const document = forDeployment(built.document, host);
  const etag = `"${createHash("sha256").update(document).digest("base64url").slice(0, 22)}"`;
  const headers = { ...documentHeaders(host.config), "cache-control": "no-cache", etag };
  const bytes = Buffer.from(document);
  return (request: FastifyRequest, reply: FastifyReply) => {
    void reply.headers(headers);
    const known = knownEtag(
      request.headers["if-none-match"],
      etag,
      acceptedOf(request.headers["accept-encoding"]),
    );
    return known === null ? reply.send(bytes) : reply.header("etag", known).code(304).send();
  };
}

function mountFiles(app: FastifyInstance, { files }: BuiltConsole): void {
  app.get("/console/assets/:name", (request, reply) => {
    const file = files.get((request.params as { name: string }).name);
    if (file === undefined) throw notFound("There is no such file of the console.");
    const { encoding } = acceptedOf(request.headers["accept-encoding"]);
    const built = encoding === null ? undefined : file.encoded[encoding];
    void reply.headers({ "content-type": file.type, "cache-control": FOR_EVER });
    // Answers that the build did not compress are left to the hook of all answers.
    if (built === undefined) return reply.send(file.bytes);
    return reply.header("content-encoding", encoding).send(built);
  });
}
