import { MessageFlags } from 'discord.js';
import { saySentence } from './answer.ts';
import type { Pressed } from './asked.ts';
import type { Press } from './custom-id.ts';
import type { Surface } from './surface.ts';

/** Keeps what a member thinks of an answer; a bad one shows the team what is missing (rule 10.5). */
export async function rateAnswer(
  { app }: Surface,
  interaction: Pressed,
  { questionId, good }: Extract<Press, { kind: 'rate' }>,
): Promise<void> {
  const { guildId, user } = interaction;
  if (guildId === null) return saySentence(interaction, 'This works in servers only.');
  await interaction.deferReply({ flags: MessageFlags.Ephemeral });
  const opened = await app.store.guild(guildId);
  const rated = opened.ok && (await opened.value.rate(questionId, user.id, good, app.clock.now()));
  const thanks = good ? 'Thank you.' : "Thank you. The server's team sees it among what is missing.";
  await interaction.editReply({ content: rated ? thanks : 'That answer is no longer kept.' });
}
