import { PermissionFlagsBits, type BaseInteraction } from 'discord.js';
import type { Command } from '../app/command.ts';

/**
 * Why this person may not use a command here, in one sentence, or null. Discord has asked the same already, but a server
 * can let others use a command; what changes the server's knowledge stays with those who manage it (rule 12.1).
 */
export function refusalFor({ access }: Pick<Command, 'access'>, interaction: BaseInteraction): string | null {
  if (!interaction.inGuild()) return 'This works in servers only.';
  if (access === 'operator') return 'This is for whoever runs Heimdall.';
  if (access === 'member' || interaction.memberPermissions.has(PermissionFlagsBits.ManageGuild)) return null;
  return 'You need the permission Manage Server for this.';
}
