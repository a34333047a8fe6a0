import { z } from 'zod';
import { parseNetworks } from '../fetch/address.ts';
import type { Network } from '../fetch/ip.ts';
import { parseUrl } from '../parse-url.ts';

/** What the use cases need to know, whichever surface is started over them. */
export interface AppConfig {
  /** Folder of the SQLite files. */
  readonly dataDir: string;
  /** Networks that Heimdall may connect to although they are not public. */
  readonly openNetworks: readonly Network[];
  /** Jobs that may run at once in this process. */
  readonly maxJobs: number;
}

/** Everything that is set from outside, checked once at the start and handed on as an argument (rule 13.1). */
export interface Config extends AppConfig {
  /** Null: there is no bot, only the console. `apiUrl` null: Discord's own. */
  readonly discord: { readonly token: string; readonly apiUrl: string | null } | null;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One sentence a wrong setting: its name, its value and what is allowed. */
  | { readonly ok: false; readonly problems: readonly string[] };

const MOST_JOBS = 1000;

const networks = z.string().transform((list, issue) => {
  const parsed = parseNetworks(list);
  if (parsed.ok) return parsed.networks;
  issue.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

const jobs = z
  .string()
  .refine((text) => /^\d{1,4}$/.test(text) && Number(text) >= 1 && Number(text) <= MOST_JOBS, {
    error: `write a whole number from 1 to ${MOST_JOBS}`,
  })
  .transform(Number);

const httpUrl = z.string().refine((text) => /^https?:\/\//.test(text) && parseUrl(text) !== null, {
  error: 'write an address that starts with https:// or http://',
});

/** Every setting with its default. `.env.example` documents the same ones. */
export const settings = z.object({
  DATA_DIR: z.string().default('./data'),
  CRAWLER_ALLOW_NETWORKS: networks.default([]),
  MAX_JOBS: jobs.default(20),
  /** Whether it is right only Discord can tell. */
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_API_URL: httpUrl.optional(),
});

/** Reads the settings; `.env` has been loaded into `env` by then. Empty values count as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map((issue) => sentenceFor(issue, given)) };
  const { DATA_DIR, CRAWLER_ALLOW_NETWORKS, MAX_JOBS, DISCORD_TOKEN, DISCORD_API_URL } = parsed.data;
  const discord = DISCORD_TOKEN === undefined ? null : { token: DISCORD_TOKEN, apiUrl: DISCORD_API_URL ?? null };
  return {
    ok: true,
    config: { dataDir: DATA_DIR, openNetworks: CRAWLER_ALLOW_NETWORKS, maxJobs: MAX_JOBS, discord },
  };
}

function sentenceFor(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = issue.path.join('.');
  return `Setting ${name} is "${given[name] ?? ''}": ${issue.message}.`;
}
