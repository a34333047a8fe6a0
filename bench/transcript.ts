import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectRoot } from '../src/app/root.ts';
import { createStandin, textOf, type MessageState, type Transcript } from '../test/support/discord/standin.mjs';

const ADMIN = { user: 'root', permissions: ['ManageGuild'] } as const;
/** A crawl takes five minutes at most, and a little more to begin and to end. */
const CRAWL_MS = 6 * 60_000;

/** One session of an admin with the bot as it runs: a crawl of a real manual, a search, a removal. Printed as it went. */
export async function transcript(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { query: { type: 'string', default: 'how do I read a file' }, pages: { type: 'string', default: '100' } },
  });
  const [url] = positionals;
  if (url === undefined) {
    console.error('Name the address of a manual: npm run bench -- transcript URL');
    return 2;
  }
  const discord = await createStandin({ guilds: [{ name: 'Asgard' }] });
  const cwd = mkdtempSync(join(tmpdir(), 'heimdall-bench-'));
  const bot = spawn(process.execPath, [join(projectRoot(), 'dist/src/main.js')], {
    cwd,
    env: { PATH: process.env['PATH'], ...discord.env(), CRAWLER_ALLOW_NETWORKS: '127.0.0.0/8' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ask = async (command: string, options: Record<string, unknown> = {}): Promise<Transcript> => {
    const until = ({ live }: Transcript): boolean => live.some(({ embeds }) => embeds.length > 0);
    return tell(command, options, await discord.slash({ ...ADMIN, command, options, until, timeoutMs: 60_000 }));
  };
  try {
    await discord.ready({ commands: true, timeoutMs: 60_000 });
    await ask('knowledge crawl', { url, preview: true });
    const options = { url, pages: Number(values.pages) };
    const over = ({ live }: Transcript): boolean => live.some(({ attachments }) => attachments.length > 0);
    const command = 'knowledge crawl';
    const crawl = await discord.slash({ ...ADMIN, command, options, until: over, timeoutMs: CRAWL_MS });
    tell(command, options, crawl);
    await ask('knowledge search', { query: values.query, limit: 3 });
    const question = await ask('knowledge remove', { source: '1' });
    const removed = ({ text }: Transcript): boolean => text.startsWith('Removed');
    tell(
      'button: Remove',
      {},
      await discord.press('Remove', { ...ADMIN, on: question, until: removed, timeoutMs: 60_000 }),
    );
    await ask('knowledge pages');
    console.log(`Against Discord's rules: ${JSON.stringify(discord.problems())}`);
    return over(crawl) ? 0 : 1;
  } finally {
    bot.kill('SIGTERM');
    await once(bot, 'exit');
    await discord.stop();
    rmSync(cwd, { recursive: true, force: true });
  }
}

/** Prints what was asked and every state the answer went through, with the seconds since it was asked. */
function tell(command: string, options: Record<string, unknown>, answer: Transcript): Transcript {
  const given = Object.entries(options).map(([name, value]) => ` ${name}:${String(value)}`);
  console.log(`\n> ${command.startsWith('button') ? '' : '/'}${command}${given.join('')}`);
  console.log(
    `acknowledged after ${answer.ackMs ?? '?'} ms${answer.ephemeral === true ? ', for the asker alone' : ''}`,
  );
  const [first] = answer.messages;
  for (const state of first?.history ?? []) console.log(stateOf(state, first?.createdAt ?? state.at));
  return answer;
}

function stateOf(state: MessageState, since: number): string {
  const buttons = state.components.flatMap((row: { components: readonly { label?: string; placeholder?: string }[] }) =>
    row.components.map(({ label, placeholder }) => `[${label ?? placeholder ?? ''}]`),
  );
  const files = state.attachments.map(({ filename }: { filename: string }) => `(file ${filename})`);
  const text = [textOf(state), [...buttons, ...files].join(' ')].filter(Boolean).join('\n');
  return `${((state.at - since) / 1000).toFixed(1).padStart(6)} s  ${(text || 'is thinking …').replaceAll('\n', '\n          ')}`;
}
