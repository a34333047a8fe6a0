import { ALLOWED_PORTS } from '../promises.ts';
import { contains, ipv4Inside, parseIp, parseNetwork, type Ip, type Network } from './ip.ts';
import { parseUrl } from '../parse-url.ts';

/**
 * Which addresses and URLs Heimdall may ask for anything (rule 2.2). Pure: names are judged as far as a name alone
 * tells; what they resolve to is judged by the same functions in `guard.ts`, when the connection is made.
 */

/** The networks an operator opened beside the public internet: `CRAWLER_ALLOW_NETWORKS`. */
export interface AddressPolicy {
  readonly networks: readonly Network[];
}

/** The public internet and nothing else. */
export const PUBLIC_ONLY: AddressPolicy = { networks: [] };

/** IANA's IPv4 special-purpose registry, multicast, and the one metadata service that hides among public addresses. */
const SPECIAL_IPV4 = networkTable([
  ['0.0.0.0/8', 'an address of this host or network'],
  ['10.0.0.0/8', 'a private address'],
  ['100.64.0.0/10', 'a carrier-grade NAT address'],
  ['127.0.0.0/8', 'a loopback address'],
  ['168.63.129.16/32', 'a cloud metadata address'],
  ['169.254.0.0/16', 'a link-local address'],
  ['172.16.0.0/12', 'a private address'],
  ['192.0.0.0/24', 'a reserved address'],
  ['192.0.2.0/24', 'a documentation address'],
  ['192.31.196.0/24', 'a reserved address'],
  ['192.52.193.0/24', 'a reserved address'],
  ['192.88.99.0/24', 'a reserved address'],
  ['192.168.0.0/16', 'a private address'],
  ['192.175.48.0/24', 'a reserved address'],
  ['198.18.0.0/15', 'a benchmarking address'],
  ['198.51.100.0/24', 'a documentation address'],
  ['203.0.113.0/24', 'a documentation address'],
  ['224.0.0.0/4', 'a multicast address'],
  ['240.0.0.0/4', 'a reserved address'],
]);

/** The only IPv6 block that IANA hands out to the public internet; whatever lies outside is refused. */
const GLOBAL_IPV6 = networkTable([['2000::/3', 'a global unicast address']]);

/** What lies inside that block and is still not public (IANA's IPv6 special-purpose registry). */
const SPECIAL_IPV6 = networkTable([
  ['2001::/32', 'a Teredo address'],
  ['2001::/23', 'a reserved address'],
  ['2001:db8::/32', 'a documentation address'],
  ['2002::/16', 'a 6to4 address'],
  ['2620:4f:8000::/48', 'a reserved address'],
  ['3fff::/20', 'a documentation address'],
]);

/** Better words for the common ones outside; the list decides nothing. */
const FOREIGN_IPV6 = networkTable([
  ['::1/128', 'a loopback address'],
  ['fc00::/7', 'a private address'],
  ['fe80::/10', 'a link-local address'],
  ['ff00::/8', 'a multicast address'],
]);

/** Last labels of names that can only be local (RFC 6761, RFC 6762, RFC 7686, RFC 8375, ICANN's `.internal`). */
const LOCAL_SUFFIXES = ['localhost', 'localdomain', 'local', 'lan', 'internal', 'home.arpa', 'onion'];

/** Longest host name that DNS can carry, without the final dot (RFC 1035 section 3.1). */
const MAX_NAME_LENGTH = 253;

/**
 * `'public'`, or in plain words why the address is not one that Heimdall connects to. IPv4-mapped and NAT64 addresses
 * are judged by the IPv4 address inside; text that is no address is refused.
 */
export function checkAddress(ip: string): string {
  const address = parseIp(ip);
  if (address === null) return `${ip} is not an IP address`;
  const kind = specialKind(ipv4Inside(address) ?? address);
  return kind === null ? 'public' : `${ip} is ${kind}`;
}

/**
 * `'acceptable'`, or in plain words why a connection to this address and port is never made: the address must be public
 * and the port one of the allowed ones, or the address lies in a network that the operator opened, on any port.
 */
export function checkEndpoint(ip: string, port: number, policy: AddressPolicy): string {
  if (isOpened(ip, policy)) return 'acceptable';
  const verdict = checkAddress(ip);
  return verdict === 'public' ? checkPort(port) : verdict;
}

