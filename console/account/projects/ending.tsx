import { useState } from "react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { projectsDelete, projectsRemoveMember } from "../../../sdk/generated/operations.js";
import type { ProjectsGetResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Dialog } from "../../parts/dialog.js";
import { Failed } from "../../parts/states.js";
import { Sure } from "../../parts/sure.js";
import { session } from "../../queries.js";
import { useProject } from "../../shell/chosen-project.js";
import { useSay } from "../../shell/toasts.js";

/** Lets the owner delete the project, and a member leave it. */
export function Ending({ detail: { project } }: { detail: ProjectsGetResult }) {
  const isOwner = project.role === "owner";
  return (
    <section className="card" aria-labelledby="ending">
      <h2 id="ending">{isOwner ? "Delete" : "Leave"}</h2>
      {isOwner ? <Delete project={project} /> : <Leave project={project} />}
    </section>
  );
}

type Project = ProjectsGetResult["project"];

/** Returns a function that leaves the project's pages after the project was deleted or left. */
function useEnded(id: string) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const { projectId, choose } = useProject();
  return async () => {
    if (projectId === id) choose(null);
    // What was typed about it is gone with it.
    await navigate({ to: "/app/account/projects", ignoreBlocker: true });
    client.removeQueries({ queryKey: ["project", id] });
    await client.invalidateQueries({ queryKey: ["projects"] });
  };
}

function Leave({ project: { id, name } }: { project: Project }) {
  const own = useQuery(session).data?.user.id;
  const say = useSay();
  const ended = useEnded(id);
  const leave = useMutation({
    mutationFn: (userId: string) => call(projectsRemoveMember, { id, userId }),
    onSuccess: async () => {
      say(`You are no longer in ${name}.`);
      await ended();
    },
  });
  return (
    <>
      <p className="soft">What you made in it stays. To come back you need a new invite.</p>
      {leave.error !== null && <Failed error={leave.error} />}
      <Sure
        label="Leave"
        name={name}
        act="Leave it"
        isPending={leave.isPending || own === undefined}
        run={() => own !== undefined && leave.mutate(own)}
      />
    </>
  );
}

/** Deletes a project. The dialog asks for the name, because the project's content goes with it. */
function Delete({ project: { id, name } }: { project: Project }) {
  const [isAsking, setAsking] = useState(false);
  const [typed, setTyped] = useState("");
  const say = useSay();
  const ended = useEnded(id);
  const remove = useMutation({
    mutationFn: () => call(projectsDelete, { id }),
    onSuccess: async () => {
      setAsking(false);
      say(`${name} is deleted.`);
      await ended();
    },
  });
  const isSame = typed.trim() === name;
  return (
    <>
      <p className="soft">Its types, documents, tokens and webhooks are deleted with it, and its runs end.</p>
      <p className="under">
        <button type="button" className="button small danger" onClick={() => setAsking(true)}>
          Delete the project
        </button>
      </p>
      {isAsking && (
        <Dialog title={`Delete ${name}`} onClose={() => setAsking(false)}>
          <form
            className="asked"
            onSubmit={(event) => {
              event.preventDefault();
              if (isSame && !remove.isPending) remove.mutate();
            }}
          >
            <p>
              This cannot be undone: types, documents, tokens and webhooks of the project are gone, readers
              get nothing from it any more. Files and workflows stay with who made them.
            </p>
            <div className="field">
              <label htmlFor="delete-name">Its name, to be sure</label>
              <input
                id="delete-name"
                className="input"
                autoComplete="off"
                value={typed}
                onChange={({ target }) => setTyped(target.value)}
              />
            </div>
            {remove.error !== null && <Failed error={remove.error} />}
            <div className="acts">
              <button
                type="submit"
                className="button danger"
                disabled={!isSame}
                aria-disabled={remove.isPending}
              >
                Delete it for good
              </button>
            </div>
          </form>
        </Dialog>
      )}
    </>
  );
}
