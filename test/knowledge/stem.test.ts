import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { stem } from '../../src/knowledge/stem.ts';

const WORDS =
  `caresses ponies ties caress cats feed agreed plastered bled motoring sing conflated troubled sized hopping
  tanned falling hissing fizzed failing filing happy sky relational conditional rational valency hesitancy digitizer
  conformably radically differently vilely analogously vietnamization predication operator feudalism decisiveness
  hopefulness callousness formality sensitivity sensibility triplicate formative formalize electricity electrical hopeful
  goodness revival allowance inference airliner gyroscopic adjustable defensible irritant replacement adjustment dependent
  adoption homologous communism activate angularity effective bowdlerize probate rate cease controll roll using ones
  connections configured replication indexes queries yes by oed is a indices analyses logged`.split(/\s+/);

it('cuts words as the full-text index does', () => {
  const db = new Database(':memory:');
  db.exec(`CREATE VIRTUAL TABLE stems USING fts5 (word, tokenize = 'porter unicode61');
           CREATE VIRTUAL TABLE terms USING fts5vocab (stems, 'instance');`);
  const insert = db.prepare('INSERT INTO stems (rowid, word) VALUES (?, ?)');
  for (const [index, word] of WORDS.entries()) insert.run(index + 1, word);
  const terms = db.prepare<[], { term: string; doc: number }>('SELECT term, doc FROM terms').all();
  const expected = new Map(terms.map(({ term, doc }) => [WORDS[doc - 1], term]));
  expect(WORDS.map((word) => [word, stem(word)])).toEqual(WORDS.map((word) => [word, expected.get(word)]));
  db.close();
});

it.each(['8192', 'utf8', 'x', 'straße', 'größe', '数据', 'a'.repeat(90)])('leaves %s as it is', (word) => {
  expect(stem(word)).toBe(word);
});
