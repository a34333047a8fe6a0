import { isIPv4, isIPv6 } from 'node:net';

/** An IP address as a number, so that networks are compared by arithmetic and never by spelling. */
export interface Ip {
  readonly width: 32 | 128;
  readonly value: bigint;
}

/** A block of addresses: those that share the first `prefix` bits with `value`. */
export interface Network extends Ip {
  readonly prefix: number;
}

/** Reads the usual textual forms of IPv4 and IPv6 (RFC 4291 section 2.2), a zone id ignored; null for anything else. */
export function parseIp(text: string): Ip | null {
  if (isIPv4(text)) return { width: 32, value: ipv4Value(text) };
  if (isIPv6(text)) return { width: 128, value: ipv6Value(text.replace(/%.*$/, '')) };
  return null;
}

/**
 * Reads `10.0.0.0/8`, `fd00::/8`, or a bare address as the network of that one address; null for anything else. Bits
 * beyond the prefix are ignored. An IPv4-mapped network is read as the IPv4 network it stands for.
 */
export function parseNetwork(text: string): Network | null {
  const match = /^([^/]+)(?:\/(\d{1,3}))?$/.exec(text);
  const ip = parseIp(match?.[1] ?? '');
  if (ip === null) return null;
  const prefix = match?.[2] === undefined ? ip.width : Number(match[2]);
  if (prefix > ip.width) return null;
  return contains(MAPPED, ip) && prefix >= MAPPED.prefix
    ? { width: 32, value: low32(ip), prefix: prefix - MAPPED.prefix }
    : { ...ip, prefix };
}

/** Whether the address lies in the network; an address of the other family never does. */
export function contains(network: Network, ip: Ip): boolean {
  if (network.width !== ip.width) return false;
  const rest = BigInt(network.width - network.prefix);
  return network.value >> rest === ip.value >> rest;
}

/**
 * The IPv4 address that a packet to this IPv6 address really reaches: IPv4-mapped (RFC 4291 section 2.5.5.2), and NAT64
 * with the well-known prefix (RFC 6052), behind which DNS64 networks put the whole IPv4 internet. Null for every other.
 */
export function ipv4Inside(ip: Ip): Ip | null {
  return contains(MAPPED, ip) || contains(NAT64, ip) ? { width: 32, value: low32(ip) } : null;
}

const MAPPED: Network = { width: 128, value: 0xffffn << 32n, prefix: 96 };
const NAT64: Network = { width: 128, value: 0x64ff9bn << 96n, prefix: 96 };

function low32(ip: Ip): bigint {
  return ip.value & 0xffff_ffffn;
}

function ipv4Value(text: string): bigint {
  return text.split('.').reduce((value, octet) => (value << 8n) | BigInt(octet), 0n);
}

/** `text` is known to be valid, so at most one `::` and at most one dotted tail are left to deal with. */
function ipv6Value(text: string): bigint {
  const hex = text.replace(/[\d.]+\.\d+$/, (dotted) => {
    const value = ipv4Value(dotted);
    return `${(value >> 16n).toString(16)}:${(value & 0xffffn).toString(16)}`;
  });
  const [head = [], tail = []] = hex.split('::').map((side) => side.split(':').filter((group) => group !== ''));
  const zeros = Array.from({ length: 8 - head.length - tail.length }, () => '0');
  return [...head, ...zeros, ...tail].reduce((value, group) => (value << 16n) | BigInt(`0x${group}`), 0n);
}
