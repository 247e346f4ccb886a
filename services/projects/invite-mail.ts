import type { Host } from "../../runtime/process/host.js";
import type { Letter } from "../../runtime/mail/post-mail.js";

interface Invitation {
  to: string;
  projectName: string;
  /** Address of the inviting account. */
  from: string;
}

/**
 * Writes the mail that tells an address of its invite; its owner may sign up later and still find the invite.
 */
export function inviteMail(host: Pick<Host, "baseUrl">, { to, projectName, from }: Invitation): Letter {
  const link = `${host.baseUrl}/projects`;
  return {
    to: { email: to },
    // The subject has no untrusted words, since it is read before the reader knows whose words it
    // contains.
    subject: "You are invited to a project",
    link,
    text: `${from} invites you to work together on Kiln, on the project named:

    ${projectName.replaceAll(/[\p{C}\p{Z}]+/gu, " ")}

To accept or decline, sign in with this address, or sign up with it:

${link}

If you do not know the sender, you can ignore this mail.
`,
  };
}
