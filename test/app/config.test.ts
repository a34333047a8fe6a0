import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { describe, expect, it } from 'vitest';
import { readConfig, settings } from '../../src/app/config.ts';

const example = readFileSync(join(resolve(import.meta.dirname, '../..'), '.env.example'), 'utf8');

describe('the settings', () => {
  it('have defaults, and an empty value means the default', () => {
    const defaults = {
      ok: true,
      config: {
        dataDir: './data',
        openNetworks: [],
        maxJobs: 20,
        discord: null,
        http: null,
        operatorContact: null,
        logLevel: null,
      },
    };
    expect(readConfig({})).toEqual(defaults);
    expect(readConfig({ DATA_DIR: '', CRAWLER_ALLOW_NETWORKS: ' ', MAX_JOBS: '' })).toEqual(defaults);
  });

  it('are read', () => {
    const read = readConfig({ DATA_DIR: '/srv/heimdall', CRAWLER_ALLOW_NETWORKS: '10.0.0.0/8, ::1', MAX_JOBS: ' 3 ' });
    expect(read).toMatchObject({
      ok: true,
      config: { dataDir: '/srv/heimdall', openNetworks: [{ prefix: 8 }, { prefix: 128 }], maxJobs: 3 },
    });
  });

  it.each(['0', '1001', 'abc', '1.5', '-1', '0x10'])(
    'stop the start when MAX_JOBS is %s, with name, value and what is allowed',
    (value) => {
      expect(readConfig({ MAX_JOBS: value })).toEqual({
        ok: false,
        problems: [`Setting MAX_JOBS is "${value}": write a whole number from 1 to 1000.`],
      });
    },
  );

  it('make a bot of it when there is a token', () => {
    const read = readConfig({ DISCORD_TOKEN: 'abc', DISCORD_API_URL: 'http://127.0.0.1:8080/api' });
    expect(read).toMatchObject({ config: { discord: { token: 'abc', apiUrl: 'http://127.0.0.1:8080/api' } } });
    expect(readConfig({ DISCORD_TOKEN: 'abc' })).toMatchObject({ config: { discord: { token: 'abc', apiUrl: null } } });
    expect(readConfig({ DISCORD_API_URL: 'discord.com' })).toEqual({
      ok: false,
      problems: ['Setting DISCORD_API_URL is "discord.com": write an address that starts with https:// or http://.'],
    });
  });

  it('name every wrong one at once', () => {
    const read = readConfig({ MAX_JOBS: 'many', CRAWLER_ALLOW_NETWORKS: '10.0.0.0/99' });
    expect(read.ok ? [] : read.problems.map((sentence) => sentence.split(':')[0])).toEqual([
      'Setting CRAWLER_ALLOW_NETWORKS is "10.0.0.0/99"',
      'Setting MAX_JOBS is "many"',
    ]);
  });

  it('all stand in .env.example, with their defaults and no others', () => {
    const documented = parseEnv(example);
    expect(Object.keys(documented).toSorted()).toEqual(Object.keys(settings.shape).toSorted());
    expect(readConfig(documented)).toEqual(readConfig({}));
  });
});
