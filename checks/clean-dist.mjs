// The build starts from an empty dist, so that a deleted source never runs on as a stale file.
import { rmSync } from "node:fs";

rmSync(new URL("../dist", import.meta.url), { recursive: true, force: true });
