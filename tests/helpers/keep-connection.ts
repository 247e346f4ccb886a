import { once } from "node:events";
import { connect } from "node:net";

/** Connection to a server that the client keeps open. */
export interface KeptConnection {
  /** Sends the head of a GET. The operating system has it when this returns, even if this process then blocks. */
  ask(path?: string): void;
  send(text: string): void;
  /** Returns all text that has come. */
  text(): string;
  /** Returns null while the connection is open, `end` after an orderly close, and else the code of the error. */
  end(): string | null;
  pause(): void;
  resume(): void;
  destroy(): void;
}

export async function keepConnection(port: number): Promise<KeptConnection> {
  const socket = connect(port, "127.0.0.1");
  let text = "";
  let end: string | null = null;
  socket.setEncoding("utf8").on("data", (chunk: string) => (text += chunk));
  socket.once("error", ({ code = "error" }: NodeJS.ErrnoException) => (end ??= code));
  socket.once("end", () => (end ??= "end")).once("close", () => (end ??= "end"));
  await once(socket, "connect");
  return {
    ask: (path = "/") => void socket.write(`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`),
    send: (sent) => void socket.write(sent),
    text: () => text,
    end: () => end,
    pause: () => void socket.pause(),
    resume: () => void socket.resume(),
    destroy: () => void socket.destroy(),
  };
}

/** Blocks the event loop for `ms`, as a long computation or an overloaded machine does. */
export function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
