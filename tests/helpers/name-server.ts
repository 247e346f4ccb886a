import { createSocket } from "node:dgram";
import { isIP } from "node:net";

/** What a name has: addresses of both families, or another name with addresses. */
export interface Zone {
  [name: string]: { readonly addresses: readonly string[]; readonly alias?: string };
}

export interface NameServer {
  /** The server as `address:port`. */
  address: string;
  /** Each question as `<name> <type>`, in the order in which they came. */
  asked: string[];
  close(): void;
}

const TYPES = new Map([
  [1, "A"],
  [5, "CNAME"],
  [28, "AAAA"],
]);

/**
 * Starts a name server of its own on UDP that answers by a zone. It says that other names do not exist, and never
 * answers questions about names that begin with `silent`. A sick one says of each name that it cannot answer.
 */
export async function startNameServer(zone: Zone = {}, { isSick = false } = {}): Promise<NameServer> {
  const socket = createSocket("udp4");
  const asked: string[] = [];
  socket.on("message", (message, { address, port }) => {
    const { name, type, end } = readQuestion(message);
    asked.push(`${name} ${TYPES.get(type)}`);
    if (name.startsWith("silent")) return;
    const answers = answersOf(zone, name, type);
    const head = Buffer.alloc(12);
    message.copy(head, 0, 0, 2);
    head.writeUInt16BE(isSick ? 0x8182 : name in zone ? 0x8180 : 0x8183, 2);
    head.writeUInt16BE(1, 4);
    head.writeUInt16BE(answers.length, 6);
    socket.send(Buffer.concat([head, message.subarray(12, end), ...answers]), port, address);
  });
  await new Promise<void>((resolve) => socket.bind(0, "127.0.0.1", resolve));
  const { port } = socket.address();
  return { address: `127.0.0.1:${port}`, asked, close: () => socket.close() };
}

function readQuestion(message: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = message[at] ?? 0; length > 0; length = message[at] ?? 0) {
    labels.push(message.toString("latin1", at + 1, at + 1 + length));
    at += 1 + length;
  }
  return { name: labels.join(".").toLowerCase(), type: message.readUInt16BE(at + 1), end: at + 5 };
}

function answersOf(zone: Zone, name: string, type: number): Buffer[] {
  const { addresses, alias } = zone[name] ?? { addresses: [] };
  const owner = alias ?? name;
  const family = type === 1 ? 4 : 6;
  return [
    ...(alias === undefined ? [] : [record(name, 5, writeName(alias))]),
    ...addresses
      .filter((address) => isIP(address) === family)
      .map((address) => record(owner, type, writeAddress(address))),
  ];
}

const writeName = (name: string): Buffer =>
  Buffer.concat([
    ...name.split(".").map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)])),
    Buffer.from([0]),
  ]);

/** Writes an address; one of IPv6 in all its eight parts. */
const writeAddress = (address: string): Buffer =>
  isIP(address) === 4
    ? Buffer.from(address.split(".").map(Number))
    : Buffer.from(address.split(":").flatMap((part) => [parseInt(part, 16) >> 8, parseInt(part, 16) & 255]));

function record(name: string, type: number, data: Buffer): Buffer {
  const rest = Buffer.alloc(10);
  rest.writeUInt16BE(type, 0);
  rest.writeUInt16BE(1, 2);
  rest.writeUInt32BE(60, 4);
  rest.writeUInt16BE(data.length, 8);
  return Buffer.concat([writeName(name), rest, data]);
}
