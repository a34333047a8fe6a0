import type { CheckLink, Checked } from '../links/check.ts';
import { hostRuleFor, judgeByRule } from '../links/hosts.ts';
import { judge, type Decision } from '../links/judge.ts';
import type { PostedMessage } from '../links/message.ts';
import type { VerdictMemory } from '../links/memory.ts';
import { isExempt, isInUse, NO_POLICY, rulesAt, type Policy } from '../links/policy.ts';
import type { GuildKnowledge, KnowledgeStore } from '../knowledge/store.ts';

/** The attachment blocker as surfaces and commands use it. */
export interface Attachments {
  /** The guilds whose messages have to be read. */
  readonly guildsInUse: ReadonlySet<string>;
  /** Calls back whenever that set has changed. */
  watchUse(changed: () => void): void;
  policyOf(guildId: string): Promise<Policy>;
  change(guildId: string, change: (policy: Policy) => Policy): Promise<Policy>;
  /** Judges one message; null where nothing is blocked, or its member is exempt. */
  judge(message: PostedMessage): Promise<Decision | null>;
  /** Looks at one link for an admin. */
  check(url: URL, guildId: string): Promise<Checked>;
  /** The guild is gone, with its file. */
  forget(guildId: string): Promise<void>;
  /** How often messages were deleted, links could not be judged, and so on; empty for a guild that is not there. */
  countsOf(guildId: string): Promise<ReadonlyMap<string, number>>;
  count(guildId: string, what: AttachmentCount): Promise<void>;
}

/** What is counted: what became of messages, and of links that were left alone (rule 11.6). */
export const ATTACHMENT_COUNTS = ['deleted', 'logged', 'undone', 'unknown', 'limited', 'undeletable'] as const;
export type AttachmentCount = (typeof ATTACHMENT_COUNTS)[number];

export interface AttachmentsDeps {
  readonly store: KnowledgeStore;
  readonly check: CheckLink;
  readonly memory: VerdictMemory;
}

/** Notes of the guilds that use the blocker, so that no other guild's file is opened at the start. */
const NOTE = 'attachments:';
/** Policies held ready; the least used is read again. */
const HELD = 1000;

export async function createAttachments({ store, check, memory }: AttachmentsDeps): Promise<Attachments> {
  const inUse = new Set((await store.notes.under(NOTE)).map(([name]) => name.slice(NOTE.length)));
  const policies = new Map<string, Policy>();
  const watchers: (() => void)[] = [];

  async function guild(guildId: string): Promise<GuildKnowledge | null> {
    if (!(await store.guildIds()).includes(guildId)) return null;
    const opened = await store.guild(guildId);
    return opened.ok ? opened.value : null;
  }

  function hold(guildId: string, policy: Policy): Policy {
    policies.delete(guildId);
    policies.set(guildId, policy);
    const [oldest] = policies.keys();
    if (policies.size > HELD && oldest !== undefined) policies.delete(oldest);
    return policy;
  }

  async function policyOf(guildId: string): Promise<Policy> {
    const held = policies.get(guildId);
    return hold(guildId, held ?? (await (await guild(guildId))?.attachmentPolicy()) ?? NO_POLICY);
  }

  return {
    guildsInUse: inUse,
    watchUse: (changed) => void watchers.push(changed),
    policyOf,
    async change(guildId, change) {
      const opened = await store.guild(guildId);
      if (!opened.ok) throw new Error(opened.problem.sentence);
      const policy = hold(guildId, await opened.value.changeAttachmentPolicy((before) => change(before ?? NO_POLICY)));
      const used = isInUse(policy);
      if (used !== inUse.has(guildId)) {
        await store.notes.set(NOTE + guildId, used ? 'in use' : null);
        if (used) inUse.add(guildId);
        else inUse.delete(guildId);
        for (const changed of watchers) changed();
      }
      return policy;
    },
    async judge(message) {
      const policy = await policyOf(message.guildId);
      const rules = rulesAt(policy, message.places);
      if (!rules.active || (message.byMachine && !policy.bots) || isExempt(policy, message.member)) return null;
      return judge({ check, correct: ({ url, judgement }) => memory.correct(url, judgement) }, message, rules);
    },
    async check(url, guildId) {
      const rule = hostRuleFor(url, (await policyOf(guildId)).hosts);
      if (rule === null) return check(url, { guildId, memberId: null });
      return { judgement: judgeByRule(rule), layer: 'rule', bytesRead: 0, fromMemory: false };
    },
    async forget(guildId) {
      policies.delete(guildId);
      await store.notes.set(NOTE + guildId, null);
      if (inUse.delete(guildId)) for (const changed of watchers) changed();
    },
    countsOf: async (guildId) => (await (await guild(guildId))?.attachmentCounts()) ?? new Map<string, number>(),
    count: async (guildId, what) => (await guild(guildId))?.countAttachments(what, 1),
  };
}
