import { openStore } from './open-for-tests.ts';

/** A process that takes the right to run a guild's jobs and keeps it until it is killed. Argument: data directory. */
const store = await openStore(process.argv[2] ?? '');
const lease = await store.leaseJobs('local');
process.stdout.write(lease === null ? 'refused\n' : 'holding\n');
setInterval(() => undefined, 1_000);
