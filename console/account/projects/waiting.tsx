import { useMutation, useQueryClient } from "@tanstack/react-query";
import { projectsAcceptInvite, projectsDeclineInvite } from "../../../sdk/generated/operations.js";
import type { ProjectInvite } from "../../../sdk/generated/types.js";
import { call, isRefusal } from "../../kiln.js";
import { Failed } from "../../parts/states.js";
import { useProject } from "../../shell/chosen-project.js";
import { useSay } from "../../shell/toasts.js";
import { ago } from "../../words.js";

/** Shows the invites to the person, and says what a member of a project can do. */
export function Waiting({ invites }: { invites: readonly ProjectInvite[] }) {
  return (
    <section aria-labelledby="waiting" className="waiting">
      <h2 id="waiting">Invites to you</h2>
      <ul className="account-cards">
        {invites.map((invite) => (
          <li key={invite.id}>
            <Invite invite={invite} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Invite({ invite: { id, projectId, projectName, invitedBy, createdAt } }: { invite: ProjectInvite }) {
  const client = useQueryClient();
  const say = useSay();
  const { choose } = useProject();
  const again = () => client.invalidateQueries({ queryKey: ["projects"] });
  const accept = useMutation({
    mutationFn: () => call(projectsAcceptInvite, { inviteId: id }),
    onSuccess: async () => {
      await again();
      choose(projectId);
      say(`You are a member of ${projectName} now; it is chosen above.`);
    },
  });
  const decline = useMutation({
    mutationFn: () => call(projectsDeclineInvite, { inviteId: id }),
    onSuccess: () => {
      say(`The invite to ${projectName} is declined.`);
      void again();
    },
  });
  const error = accept.error ?? decline.error;
  const isPending = accept.isPending || decline.isPending;
  return (
    <section className="card account-card" aria-label={`Invite to ${projectName}`}>
      <strong>{projectName}</strong>
      <p className="soft small">
        {invitedBy.name ?? invitedBy.email} invited you {ago(createdAt)}. As a member you read and change what
        is in the project, and work in it uses its owner's credits.
      </p>
      {error !== null && <Failed error={error} />}
      {isRefusal(error, "email_unverified") && <a href="/verify-email">Confirm your e-mail address</a>}
      <div className="acts-row">
        <button
          type="button"
          className="button main"
          aria-disabled={isPending}
          onClick={() => !isPending && accept.mutate()}
        >
          Accept
        </button>
        <button
          type="button"
          className="button"
          aria-disabled={isPending}
          onClick={() => !isPending && decline.mutate()}
        >
          Decline
        </button>
      </div>
    </section>
  );
}
