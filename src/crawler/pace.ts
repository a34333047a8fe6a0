import { getDomain } from 'tldts';
import type { Clock } from '../clock.ts';
import type { Timing } from '../fetch/outcome.ts';
import { IN_FLIGHT_PER_GUILD, MIN_GAP_MS, REQUESTS_PER_MINUTE_PER_DOMAIN } from '../promises.ts';
import { createHostPace, SEND_MARGIN_MS, type HostPace, type Wait } from './host-pace.ts';
import { createMinuteWindow, type MinuteWindow } from './minute-window.ts';
import { createPlaces, type Places } from './places.ts';

/**
 * When a request may start. Three bounds hold at once: a gap per job and host (rule 4.1), a number a minute per
 * domain and a number in flight per guild in the whole process (rule 4.2). Waiting for one host delays nobody else
 * (rule 4.4). One `Pace` serves one process; several would share their counts behind this interface.
 */
export interface Pace {
  openJob(options: JobPaceOptions): JobPace;
  /** Counts a link check towards its domain, or says that the domain has no room for it now: then nothing may be sent. */
  admitLinkCheck(url: URL): boolean;
}

export interface JobPaceOptions {
  readonly guildId: string;
  /** An interrupted job goes on: it waits one full gap before its first request to each host (rule 6.5). */
  readonly resumed: boolean;
}

/** The pace of one job. Hosts are told apart by name and port. */
export interface JobPace {
  /** Waits for this job's request to the same host to end, and takes the host's next turn. Null when aborted. */
  turn(url: URL, signal: AbortSignal): Promise<Turn | null>;
  /** Slows the host down to what robots.txt asks for; it never gets faster again. */
  setCrawlDelay(url: URL, seconds: number | null): void;
  /** Halves the rate for the host (rule 2.6). */
  slowDown(url: URL): void;
  /** Nothing goes to the host for this long (rule 2.6). */
  holdBack(url: URL, ms: number): void;
  /** The gap between two requests to the host as it stands now, in milliseconds. */
  gapMs(url: URL): number;
  /** Ends every turn that is still held: nothing of the job may be in flight any more. */
  close(): void;
}

/** The exclusive right to send one request to one host. */
export interface Turn {
  /**
   * Begins the request and returns null, or returns how long to wait before asking again: nothing when the signal
   * ended the wait for a place among the guild's requests.
   */
  tryBegin(signal: AbortSignal): Promise<Wait | null>;
  /** Ends the turn. Null: nothing was sent after all. */
  end(timing: Timing | null): void;
}

/** A job's first requests to this many hosts are spread over one gap, so that it does not fire at all of them in step. */
const SPREAD = 10;

interface Guild {
  readonly places: Places;
  jobs: number;
}

export function createPace(clock: Clock): Pace {
  const domains = createMinuteWindow(REQUESTS_PER_MINUTE_PER_DOMAIN, SEND_MARGIN_MS);
  const guilds = new Map<string, Guild>();

  function guildOf(guildId: string): Guild {
    const known = guilds.get(guildId);
    if (known !== undefined) return known;
    const guild = { places: createPlaces(IN_FLIGHT_PER_GUILD), jobs: 0 };
    guilds.set(guildId, guild);
    return guild;
  }

  return {
    openJob({ guildId, resumed }) {
      const guild = guildOf(guildId);
      guild.jobs += 1;
      return createJobPace({ clock, domains, places: guild.places, resumed }, () => {
        guild.jobs -= 1;
        if (guild.jobs === 0) guilds.delete(guildId);
      });
    },
    admitLinkCheck(url) {
      const now = clock.monotonic();
      const domain = domainOf(url);
      if (domains.waitMs(domain, now) > 0) return false;
      domains.count(domain, now)(now);
      return true;
    },
  };
}

/** The registrable domain (Public Suffix List); an IP address, or a name without one, counts with its port. */
function domainOf(url: URL): string {
  return getDomain(url.hostname, { allowPrivateDomains: true }) ?? url.host;
}

interface JobPaceDeps {
  readonly clock: Clock;
  readonly domains: MinuteWindow;
  readonly places: Places;
  readonly resumed: boolean;
}

/** One host of one job: requests go one after the other, and in pace. */
interface Host {
  readonly queue: Places;
  readonly pace: HostPace;
}

function createJobPace(deps: JobPaceDeps, onClose: () => void): JobPace {
  const { clock, resumed } = deps;
  const hosts = new Map<string, Host>();
  const held = new Set<Turn>();
  const openedAt = clock.monotonic();
  let closed = false;

  function hostOf(url: URL): Host {
    const known = hosts.get(url.host);
    if (known !== undefined) return known;
    const notBefore = openedAt + (hosts.size % SPREAD) * (MIN_GAP_MS / SPREAD);
    const pace = createHostPace({ notBefore, sentAt: resumed ? openedAt : null });
    const host = { queue: createPlaces(1), pace };
    hosts.set(url.host, host);
    return host;
  }

  return {
    async turn(url, signal) {
      const host = hostOf(url);
      const leave = await host.queue.take(signal);
      if (leave === null) return null;
      const turn = createTurn(deps, host.pace, domainOf(url), () => {
        held.delete(turn);
        leave();
      });
      held.add(turn);
      return turn;
    },
    setCrawlDelay: (url, seconds) => hostOf(url).pace.crawlDelay(seconds),
    slowDown: (url) => hostOf(url).pace.slowDown(),
    holdBack: (url, ms) => hostOf(url).pace.holdBack(clock.monotonic() + ms),
    gapMs: (url) => hosts.get(url.host)?.pace.gapMs() ?? MIN_GAP_MS,
    close() {
      if (closed) return;
      closed = true;
      for (const turn of held) turn.end(null);
      onClose();
    },
  };
}

function createTurn(
  { clock, domains, places }: JobPaceDeps,
  pace: HostPace,
  domain: string,
  leaveHost: () => void,
): Turn {
  let leaveGuild: (() => void) | null = null;
  let countedAs: ((at: number | null) => void) | null = null;

  function wait(): Wait | null {
    const now = clock.monotonic();
    return pace.wait(now, domains.waitMs(domain, now));
  }

  return {
    async tryBegin(signal) {
      const early = wait();
      if (early !== null) return early;
      // A place is taken when all other bounds leave room, so that nobody waits with a place in hand (rule 4.4).
      const leave = await places.take(signal);
      if (leave === null) return { ms: 0, why: 'pace' };
      // Others may have used up the domain's minute while this one waited for its place.
      const late = wait();
      if (late !== null) {
        leave();
        return late;
      }
      leaveGuild = leave;
      countedAs = domains.count(domain, clock.monotonic());
      pace.begin();
      return null;
    },
    end(timing) {
      const now = clock.monotonic();
      if (timing !== null) pace.ended(timing, now);
      countedAs?.(timing === null ? null : (timing.headAt ?? now));
      countedAs = null;
      leaveGuild?.();
      leaveHost();
    },
  };
}
