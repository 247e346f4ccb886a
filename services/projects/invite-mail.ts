import type { Host } from "../../runtime/process/host.js";
import type { Letter } from "../../runtime/mail/post-mail.js";

interface Invitation {
  to: string;
  projectName: string;
  /** Address of who invites. */
  from: string;
}

/** Tells an address of its invite; it may sign up later and finds it. */
export function inviteMail(host: Pick<Host, "baseUrl">, { to, projectName, from }: Invitation): Letter {
  const link = `${host.baseUrl}/projects`;
  return {
    to: { email: to },
    // What strangers write stays out of it: a subject is read before anybody knows whose words it holds.
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
