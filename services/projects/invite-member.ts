import { v7 } from "uuid";
import type { Auth } from "../../contracts/auth.js";
import { invalidParams, notFound } from "../../contracts/errors.js";
import { MAX_PEOPLE } from "../../contracts/projects.js";
import type { ProjectInvite } from "../../entities/project-invite.js";
import type { Host } from "../../runtime/process/host.js";
import { countMail } from "../../runtime/mail/mail-budget.js";
import { postMail } from "../../runtime/mail/post-mail.js";
import { inviteMail } from "./invite-mail.js";
import { countPeople, findInvite, findMember, insertInvite, lockProject } from "./project.repository.js";

/**
 * Invites an address. Throws `invalid_params` for the owner's own address, for a member, for a second invite,
 * and at the cap. The project's row is the lock: of two invites for the last place one is refused.
 */
export async function inviteMember(
  host: Host,
  auth: Auth,
  projectId: string,
  email: string,
): Promise<ProjectInvite> {
  if (email === auth.email) throw invalidParams("You cannot invite yourself.");
  return host.transact(async (tx) => {
    const project = await lockProject(tx, projectId);
    if (project === null) throw notFound("Unknown project.");
    if ((await findMember(tx, projectId, { email })) !== null)
      throw invalidParams(`${email} is a member of this project already.`);
    if ((await findInvite(tx, projectId, { email })) !== null)
      throw invalidParams(`${email} is invited to this project already.`);
    if (1 + (await countPeople(tx, projectId)) >= MAX_PEOPLE)
      throw invalidParams(
        `A project has at most ${MAX_PEOPLE} members and pending invites, its owner included.`,
      );
    const invite = { id: v7(), projectId, email, invitedById: auth.accountId, createdAt: Date.now() };
    await insertInvite(tx, invite);
    // Beyond the budget of mails the invite is made without a mail: its addressee finds it at the next
    // sign-in.
    if ((await countMail(tx, email, auth.accountId)) === 0)
      await postMail(host, tx, inviteMail(host, { to: email, projectName: project.name, from: auth.email }));
    return invite;
  });
}
