import { createServer, type AddressInfo, type Server, type Socket } from "node:net";

export interface ReceivedMail {
  from: string;
  to: string[];
  raw: string;
}

/** Mail server of RFC 5321 without authentication, on a port of this machine. */
export class SmtpStandIn {
  readonly mails: ReceivedMail[] = [];
  /** Addresses that the server refuses for good. */
  readonly unknown = new Set<string>();
  /** Answers of the server to commands instead of its own, by the verb; `.` is the end of a mail's text. */
  readonly answers = new Map<string, string>();
  /** Whether the server answers every mail with a temporary refusal. */
  isBusy = false;
  refusals = 0;
  #server: Server | null = null;
  readonly #sockets = new Set<Socket>();
  port = 0;

  /** Listens on a free port, or on the earlier port where the server was started before. */
  async start(): Promise<void> {
    const server = createServer((socket) => this.#serve(socket));
    await new Promise<void>((resolve, reject) => {
      server.once("error", reject);
      server.listen(this.port, "127.0.0.1", resolve);
    });
    this.port = (server.address() as AddressInfo).port;
    this.#server = server;
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => this.#server?.close(resolve));
  }

  get url(): string {
    return `smtp://127.0.0.1:${this.port}`;
  }

  #serve(socket: Socket): void {
    this.#sockets.add(socket);
    socket.on("close", () => this.#sockets.delete(socket)).on("error", () => {});
    const say = (line: string) => socket.write(`${line}\r\n`);
    let mail: ReceivedMail = { from: "", to: [], raw: "" };
    let isData = false;
    let rest = "";
    say("220 stand-in ESMTP");
    socket.setEncoding("utf8").on("data", (chunk) => {
      rest += String(chunk);
      for (let end = rest.indexOf("\r\n"); end >= 0; end = rest.indexOf("\r\n")) {
        const line = rest.slice(0, end);
        rest = rest.slice(end + 2);
        if (isData) {
          if (line !== ".") mail.raw += `${line.replace(/^\.\./, ".")}\r\n`;
          else {
            isData = false;
            const answer = this.answers.get(".");
            if (answer === undefined) this.mails.push(mail);
            mail = { from: "", to: [], raw: "" };
            say(answer ?? "250 taken");
          }
          continue;
        }
        const verb = line.slice(0, 4).toUpperCase();
        const answer = this.answers.get(verb);
        if (answer !== undefined) {
          say(answer);
          continue;
        }
        const address = /<([^>]*)>/.exec(line)?.[1] ?? "";
        if (verb === "EHLO" || verb === "HELO") say("250 stand-in");
        else if (verb === "MAIL") {
          if (this.isBusy) {
            this.refusals += 1;
            say("451 busy, try later");
          } else {
            mail.from = address;
            say("250 ok");
          }
        } else if (verb === "RCPT") {
          if (this.unknown.has(address)) {
            this.refusals += 1;
            say("550 no such mailbox");
          } else {
            mail.to.push(address);
            say("250 ok");
          }
        } else if (verb === "DATA") {
          isData = true;
          say("354 go on");
        } else if (verb === "QUIT") socket.end("221 bye\r\n");
        else if (verb === "RSET" || verb === "NOOP") say("250 ok");
        else say("502 not here");
      }
    });
  }
}
