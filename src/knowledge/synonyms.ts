import { stem } from './stem.ts';

/**
 * Words that mean about the same in documentation of software, a group a line. Members ask in their own words: "get rid
 * of" a file that the manual says how to delete. A word may stand in several groups. Pure.
 */
const GROUPS = `
  remove delete drop erase uninstall discard purge clear
  create make generate build define
  add insert append put
  config configure configuration setting option parameter preference directive
  error exception failure fail fault
  fast quick speed performance efficient
  slow performance latency
  optimize tune performance
  limit maximum max restrict cap
  minimum min least
  large big huge size
  copy duplicate clone
  copy backup dump
  restore recover recovery
  login authenticate authentication sign credential
  password authentication credential
  user account role
  folder directory
  start launch run begin boot
  run execute invoke
  stop shutdown terminate kill quit exit
  abort cancel interrupt
  show display list print view
  show output
  change modify alter edit update
  replace substitute
  install setup
  upgrade migrate update
  permission privilege access grant authorize right
  allow permit enable grant
  enable activate
  disable deactivate
  deny forbid block refuse reject disallow prohibit
  send transmit emit publish
  receive get fetch retrieve obtain
  save store write persist
  connect connection session
  reply response answer
  convert transform cast
  compress zip gzip archive
  unpack extract decompress unzip
  encrypt encryption cipher
  secure security safe
  several multiple
  whole entire
  temporary temp tmp
  repeat loop iterate
  wait sleep delay pause
  join merge combine concatenate
  split divide separate partition
  search find lookup
  count number
  corrupt corruption damage malformed integrity
  check verify validate test
  test testing unittest
  schedule cron timer periodic
  log logging
  debug trace diagnose
  text string
  picture image photo
  app application program
  site website
  machine host computer
  domain hostname host
  concurrent parallel simultaneous
  thread concurrent
  core cpu processor
  ram memory
  disk storage
  restart reload
  moderator admin administrator
  command shell
  program process
  duplicate unique distinct
  hide hidden private
  rename move
  release version
  default standard usual
  document file
  client connection
  module package library
  load import
  import require
  route url path
  redirect rewrite
  rotate rotation
  snippet excerpt
  mark highlight
  id identifier key
  column field
  row record
  stored saved
  guide tutorial howto
  shortcut hotkey
  delay timeout
  throttle limit
  nest nested
  empty blank null
  cache memoize
  folder path
  zone timezone
`;

let related: ReadonlyMap<string, readonly string[]> | null = null;

/** By the stem of each word, the others of its groups. */
function readGroups(): ReadonlyMap<string, readonly string[]> {
  const read = new Map<string, Set<string>>();
  for (const group of GROUPS.trim().split('\n')) {
    const words = group.trim().split(' ');
    const stems = words.map(stem);
    for (const own of stems) {
      const known = read.get(own) ?? new Set();
      for (const [index, word] of words.entries()) if (stems[index] !== own) known.add(word);
      read.set(own, known);
    }
  }
  return new Map([...read].map(([own, others]) => [own, [...others]]));
}

/** Words that mean about the same as this one in documentation of software; none for most. */
export function relatedWords(word: string): readonly string[] {
  related ??= readGroups();
  return related.get(stem(word)) ?? [];
}
