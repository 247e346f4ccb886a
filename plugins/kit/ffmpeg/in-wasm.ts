import {
  closeSync,
  existsSync,
  fstatSync,
  openSync,
  readFileSync,
  readSync,
  truncateSync,
  writeSync,
} from "node:fs";
import { createRequire } from "node:module";
import { basename, dirname } from "node:path";

/**
 * This file is a program: ffmpeg and ffprobe of the npm package, which are compiled to WebAssembly, with the
 * command line of the native ones. It is run as `in-wasm.js TOOL FILES ARGUMENT…`, where FILES is a JSON list
 * of paths. The program sees these files, its standard streams and nothing else: no network, no other file, no
 * other program.
 */
interface FileNode {
  hostPath: string;
  node_ops: Record<string, unknown>;
  stream_ops: Record<string, unknown>;
  id: number;
  mode: number;
}

interface Stream {
  node: FileNode;
  position: number;
  hostFd?: number;
  stream_ops: Record<string, unknown>;
}

/** The part of Emscripten's file system that is used here. */
interface FileSystem {
  mkdirTree(path: string): void;
  createFile(folder: string, name: string, properties: object, canRead: boolean, canWrite: boolean): FileNode;
  getStream(fd: number): Stream;
  ErrnoError: new (errno: number) => Error;
}

interface Core {
  FS: FileSystem;
  exec(...args: string[]): number;
  ffprobe(...args: string[]): void;
}

const ENOENT = 44;
const EIO = 29;
const SEEK_CUR = 1;
const SEEK_END = 2;
const FILE_MODE = 0o100666;

const [tool, files = "[]", ...args] = process.argv.slice(2);
const core = await load();
for (const path of JSON.parse(files) as string[]) lend(core.FS, path);
lendStreams(core.FS);
// The ffprobe of this program returns no exit code; the caller sees by its output whether it has answered. A
// trap of WebAssembly ends this process with a code above 0.
if (tool === "ffprobe") core.ffprobe(...args);
else process.exitCode = core.exec(...args);

async function load(): Promise<Core> {
  // The program was built for workers of browsers, and reads `self.location`, which Node does not have.
  Object.assign(globalThis, { self: globalThis, WorkerGlobalScope: Object });
  Object.assign(globalThis, { location: { href: import.meta.url } });
  const require = createRequire(import.meta.url);
  const script = require.resolve("@ffmpeg/core");
  const make = require(script) as (options: object) => Promise<Core>;
  return make({ wasmBinary: readFileSync(script.replace(/\.js$/u, ".wasm")) });
}

/** Gives the engine a file of the host under the same path; it is read and written in place. */
function lend(fs: FileSystem, path: string): void {
  fs.mkdirTree(dirname(path));
  const node = fs.createFile(dirname(path), basename(path), {}, true, true);
  const size = () => (existsSync(path) ? sizeOf(path) : 0);
  node.node_ops = {
    ...node.node_ops,
    getattr: () => {
      const never = new Date(0);
      const times = { atime: never, mtime: never, ctime: never };
      const rest = {
        dev: 1,
        nlink: 1,
        uid: 0,
        gid: 0,
        rdev: 0,
        blksize: 4096,
        blocks: Math.ceil(size() / 4096),
      };
      return { ino: node.id, mode: FILE_MODE, size: size(), ...times, ...rest };
    },
    setattr: (_node: FileNode, { size: wanted }: { size?: number }) => {
      if (wanted !== undefined && existsSync(path)) truncateSync(path, wanted);
    },
  };
  node.stream_ops = {
    open(stream: Stream & { flags: number }) {
      const isWriting = (stream.flags & 3) !== 0;
      if (!isWriting && !existsSync(path)) throw new fs.ErrnoError(ENOENT);
      stream.hostFd = openSync(path, isWriting ? (existsSync(path) ? "r+" : "w+") : "r");
    },
    close(stream: Stream) {
      if (stream.hostFd !== undefined) closeSync(stream.hostFd);
    },
    read: (stream: Stream, heap: Int8Array, at: number, length: number, position: number) =>
      guarded(fs, () => readSync(stream.hostFd ?? -1, heap, at, length, position)),
    write: (stream: Stream, heap: Int8Array, at: number, length: number, position: number) =>
      guarded(fs, () => writeSync(stream.hostFd ?? -1, heap, at, length, position)),
    llseek(stream: Stream, offset: number, whence: number) {
      if (whence === SEEK_CUR) return offset + stream.position;
      return whence === SEEK_END ? offset + size() : offset;
    },
  };
}

/**
 * Gives the engine the standard streams in blocks, because those of Emscripten are read and written byte by
 * byte.
 */
function lendStreams(fs: FileSystem): void {
  const ends = (fd: number) => ({
    read: (_stream: Stream, heap: Int8Array, at: number, length: number) =>
      guarded(fs, () => readSync(fd, heap, at, length, null)),
    write: (_stream: Stream, heap: Int8Array, at: number, length: number) =>
      guarded(fs, () => writeSync(fd, heap, at, length)),
  });
  for (const fd of [0, 1, 2]) {
    const stream = fs.getStream(fd);
    stream.stream_ops = { ...stream.stream_ops, ...ends(fd) };
  }
}

function guarded(fs: FileSystem, work: () => number): number {
  try {
    return work();
  } catch {
    throw new fs.ErrnoError(EIO);
  }
}

function sizeOf(path: string): number {
  const fd = openSync(path, "r");
  try {
    return fstatSync(fd).size;
  } finally {
    closeSync(fd);
  }
}
