import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { PACKAGE_ROOT } from "../../runtime/process/package-root.js";
import type { Kiln } from "../../start.js";
import { type Person, signUp } from "../../tests/helpers/client.js";
import { connectedAgent } from "../../tests/helpers/connected-agent.js";
import { insertLedger } from "../../tests/helpers/insert-ledger.js";
import { makeProject } from "../../tests/helpers/make-project.js";
import { readMails } from "../../tests/helpers/read-mails.js";
import { upload } from "../../tests/helpers/upload.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import { type Made, makeResults } from "../../tests/helpers/make-results.js";
import { fillContent } from "./content.js";
import { SCENES } from "./words.js";
import { fillWorkflows } from "./workflows.js";

/** People and things that the pictures of the console show. */
export interface Studio {
  /** Person who works in the project and operates the server. */
  owner: Person;
  /** Person who has just signed up. */
  newcomer: Person;
  projectId: string;
  typeId: string;
  documentId: string;
  workflowId: string;
  fileId: string;
  /** Two results of each kind, to compare. */
  compared: Readonly<Record<"pictures" | "films" | "sounds", readonly [Made, Made]>>;
}

/** Makes a small publisher that has worked with Kiln for a month. */
export async function makeStudio(kiln: Kiln): Promise<Studio> {
  const owner = await signUp(kiln.url, "mira@example.com", "Mira");
  const colleague = await signUp(kiln.url, "jonas@example.com", "Jonas");
  await confirm(kiln, owner);
  await confirm(kiln, colleague);
  const projectId = await makeProject(owner, [colleague], "Harbour magazine");
  await owner.api.post(`/v1/projects/${projectId}/invites`, { email: "lena@example.com" });
  // The session is used, as by a person, so that the history says so.
  const hand = owner.session;
  const make = (model: string, params: object) => makeResults(hand, model, params, projectId);
  const made: Made[] = [];
  for (const [at, [prompt]] of SCENES.entries()) made.push(await make("local-canvas", picture(prompt, at)));
  const pictures = made.flatMap(({ storageIds }) => storageIds);
  const [sea = ""] = pictures;
  const compared = await makePairs(make);
  const photo = await readFile(join(PACKAGE_ROOT, "examples/photo.jpg"));
  const photoId = await upload(hand, "image/jpeg", photo, "harbour-wall.jpg");
  await hand.post(`/v1/projects/${projectId}/storage`, { storageId: photoId });
  await spend(kiln, owner, colleague);
  await hand.post("/v1/api-keys", { name: "Website", scopes: ["content:read", "media:read"] });
  await hand.post("/v1/api-keys", {
    name: "Build server",
    scopes: ["content:rw", "media:rw", "projects:read"],
    budget: { dailyCredits: 200, totalCredits: null, projectId },
  });
  await connectedAgent(kiln, "Studio agent", {}, owner);
  const content = await fillContent(kiln, hand, projectId, pictures);
  const workflowId = await fillWorkflows(hand, projectId, sea);
  await dropKey(owner);
  const newcomer = await signUp(kiln.url, "nora@example.com", "Nora");
  return { owner, newcomer, projectId, workflowId, fileId: sea, compared, ...content };
}

/** Confirms the address as the mail's link does. */
async function confirm(kiln: Kiln, { email, session }: Person): Promise<void> {
  const mails = () => readMails(kiln.host.config.dataDir, email);
  await waitUntil(async () => (await mails()).length > 0, { what: () => `No mail came to ${email}` });
  const [mail] = await mails();
  await session.post("/v1/auth/verify-email", { token: mail?.token });
}

/** Removes the key of tests, which a person would not have. */
async function dropKey({ session }: Person): Promise<void> {
  const { body } = await session.get("/v1/api-keys");
  for (const { id, name } of body.apiKeys as { id: string; name: string }[])
    if (name === "test") await session.delete(`/v1/api-keys/${id}`);
}

const picture = (prompt: string, at: number) => ({
  kind: "image",
  prompt,
  aspectRatio: ["16:9", "1:1", "4:3"][at % 3],
  numImages: 1,
});

/** Makes pairs of results that differ by prompt, length or light. */
async function makePairs(
  make: (model: string, params: object) => Promise<Made>,
): Promise<Studio["compared"]> {
  const light = (prompt: string) =>
    make("local-canvas", { kind: "image", prompt: `${prompt} [seed=12]`, aspectRatio: "16:9", numImages: 1 });
  const film = (prompt: string, duration: number) =>
    make("local-motion", { kind: "video", prompt, duration, aspectRatio: "16:9" });
  const sound = (prompt: string, durationSeconds: number) =>
    make("local-music", { kind: "audio", prompt: `${prompt} [seed=5]`, durationSeconds });
  return {
    pictures: [
      await light("A lighthouse by the sea at dawn, oil painting"),
      await light("A lighthouse by the sea at night, oil painting"),
    ],
    films: [await film("A calm sea at sunset", 3), await film("A calm sea at night", 5)],
    sounds: [await sound("calm piano", 12), await sound("happy piano", 8)],
  };
}

/** Inserts a month of work of two people, with days without any. */
async function spend(kiln: Kiln, owner: Person, colleague: Person): Promise<void> {
  const actor = { id: colleague.id, email: colleague.email };
  const models = ["local-canvas", "local-motion", "local-music", "mock-image"];
  const days = Array.from({ length: 28 }, (_, at) => at + 1).filter((day) => day % 7 > 1 || day === 1);
  await insertLedger(kiln, owner.id, [
    ...days.map((daysAgo) => ({
      daysAgo,
      credits: 12 + ((daysAgo * 17) % 41),
      note: models[daysAgo % models.length] ?? "",
      ...(daysAgo % 3 === 0 && { actor }),
    })),
    { daysAgo: 1, credits: 9, kind: "transcription" },
    { daysAgo: 4, credits: 14, kind: "agent_usage", actor },
  ]);
}
