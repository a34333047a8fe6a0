import { describeStore } from '../describe-store.ts';
import { openStore } from './open-for-tests.ts';

describeStore('SQLite', (place) => openStore(place));
