import { z } from 'zod';
import { parseNetworks } from '../fetch/address.ts';
import type { Network } from '../fetch/ip.ts';
import { MODEL_PROVIDERS, providerOf, type ModelProvider } from '../odin/models/provider.ts';
import { parseUrl } from '../parse-url.ts';
import { LOG_LEVELS, type LogLevel } from './log.ts';

/** What the use cases need to know, whichever surface is started over them. */
export interface AppConfig {
  /** Folder of the SQLite files. */
  readonly dataDir: string;
  /** Networks that Heimdall may connect to although they are not public. */
  readonly openNetworks: readonly Network[];
  /** Jobs that may run at once in this process. */
  readonly maxJobs: number;
  /** Without one Odin answers with quotations. */
  readonly model?: ModelConfig;
  /** Without it passages are found by their words alone. */
  readonly embeddings?: EmbeddingsConfig;
}

/** The server that turns texts into vectors. */
export interface EmbeddingsConfig {
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly model: string;
  /** Tokens a day for all guilds together. */
  readonly dailyTokens: number;
}

/** The language model that Odin may ask. */
export interface ModelConfig {
  readonly provider: ModelProvider;
  /** Without a slash at its end. */
  readonly baseUrl: string;
  readonly apiKey: string | null;
  readonly name: string;
  readonly timeoutMs: number;
  /** Tokens a day for all guilds together. */
  readonly dailyTokens: number;
}

/** Everything that is set from outside, checked once at the start and handed on as an argument (rule 13.1). */
export interface Config extends AppConfig {
  /** Null: there is no bot, only the console. `apiUrl` null: Discord's own. */
  readonly discord: { readonly token: string; readonly apiUrl: string | null } | null;
  /** Where the crawler page, the health and the metrics are served; null: nowhere. */
  readonly http: { readonly host: string; readonly port: number } | null;
  /** What site owners read under "Contact": an e-mail address or a page's; null: nothing. */
  readonly operatorContact: string | null;
  /** Null: the bot's log begins at `info`, and the console keeps none. */
  readonly logLevel: LogLevel | null;
}

export type ConfigResult =
  | { readonly ok: true; readonly config: Config }
  /** One sentence a wrong setting: its name, its value and what is allowed. */
  | { readonly ok: false; readonly problems: readonly string[] };

const MOST_JOBS = 1000;
const MAX_PORT = 65_535;

const networks = z.string().transform((list, issue) => {
  const parsed = parseNetworks(list);
  if (parsed.ok) return parsed.networks;
  issue.addIssue({ code: 'custom', message: parsed.problem });
  return z.NEVER;
});

const wholeNumber = (least: number, most: number): z.ZodType<number, string> =>
  z
    .string()
    .refine((text) => /^\d{1,12}$/.test(text) && Number(text) >= least && Number(text) <= most, {
      error: `write a whole number from ${least} to ${most}`,
    })
    .transform(Number);

const httpUrl = z.string().refine((text) => /^https?:\/\//.test(text) && parseUrl(text) !== null, {
  error: 'write an address that starts with https:// or http://',
});

const port = z
  .string()
  .refine((text) => /^\d{1,5}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_PORT, {
    error: `write a port, a whole number from 1 to ${MAX_PORT}`,
  })
  .transform(Number);

