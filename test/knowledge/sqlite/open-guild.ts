import { guildOf } from '../samples.ts';
import { openStore } from './open-for-tests.ts';

/** A process that opens a guild and prints how many pages it has. Arguments: data directory, migrations directory. */
const [directory = '', migrationsDir = ''] = process.argv.slice(2);
const store = await openStore(directory, { migrationsDir });
process.stdout.write(`${await (await guildOf(store)).countPages()}\n`);
await store.close();
