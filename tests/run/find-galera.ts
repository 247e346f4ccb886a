import { existsSync } from "node:fs";
import { findBinary } from "./find-binary.js";

const PROVIDERS = ["/usr/lib/galera/libgalera_smm.so", "/usr/lib64/galera-4/libgalera_smm.so"];

export interface GaleraPrograms {
  server: string;
  install: string;
  haproxy: string;
  /** The library that makes a MariaDB a node of a cluster. */
  provider: string;
}

/** Returns the programs that a cluster of three nodes behind HAProxy needs; null when this machine lacks one of them. */
export function findGalera(): GaleraPrograms | null {
  const [server, install, haproxy] = [
    findBinary("mariadbd"),
    findBinary("mariadb-install-db", "mysql_install_db"),
    findBinary("haproxy"),
  ];
  const provider = PROVIDERS.find((path) => existsSync(path));
  // A node that joins receives the data that it lacks by these two programs.
  const isSent = findBinary("mariadb-backup", "mariabackup") !== null && findBinary("socat") !== null;
  if (server === null || install === null || haproxy === null || provider === undefined || !isSent)
    return null;
  return { server, install, haproxy, provider };
}
