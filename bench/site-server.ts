import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { z } from 'zod';
import { projectRoot } from '../src/app/root.ts';

const Announcement = z.object({ hosts: z.array(z.string()) });

const Stats = z.object({
  /** Requests of any kind, and how many different pages of the site were among them. */
  requests: z.number(),
  pages: z.number(),
  /** When the first request came, in milliseconds since 1970. */
  firstAt: z.number(),
  hosts: z.number(),
  gapMs: z.object({ min: z.number().nullable(), median: z.number().nullable() }),
  gapsUnder500: z.number(),
  gaps: z.number(),
  maxIn1sAnyHost: z.number(),
});

/** What the site's log says; gaps and seconds are counted for each host by itself. */
export type SiteStats = z.infer<typeof Stats>;

/** The bench's site, served by a process of its own. */
export interface SiteServer {
  /** `address:port` of each host. */
  readonly hosts: readonly string[];
  reset(): Promise<void>;
  stats(): Promise<SiteStats>;
  close(): void;
}

export interface SiteServerOptions {
  readonly hosts?: number;
  readonly pages?: number;
  readonly seed?: number;
  /** Milliseconds before each answer. */
  readonly latency?: number;
}

export async function startSiteServer(options: SiteServerOptions): Promise<SiteServer> {
  const words = Object.entries(options).flatMap(([name, value]) => [`--${name}`, String(value)]);
  const script = join(projectRoot(), 'bench/lib/server.mjs');
  const child = spawn(process.execPath, [script, ...words], { stdio: ['pipe', 'pipe', 'inherit'] });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { hosts } = Announcement.parse(JSON.parse(String(line)));
  const ask = async (path: string): Promise<unknown> => {
    const response = await fetch(`http://${hosts[0]}${path}`, { headers: { connection: 'close' } });
    return response.json();
  };
  return {
    hosts,
    reset: async () => void (await ask('/__reset')),
    stats: async () => Stats.parse(await ask('/__stats')),
    close: () => void child.kill(),
  };
}
