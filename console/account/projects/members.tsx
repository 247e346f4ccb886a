import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectsInvite, projectsRemoveMember } from "../../../sdk/generated/operations.js";
import type { ProjectMember, ProjectsGetResult } from "../../../sdk/generated/types.js";
import { call } from "../../kiln.js";
import { useSay } from "../../shell/toasts.js";
import { day } from "../../words.js";
import { project as projectQuery } from "../queries.js";

/**
 * Shows the members of a project. A removed member loses access at once, and joins again only by a new
 * invite.
 */
export function Members({
  detail: { project, members },
  isOwn,
}: {
  detail: ProjectsGetResult;
  isOwn: boolean;
}) {
  const client = useQueryClient();
  const say = useSay();
  const { queryKey } = projectQuery(project.id);
  const again = () => client.invalidateQueries({ queryKey });
  const invite = useMutation({
    mutationFn: ({ email }: ProjectMember) => call(projectsInvite, { id: project.id, email }),
    onSuccess: (_answer, { name, email }) =>
      say(`${name ?? email} is invited again, and joins by accepting.`),
    onError: ({ message }) => say(message),
    onSettled: again,
  });
  const remove = useMutation({
    mutationFn: ({ userId }: ProjectMember) => call(projectsRemoveMember, { id: project.id, userId }),
    onMutate: async ({ userId }) => {
      await client.cancelQueries({ queryKey });
      client.setQueryData(
        queryKey,
        (old) => old && { ...old, members: old.members.filter((one) => one.userId !== userId) },
      );
    },
    onSuccess: (_answer, member) =>
      say(`${member.name ?? member.email} is removed from ${project.name}.`, {
        label: "Invite again",
        undo: () => invite.mutate(member),
      }),
    onError: ({ message }) => say(message),
    onSettled: again,
  });
  return (
    <section className="card" aria-labelledby="members">
      <h2 id="members">Members</h2>
      <ul className="rows" aria-labelledby="members">
        {members.map((member) => (
          <li key={member.userId}>
            <span className="row-text">
              <strong>{member.name ?? member.email}</strong>
              <span className="soft small">
                {[member.name === null ? null : member.email, `since ${day(member.joinedAt)}`]
                  .filter((one) => one !== null)
                  .join(", ")}
              </span>
            </span>
            <span className="acts-row">
              <span className="badge">{member.role === "owner" ? "Owner" : "Contributor"}</span>
              {project.role === "owner" && member.role !== "owner" && (
                <button
                  type="button"
                  className="button small plain"
                  aria-label={`Remove ${member.name ?? member.email}`}
                  onClick={() => remove.mutate(member)}
                >
                  Remove
                </button>
              )}
            </span>
          </li>
        ))}
      </ul>
      {isOwn && <p className="soft small">Your own space is not shared. Make a project to invite people.</p>}
    </section>
  );
}
