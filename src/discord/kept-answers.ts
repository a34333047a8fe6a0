import type { KnowledgeStore } from '../knowledge/store.ts';

/** Which message shows the answer to which kept question: a reply to it follows that question up (rule 10.2). */
export interface KeptAnswers {
  keep(guildId: string, questionId: number, messageId: string): Promise<void>;
  /** Does what shows an answer in a channel and then keeps its message. */
  showing<T>(channelId: string, show: () => Promise<T>): Promise<T>;
  /**
   * The kept question that a message answers; null for any other message. An answer whose message is only known when
   * Discord has shown it is waited for: who sees it may reply before that.
   */
  questionIn(guildId: string, channelId: string, messageId: string | null): Promise<number | null>;
}

export function createKeptAnswers(store: KnowledgeStore): KeptAnswers {
  const shown = new Map<string, Set<Promise<unknown>>>();

  async function find(guildId: string, messageId: string): Promise<number | null> {
    // Nothing is created for a server that has asked nothing.
    if (!(await store.guildIds()).includes(guildId)) return null;
    const guild = await store.guild(guildId);
    return guild.ok ? guild.value.questionIn(messageId) : null;
  }

  return {
    async keep(guildId, questionId, messageId) {
      const guild = await store.guild(guildId);
      if (guild.ok) await guild.value.keepMessage(questionId, messageId);
    },
    async showing(channelId, show) {
      const here = shown.get(channelId) ?? new Set();
      shown.set(channelId, here);
      const work = show();
      here.add(work);
      try {
        return await work;
      } finally {
        here.delete(work);
        if (here.size === 0 && shown.get(channelId) === here) shown.delete(channelId);
      }
    },
    async questionIn(guildId, channelId, messageId) {
      if (messageId === null) return null;
      // Whatever is shown by now: the message may be any of it.
      const underWay = [...(shown.get(channelId) ?? [])];
      const known = await find(guildId, messageId);
      if (known !== null || underWay.length === 0) return known;
      await Promise.allSettled(underWay);
      return find(guildId, messageId);
    },
  };
}
