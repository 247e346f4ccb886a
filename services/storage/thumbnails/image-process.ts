import { fork, type ChildProcess } from "node:child_process";
import { extname, join } from "node:path";
import { helperFlags } from "../../../runtime/helper-process.js";

/** A video is read for 20 s at most, and then its first picture is rendered. */
const RENDER_MS = { image: 20_000, video: 45_000 };
const STOP_MS = 1000;
const IDLE_MS = 10_000;

/** The same file from sources and from dist. */
const SCRIPT = join(import.meta.dirname, `render-image-process${extname(import.meta.filename)}`);

/** What the decoders' process gets of the environment: no secrets. */
function bareEnvironment(): Record<string, string> {
  const names = ["PATH", "LD_LIBRARY_PATH", "FONTCONFIG_PATH", "FONTCONFIG_FILE", "LANG"];
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}

/** What the process is asked for: a picture, or the first one of a video, with a path for it. */
export interface Rendering {
  input: string;
  output: string;
  /** Null: the input is a picture itself. */
  frame: string | null;
}

/** A picture was made, there is none in the file, or it went wrong and may be tried again. */
export type Rendered = { isMade: boolean } | { error: string };

/** The process that renders pictures, one after the other; started when needed, ended when idle. */
export class ImageProcess {
  #child: ChildProcess | null = null;
  #last: Promise<unknown> = Promise.resolve();
  #idle: NodeJS.Timeout | undefined;

  /** Writes a webp of 512 px at most; false when the file is no picture. Throws when its process died or took too long. */
  render(input: string, output: string, frame: string | null = null): Promise<boolean> {
    const turn = this.#last.then(() => this.#render({ input, output, frame }));
    this.#last = turn.catch(() => {});
    return turn;
  }

  stop(): void {
    clearTimeout(this.#idle);
    const child = this.#child;
    this.#child = null;
    if (child === null) return;
    // It takes along what it has started itself.
    if (child.connected) child.disconnect();
    setTimeout(() => child.kill("SIGKILL"), STOP_MS).unref();
  }

  async #render(rendering: Rendering): Promise<boolean> {
    clearTimeout(this.#idle);
    const child = (this.#child ??= this.#start());
    try {
      return await ask(child, rendering);
    } catch (error) {
      this.stop();
      throw error;
    } finally {
      this.#idle = setTimeout(() => this.stop(), IDLE_MS).unref();
    }
  }

  #start(): ChildProcess {
    const child = fork(SCRIPT, {
      execArgv: helperFlags(),
      env: bareEnvironment(),
      stdio: ["ignore", "ignore", "ignore", "ipc"],
    });
    child.once("exit", () => {
      if (this.#child === child) this.#child = null;
    });
    // While nobody asks; whoever asks listens too.
    child.on("error", () => {});
    // An idle process keeps nobody from ending.
    child.unref();
    child.channel?.unref();
    return child;
  }
}

function ask(child: ChildProcess, message: Rendering): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const settle = (then: () => void) => {
      clearTimeout(timer);
      child.off("message", answered).off("exit", died).off("error", failed);
      then();
    };
    const answered = (answer: Rendered) =>
      settle(() => ("error" in answer ? reject(new Error(answer.error)) : resolve(answer.isMade)));
    const died = () => settle(() => reject(new Error("The process that renders pictures ended.")));
    const failed = (error: Error) => settle(() => reject(error));
    const timer = setTimeout(
      () => settle(() => reject(new Error("Rendering a picture took too long."))),
      message.frame === null ? RENDER_MS.image : RENDER_MS.video,
    );
    child.on("message", answered).on("exit", died).on("error", failed);
    child.send(message, (error) => {
      if (error) failed(error);
    });
  });
}
