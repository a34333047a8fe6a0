import { expect, it } from 'vitest';
import { runChild } from './child.ts';
import { openStore } from './open-for-tests.ts';
import { temporaryDirectory } from '../temporary-directory.ts';

it(
  'keeps the right to run jobs from other processes until the one that holds it dies',
  { timeout: 60_000 },
  async () => {
    const directory = temporaryDirectory();
    const store = await openStore(directory);
    const child = runChild('hold-lease.ts', [directory]);
    await child.printed('holding');
    expect(await store.leaseJobs('local')).toBeNull();
    expect(await store.leaseJobs('other')).not.toBeNull();
    await child.kill();
    expect(await store.leaseJobs('local')).not.toBeNull();
    await store.close();
  },
);
