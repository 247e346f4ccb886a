import { once } from "node:events";
import { connect } from "node:net";

/** A connection to a server, as a client sees it that keeps it. */
export interface KeptConnection {
  /** Sends the head of a GET. It is with the system when this returns, whatever this process does next. */
  ask(path?: string): void;
  send(text: string): void;
  /** All that has come. */
  text(): string;
  /** Null while it is open; else why it is not: `end` for a close in order, or the error's code. */
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

/** Holds the event loop, as a long computation does, or a machine that has no time for the process. */
export function standStill(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}
