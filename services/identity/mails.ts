import type { Host } from "../../runtime/host.js";
import type { Letter } from "../../runtime/mail/post-mail.js";

/** The pages of both links are the console's; the token alone serves those who use the API. */
export function verificationMail(host: Host, to: string, token: string): Letter {
  const link = `${host.baseUrl}/verify-email?token=${token}`;
  return {
    to: { email: to },
    link,
    subject: "Confirm your e-mail address",
    text: `Somebody, hopefully you, made a Kiln account with this e-mail address.
To confirm the address, open this link within three days:

${link}

Your token: ${token}

If it was not you, you can ignore this mail.
`,
  };
}

export function resetMail(host: Host, to: string, token: string): Letter {
  const link = `${host.baseUrl}/reset-password?token=${token}`;
  return {
    to: { email: to },
    link,
    subject: "Set a new password",
    text: `Somebody, hopefully you, asked to set a new password for this Kiln account.
To choose one, open this link within an hour:

${link}

Your token: ${token}

If it was not you, you can ignore this mail: the password stays as it is.
`,
  };
}
