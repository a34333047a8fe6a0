import type { KnowledgeStore } from '../knowledge/store.ts';

/** Which message shows the answer to which kept question: a reply to it follows that question up (rule 10.2). */

export async function keepAnswerMessage(
  store: KnowledgeStore,
  guildId: string,
  questionId: number,
  messageId: string,
): Promise<void> {
  const guild = await store.guild(guildId);
  if (guild.ok) await guild.value.keepMessage(questionId, messageId);
}

/** The kept question that a message answers; null for any other message. */
export async function questionAnsweredIn(
  store: KnowledgeStore,
  guildId: string,
  messageId: string | null,
): Promise<number | null> {
  // Nothing is created for a server that has asked nothing.
  if (messageId === null || !(await store.guildIds()).includes(guildId)) return null;
  const guild = await store.guild(guildId);
  return guild.ok ? guild.value.questionIn(messageId) : null;
}