/**
 * `'acceptable'`, or in plain words why Heimdall does not ask for this URL: judged by the string alone, without a
 * look-up. `policy` are the networks opened by the operator; while there are any, local names and other ports pass
 * here and are judged by the address they resolve to.
 */
export function checkUrl(url: string, policy: AddressPolicy = PUBLIC_ONLY): string {
  // The URL parser drops line breaks and tabs silently: what it then reads is not what people saw.
  if (hasControlCharacter(url)) return 'it contains control characters';
  const parsed = parseUrl(url);
  if (parsed === null) return 'it is not a valid URL';
  const { protocol, username, password, hostname, port } = parsed;
  if (protocol !== 'http:' && protocol !== 'https:') return `${protocol} is neither http: nor https:`;
  if (username !== '' || password !== '') return 'it carries a user name or password';

  const portNumber = Number(port === '' ? defaultPort(protocol) : port);
  // The parser has turned every notation (decimal, octal, hexadecimal, full-width …) into the usual one.
  const literal = hostname.replace(/^\[(.*)\]$/, '$1');
  if (parseIp(literal) !== null) return checkEndpoint(literal, portNumber, policy);

  const name = hostname.replace(/\.$/, '');
  if (name.length > MAX_NAME_LENGTH) return 'its host name is too long';
  if (name.split('.').includes('')) return `${hostname} is not a valid host name`;
  if (policy.networks.length > 0) return 'acceptable';
  if (isLocalName(name)) return `${name} is a name of a local network`;
  return checkPort(portNumber);
}

/** Whether a name means loopback whatever a resolver says: `localhost` and all below it (RFC 6761 section 6.3). */
export function isLoopbackName(hostname: string): boolean {
  return /(?:^|\.)localhost\.?$/.test(hostname);
}

/** The port that a URL without one means: 80 or 443. */
export function defaultPort(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}

/**
 * Reads `CRAWLER_ALLOW_NETWORKS`: networks in CIDR notation or bare addresses, IPv4 or IPv6, separated by commas or
 * white space. The problem names the part that cannot be read and what is allowed.
 */
export function parseNetworks(
  list: string,
): { readonly ok: true; readonly networks: readonly Network[] } | { readonly ok: false; readonly problem: string } {
  const networks: Network[] = [];
  for (const part of list.split(/[\s,]+/).filter((part) => part !== '')) {
    const network = parseNetwork(part);
    if (network === null) {
      const allowed = 'write networks like 10.0.0.0/8 or fd00::/8, or single addresses, separated by commas';
      return { ok: false, problem: `"${part}" is not an IP network; ${allowed}` };
    }
    networks.push(network);
  }
  return { ok: true, networks };
}

function isOpened(ip: string, policy: AddressPolicy): boolean {
  const address = parseIp(ip);
  if (address === null) return false;
  const judged = ipv4Inside(address) ?? address;
  return policy.networks.some((network) => contains(network, judged));
}

/** What kind of non-public address this is, or null for a public one. */
function specialKind(ip: Ip): string | null {
  if (ip.width === 32) return lookUp(SPECIAL_IPV4, ip);
  if (lookUp(GLOBAL_IPV6, ip) !== null) return lookUp(SPECIAL_IPV6, ip);
  return lookUp(FOREIGN_IPV6, ip) ?? 'outside the public internet';
}

function checkPort(port: number): string {
  return ALLOWED_PORTS.includes(port) ? 'acceptable' : `port ${port} is not one of ${ALLOWED_PORTS.join(', ')}`;
}

function isLocalName(name: string): boolean {
  return !name.includes('.') || LOCAL_SUFFIXES.some((suffix) => name.endsWith(`.${suffix}`) || name === suffix);
}

function hasControlCharacter(text: string): boolean {
  // oxlint-disable-next-line no-control-regex -- finding them is the point
  return /[\u0000-\u001f\u007f]/.test(text);
}

interface NamedNetwork {
  readonly network: Network;
  readonly words: string;
}

function lookUp(table: readonly NamedNetwork[], ip: Ip): string | null {
  return table.find(({ network }) => contains(network, ip))?.words ?? null;
}

function networkTable(rows: readonly (readonly [cidr: string, words: string])[]): readonly NamedNetwork[] {
  return rows.map(([cidr, words]) => {
    const network = parseNetwork(cidr);
    if (network === null) throw new Error(`${cidr} is not a network`);
    return { network, words };
  });
}