const contact = z
  .string()
  .refine(
    (text) =>
      /^[^\s@<>"]+@[^\s@<>"]+\.[^\s@<>"]+$/.test(text) || (/^https?:\/\/\S+$/.test(text) && parseUrl(text) !== null),
    {
      error: 'write an e-mail address, or an address that starts with https:// or http://',
    },
  );

/** Every setting with its default. `.env.example` documents the same ones. */
export const settings = z.object({
  DATA_DIR: z.string().default('./data'),
  CRAWLER_ALLOW_NETWORKS: networks.default([]),
  MAX_JOBS: wholeNumber(1, MOST_JOBS).default(20),
  /** Whether it is right only Discord can tell. */
  DISCORD_TOKEN: z.string().optional(),
  DISCORD_API_URL: httpUrl.optional(),
  MODEL_BASE_URL: httpUrl.optional(),
  MODEL_API_KEY: z.string().optional(),
  MODEL_NAME: z.string().optional(),
  MODEL_PROVIDER: z.enum(MODEL_PROVIDERS, { error: `write one of ${MODEL_PROVIDERS.join(', ')}` }).optional(),
  MODEL_TIMEOUT_SECONDS: wholeNumber(1, 600).default(45),
  MODEL_DAILY_TOKENS: wholeNumber(0, 1_000_000_000_000).default(2_000_000),
  EMBEDDINGS_BASE_URL: httpUrl.optional(),
  EMBEDDINGS_API_KEY: z.string().optional(),
  EMBEDDINGS_MODEL: z.string().optional(),
  EMBEDDINGS_DAILY_TOKENS: wholeNumber(0, 1_000_000_000_000).default(20_000_000),
  HTTP_HOST: z.string().default('127.0.0.1'),
  HTTP_PORT: port.optional(),
  OPERATOR_CONTACT: contact.optional(),
  LOG_LEVEL: z.enum(LOG_LEVELS, { error: `write one of ${LOG_LEVELS.join(', ')}` }).optional(),
});

/** Reads the settings; `.env` has been loaded into `env` by then. Empty values count as not set. */
export function readConfig(env: Readonly<Record<string, string | undefined>>): ConfigResult {
  const given = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  );
  const parsed = settings.safeParse(given);
  if (!parsed.success) return { ok: false, problems: parsed.error.issues.map((issue) => sentenceFor(issue, given)) };
  const { DATA_DIR, CRAWLER_ALLOW_NETWORKS, MAX_JOBS, DISCORD_TOKEN, DISCORD_API_URL } = parsed.data;
  const { HTTP_HOST, HTTP_PORT, OPERATOR_CONTACT, LOG_LEVEL } = parsed.data;
  const discord = DISCORD_TOKEN === undefined ? null : { token: DISCORD_TOKEN, apiUrl: DISCORD_API_URL ?? null };
  const model = modelIn(parsed.data);
  if (!model.ok) return { ok: false, problems: [model.problem] };
  const embeddings = embeddingsIn(parsed.data);
  if (!embeddings.ok) return { ok: false, problems: [embeddings.problem] };
  return {
    ok: true,
    config: {
      dataDir: DATA_DIR,
      openNetworks: CRAWLER_ALLOW_NETWORKS,
      maxJobs: MAX_JOBS,
      ...(model.model === null ? {} : { model: model.model }),
      ...(embeddings.embeddings === null ? {} : { embeddings: embeddings.embeddings }),
      discord,
      http: HTTP_PORT === undefined ? null : { host: HTTP_HOST, port: HTTP_PORT },
      operatorContact: OPERATOR_CONTACT ?? null,
      logLevel: LOG_LEVEL ?? null,
    },
  };
}

/** A model takes an address and a name; one without the other is a mistake worth a sentence. */
function modelIn(
  given: z.infer<typeof settings>,
): { readonly ok: true; readonly model: ModelConfig | null } | { readonly ok: false; readonly problem: string } {
  const { MODEL_BASE_URL: baseUrl, MODEL_NAME: name } = given;
  if (baseUrl === undefined && name === undefined) return { ok: true, model: null };
  if (baseUrl === undefined || name === undefined) {
    const missing = baseUrl === undefined ? 'MODEL_BASE_URL' : 'MODEL_NAME';
    return { ok: false, problem: `Setting ${missing} is missing: a model takes both MODEL_BASE_URL and MODEL_NAME.` };
  }
  return {
    ok: true,
    model: {
      provider: given.MODEL_PROVIDER ?? providerOf(baseUrl),
      baseUrl: baseUrl.replace(/\/+$/, ''),
      apiKey: given.MODEL_API_KEY ?? null,
      name,
      timeoutMs: given.MODEL_TIMEOUT_SECONDS * 1000,
      dailyTokens: given.MODEL_DAILY_TOKENS,
    },
  };
}

/** Embeddings take an address and a model's name. */
function embeddingsIn(
  given: z.infer<typeof settings>,
):
  | { readonly ok: true; readonly embeddings: EmbeddingsConfig | null }
  | { readonly ok: false; readonly problem: string } {
  const { EMBEDDINGS_BASE_URL: baseUrl, EMBEDDINGS_MODEL: model } = given;
  if (baseUrl === undefined && model === undefined) return { ok: true, embeddings: null };
  if (baseUrl === undefined || model === undefined) {
    const missing = baseUrl === undefined ? 'EMBEDDINGS_BASE_URL' : 'EMBEDDINGS_MODEL';
    const problem = `Setting ${missing} is missing: embeddings take both EMBEDDINGS_BASE_URL and EMBEDDINGS_MODEL.`;
    return { ok: false, problem };
  }
  const apiKey = given.EMBEDDINGS_API_KEY ?? null;
  const dailyTokens = given.EMBEDDINGS_DAILY_TOKENS;
  return { ok: true, embeddings: { baseUrl: baseUrl.replace(/\/+$/, ''), apiKey, model, dailyTokens } };
}

function sentenceFor(issue: z.core.$ZodIssue, given: Readonly<Record<string, string | undefined>>): string {
  const name = issue.path.join('.');
  return `Setting ${name} is "${given[name] ?? ''}": ${issue.message}.`;
}
