import type { Person } from "../client.js";
import { serveOrigin } from "../serve-origin.js";
import { uploadSound } from "../transcribe.js";
import type { AuditWalk } from "./walk.js";

/** Calls the writing actions of projects, media, generations and transcriptions. */
export async function walkProjectsAndMedia({ ann, bob, projectId, does }: AuditWalk): Promise<void> {
  const { api } = ann;
  const here = { project: projectId };
  // projects
  await does("projects.create", api, (c) => c.post("/v1/projects", { id: projectId, name: "P" }), {
    ...here,
    id: projectId,
  });
  const project = `/v1/projects/${projectId}`;
  await does("projects.update", api, (c) => c.patch(project, { name: "Q" }), { ...here, id: projectId });
  const invites = `${project}/invites`;
  const invite = (person: Person) =>
    does("projects.invite", api, (c) => c.post(invites, { email: person.email }), {
      ...here,
      id: (body) => body.invite.id,
    });
  const { invite: first } = await invite(bob);
  await does("projects.revokeInvite", api, (c) => c.delete(`${invites}/${first.id as string}`), {
    ...here,
    id: first.id,
  });
  const byBob = { ...here, by: bob, owner: ann.id };
  const { invite: second } = await invite(bob);
  await does(
    "projects.declineInvite",
    bob.api,
    (c) => c.post(`/v1/project-invites/${second.id as string}/decline`),
    { ...byBob, id: second.id },
  );
  const { invite: third } = await invite(bob);
  await does(
    "projects.acceptInvite",
    bob.api,
    (c) => c.post(`/v1/project-invites/${third.id as string}/accept`),
    { ...byBob, id: third.id },
  );

  // media
  const ticket = { contentType: "audio/wav", sizeBytes: 3 };
  const { storageId, uploadUrl } = await does(
    "storage.ticket",
    api,
    (c) => c.post("/v1/uploads/ticket", ticket),
    {
      id: (body) => body.storageId,
    },
  );
  await fetch(uploadUrl, { method: "PUT", headers: { "content-type": "audio/wav" }, body: "abc" });
  const object = { id: storageId as string };
  await does("storage.commit", api, (c) => c.post(`/v1/uploads/${object.id}/commit`), object);
  await does("storage.publish", api, (c) => c.post(`/v1/storage/${object.id}/publish`), object);
  await does("storage.link", api, (c) => c.post(`${project}/storage`, { storageIds: [object.id] }), {
    ...here,
    id: projectId,
  });
  await does("storage.delete", api, (c) => c.delete(`/v1/storage/${object.id}`), object);
  const origin = await serveOrigin((_req, res) =>
    res.writeHead(200, { "content-type": "audio/wav", "content-length": 3 }).end("abc"),
  );
  await does("storage.import", api, (c) => c.post("/v1/uploads/import", { url: `${origin.url}/a.wav` }), {
    id: (body) => body.storageId,
  });
  await origin.stop();

  // generation, transcription
  const picture = {
    model: "mock-image",
    params: { kind: "image", prompt: "[slow=600] a", aspectRatio: "1:1", numImages: 1 },
  };
  const { job } = await does(
    "generation.create",
    api,
    (c) => c.post("/v1/generations", { ...picture, projectId }),
    { ...here, id: (body) => body.job.id },
  );
  await does("generation.cancel", api, (c) => c.post(`/v1/generations/${job.id as string}/cancel`), {
    ...here,
    id: job.id,
  });
  const { applications } = (await api.get("/v1/applications")).body;
  const application = applications.find(
    (each: { minImages: number; acceptsText: boolean; inputKind?: string }) =>
      each.minImages === 0 && each.acceptsText && (each.inputKind ?? "image") === "image",
  );
  await does(
    "applications.run",
    api,
    (c) => c.post(`/v1/applications/${application.id as string}/run`, { text: "a pot" }),
    { id: (body) => body.job.id },
  );
  const sound = await uploadSound(api);
  await does(
    "transcriptions.create",
    api,
    (c) => c.post("/v1/transcriptions", { storageId: sound, durationSeconds: 1 }),
    { id: (body) => body.job.id },
  );
}
