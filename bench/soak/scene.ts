import { type Person, signUp } from "../../tests/helpers/client.js";
import { makeProject } from "../../tests/helpers/make-project.js";
import { makeReader } from "../../tests/helpers/make-reader.js";
import { field, postType } from "../../tests/helpers/post-type.js";
import { waitUntil } from "../../tests/helpers/wait-until.js";
import { graphOf, makeWorkflow, picture, promptNode } from "../../tests/helpers/workflows.js";
import type { Caller } from "./caller.js";
import type { Deployment } from "./deployment.js";
import { Webhooks } from "./webhooks.js";

/** People and things that every load uses, made before anything is disturbed. */
export interface Scene {
  caller: Caller;
  people: readonly Person[];
  projectId: string;
  /** Headers of a reader of the project. */
  reader: Readonly<Record<string, string>>;
  workflowId: string;
  webhooks: Webhooks;
}

const PEOPLE = 4;

export async function makeScene({ url }: Deployment, caller: Caller): Promise<Scene> {
  const people: Person[] = [];
  for (let n = 0; n < PEOPLE; n += 1) people.push(await signUp(url));
  const [owner] = people;
  if (owner === undefined) throw new Error("Nobody signed up.");
  const projectId = await makeProject(owner);
  await postType(owner.api, projectId, "page", [field("rank", { type: "number" }), field("title")]);
  const { headers: reader } = await makeReader(owner, projectId);
  await waitUntil(async () => (await owner.api.get("/v1/models")).body.total > 0);
  const graph = graphOf([promptNode("say", "a kiln [slow=0.2]"), picture("draw")], ["say>draw:prompt"]);
  const workflowId = await makeWorkflow(owner.api, graph);
  const webhooks = await Webhooks.open(owner, projectId);
  return { caller, people, projectId, reader, workflowId, webhooks };
}

/** Load that goes on until the run is over. */
export interface Load {
  /** Does one round, and returns when nothing of it is open any more. */
  step(): Promise<void>;
  /** Checks, after all disturbances, that everything acknowledged is there. */
  prove(): Promise<void>;
}
