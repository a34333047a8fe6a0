import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { buildConnector } from 'undici';
import { checkEndpoint, defaultPort, isLoopbackName, type AddressPolicy } from './address.ts';

/** Every address a host name has, IPv4 and IPv6; rejects with Node's DNS error codes. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** A connection that was not made because of where it would have gone (rule 2.2). */
export class BlockedAddress extends Error {
  override readonly name = 'BlockedAddress';
}

export interface GuardOptions {
  readonly policy: AddressPolicy;
  readonly resolve: Resolver;
  /** The one origin that the connections go to. */
  readonly origin: URL;
  /** Time for look-up, TCP and TLS together, in milliseconds. */
  readonly timeoutMs: number;
  /** Destroys the sockets, those still looking up or connecting too. */
  readonly signal: AbortSignal;
}

/** The operating system's resolver, so that `/etc/hosts` and an intranet's own name service count. */
export const systemResolver: Resolver = async (hostname) =>
  (await systemLookup(hostname, { all: true })).map(({ address }) => address);

/**
 * The connector of every connection Heimdall makes. The address is checked here and nowhere before, because only here
 * it is the one that is really dialled, on every redirect hop and after every re-connect:
 * a literal address first (Node skips the look-up for those), then all answers of the look-up that the socket itself
 * uses (so a second, different answer is never asked for), and as a belt the address at the other end.
 */
export function guardedConnector(options: GuardOptions): buildConnector.connector {
  const { policy, origin, signal } = options;
  const port = Number(origin.port === '' ? defaultPort(origin.protocol) : origin.port);
  const connect = buildConnector({
    lookup: guardedLookup(options, port),
    timeout: options.timeoutMs,
    signal,
  });

  return (target, callback) => {
    // A refusal comes a task later, as every other result does: undici is not ready for it before.
    const literal = isIP(target.hostname) === 0 ? 'acceptable' : checkEndpoint(target.hostname, port, policy);
    if (literal !== 'acceptable') return queueMicrotask(() => callback(new BlockedAddress(literal), null));

    connect(target, (...result) => {
      const [error, socket] = result;
      if (error) return callback(error, null);
      const reached = checkEndpoint(socket.remoteAddress ?? 'an unknown address', port, policy);
      if (reached === 'acceptable') return callback(null, socket);
      socket.destroy();
      return callback(new BlockedAddress(reached), null);
    });
  };
}

/**
 * The look-up that sockets do: one refused address among the answers refuses the name, since which one gets dialled
 * would be chance. `localhost` alone is narrowed instead of refused: it always answers for IPv4 and IPv6, and an
 * operator who opened one of them means that one.
 */
export function guardedLookup(
  { policy, resolve }: Pick<GuardOptions, 'policy' | 'resolve'>,
  port: number,
): LookupFunction {
  const checked = async (hostname: string): Promise<{ address: string; family: number }[]> => {
    const found = await resolve(hostname);
    const refusals = found.map((address) => checkEndpoint(address, port, policy));
    const accepted = found.filter((_, index) => refusals[index] === 'acceptable');
    const refusal = refusals.find((verdict) => verdict !== 'acceptable');
    if (refusal !== undefined && !(isLoopbackName(hostname) && accepted.length > 0)) {
      throw new BlockedAddress(`${hostname} resolves to an address that is refused: ${refusal}`);
    }
    if (accepted.length === 0) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENODATA' });
    return accepted.map((address) => ({ address, family: isIP(address) }));
  };

  const lookUp = callbackify(checked);
  return (hostname, { all }, callback) => {
    lookUp(hostname, (error, addresses) => {
      if (error) return callback(error, []);
      const [first] = addresses;
      return all === true || !first ? callback(null, addresses) : callback(null, first.address, first.family);
    });
  };
}
