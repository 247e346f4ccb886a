import type { Host } from "../../runtime/process/host.js";
import type { Letter } from "../../runtime/mail/post-mail.js";

/**
 * Writes the mail that confirms an address. Its link leads to a page of the gateway, as that of `resetMail`
 * does; callers of the API use the token alone.
 */
export function verificationMail(host: Pick<Host, "baseUrl">, to: string, token: string): Letter {
  const link = `${host.baseUrl}/verify-email?token=${token}`;
  return {
    to: { email: to },
    link,
    subject: "Confirm your e-mail address",
    text: `Somebody, hopefully you, made a Kiln account with this e-mail address.
To confirm the address, open this link within three days:

${link}

Your token: ${token}

If it was not you, do not open the link. To take an account with your address over, ask for a new password
instead: that ends all of its sessions, and the API keys and connected agents of before it was confirmed.
`,
  };
}

export function resetMail(host: Pick<Host, "baseUrl">, to: string, token: string): Letter {
  const link = `${host.baseUrl}/reset-password?token=${token}`;
  return {
    to: { email: to },
    link,
    subject: "Set a new password",
    text: `Somebody, hopefully you, asked to set a new password for this Kiln account.
To choose one, open this link within an hour:

${link}

Your token: ${token}

A new password signs all browsers out. It also ends the API keys and connected agents that were made while the
address of the account was not confirmed.

If it was not you, you can ignore this mail: the password stays as it is.
`,
  };
}
