import { useState } from "react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectsInvite, projectsRevokeInvite } from "../../../sdk/generated/operations.js";
import type { ProjectInvite, ProjectsGetResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { useUnsaved } from "../../parts/use-unsaved.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";
import { project as projectQuery } from "../queries.js";

interface Given {
  detail: ProjectsGetResult;
  invites: readonly ProjectInvite[];
}

/** Shows the invites of a project that wait for an answer, and the form that invites a person. */
export function Invites({ detail: { project }, invites }: Given) {
  const [email, setEmail] = useState("");
  useUnsaved(email !== "");
  const { invite, revoke } = useInviting(project, (to) => setEmail((now) => (now.trim() === to ? "" : now)));
  return (
    <section className="card" aria-labelledby="invites">
      <h2 id="invites">Invite somebody</h2>
      <form
        className="asked"
        onSubmit={(event) => {
          event.preventDefault();
          if (!invite.isPending) invite.mutate(email.trim());
        }}
      >
        <div className="field">
          <label htmlFor="invite-email">E-mail address</label>
          <div className="together">
            <input
              id="invite-email"
              className="input"
              type="email"
              required
              autoComplete="off"
              value={email}
              onChange={({ target }) => setEmail(target.value)}
            />
            <button type="submit" className="button" aria-disabled={invite.isPending}>
              Invite
            </button>
          </div>
          <span className="hint">
            A contributor reads and changes what is in the project, and spends your credits in it.
          </span>
        </div>
        {invite.error !== null && <Failed error={invite.error} />}
      </form>
      {invites.length > 0 && (
        <ul className="rows" aria-label="Invites that wait">
          {invites.map((one) => (
            <li key={one.id}>
              <span className="row-text">
                <span>{one.email}</span>
                <span className="soft small">Invited {ago(one.createdAt)}, has not answered</span>
              </span>
              <button
                type="button"
                className="button small plain"
                aria-label={`Take back the invite of ${one.email}`}
                onClick={() => revoke.mutate(one)}
              >
                Take back
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function useInviting(project: ProjectsGetResult["project"], done: (email: string) => void) {
  const client = useQueryClient();
  const say = useSay();
  const { queryKey } = projectQuery(project.id);
  const again = () => client.invalidateQueries({ queryKey });
  const invite = useMutation({
    mutationFn: (to: string) => call(projectsInvite, { id: project.id, email: to }),
    onSuccess: (_answer, to) => {
      say(`${to} is invited, by e-mail and on the page of projects.`);
      done(to);
    },
    onSettled: again,
  });
  // A revoked invite opens nothing any more: a person who is asked again gets another invite.
  const revoke = useMutation({
    mutationFn: ({ id }: ProjectInvite) => call(projectsRevokeInvite, { id: project.id, inviteId: id }),
    onMutate: async ({ id }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (old) => old && { ...old, invites: old.invites?.filter((one) => one.id !== id) },
      );
    },
    onSuccess: (_answer, { email: to }) =>
      say(`The invite of ${to} is taken back.`, { label: "Invite again", undo: () => invite.mutate(to) }),
    onError: ({ message }) => say(message),
    onSettled: again,
  });
  return { invite, revoke };
}
