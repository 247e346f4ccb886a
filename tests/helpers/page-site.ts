import { createHash, randomUUID } from "node:crypto";
import sharp from "sharp";
import type { Kiln } from "../../start.js";
import { type Person, signUp } from "./client.js";
import { makeProject } from "./make-project.js";
import { upload } from "./upload.js";
import { waitForJob } from "./wait-for-job.js";

/** People and things that the pages show, with names that look like markup. */
export interface PageSite {
  ann: Person;
  bob: Person;
  imageId: string;
  videoId: string;
  audioId: string;
  projectId: string;
}

export const HOSTILE = `<script>alert("1")</script>'&`;

export async function makePageSite(kiln: Kiln): Promise<PageSite> {
  const bob = await signUp(kiln.url, "bob@example.com");
  const ann = await signUp(kiln.url, "ann.potter@example.com");
  const picture = await sharp(Buffer.from(PICTURE)).png().toBuffer();
  const imageId = await upload(ann.api, "image/png", picture, `kiln at dusk ${HOSTILE}.png`);
  const make = async (model: string, params: object): Promise<string> => {
    const made = await ann.api.post("/v1/generations", { model, params });
    if (made.status !== 200) throw new Error(JSON.stringify(made.body));
    return (await waitForJob(ann.api, made.body.job.id)).resultStorageIds[0] as string;
  };
  const videoId = await make("mock-video", {
    kind: "video",
    prompt: "a kiln",
    duration: 5,
    aspectRatio: "16:9",
  });
  const audioId = await make("mock-tts", { kind: "audio", prompt: "a kiln" });
  const projectId = await makeProject(ann, [bob], `Glazes ${HOSTILE}`);
  const theirs = await makeProject(bob, [], "Autumn catalogue");
  await bob.api.post(`/v1/projects/${theirs}/invites`, { email: ann.email });
  return { ann, bob, imageId, videoId, audioId, projectId };
}

const PICTURE = `<svg xmlns="http://www.w3.org/2000/svg" width="960" height="540"><defs><linearGradient id="g" x2="0" y2="1"><stop stop-color="#2b1b3d"/><stop offset=".6" stop-color="#c4552d"/><stop offset="1" stop-color="#f7b267"/></linearGradient></defs><rect width="960" height="540" fill="url(#g)"/><path d="M330 540V330a150 150 0 0 1 300 0v210z" fill="#3a1a12"/><path d="M420 540V400a60 60 0 0 1 120 0v140z" fill="#ffd9a8"/></svg>`;

/** Registers a client and returns the address that its app opens in a browser. */
export async function authorizeUrl(
  kiln: Kiln,
  name: string,
  redirect = "http://127.0.0.1:7777/callback",
): Promise<string> {
  const registered = await fetch(`${kiln.url}/oauth/register`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ redirect_uris: [redirect], client_name: name }),
  });
  const { client_id: clientId } = (await registered.json()) as { client_id: string };
  const query = new URLSearchParams({
    client_id: clientId,
    response_type: "code",
    redirect_uri: redirect,
    state: "s",
    code_challenge: createHash("sha256").update(randomUUID()).digest("base64url"),
    code_challenge_method: "S256",
    resource: `${kiln.host.baseUrl}/mcp`,
  });
  return `/oauth/authorize?${query.toString()}`;
}
