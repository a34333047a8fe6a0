import { OAuth2Scopes, PermissionFlagsBits, PermissionsBitField } from 'discord.js';

/** What Heimdall needs, each with what it is for. The invite link asks for exactly these. */
export const NEEDED_PERMISSIONS = [
  ['ViewChannel', 'keep a job card up to date after fifteen minutes'],
  ['SendMessages', 'send a job card again when it was deleted'],
  ['SendMessagesInThreads', 'do the same in threads'],
  ['EmbedLinks', 'show cards and lists'],
  ['AttachFiles', 'hand over receipts and pages as files'],
  ['ReadMessageHistory', 'answer a message that mentions Heimdall as a reply to it'],
] as const satisfies readonly (readonly [keyof typeof PermissionFlagsBits, string])[];

/** The link that adds Heimdall to a server. */
export function inviteLink(applicationId: string): string {
  const permissions = new PermissionsBitField(NEEDED_PERMISSIONS.map(([name]) => name)).bitfield;
  const query = new URLSearchParams({
    client_id: applicationId,
    scope: [OAuth2Scopes.Bot, OAuth2Scopes.ApplicationsCommands].join(' '),
    permissions: String(permissions),
  });
  return `https://discord.com/oauth2/authorize?${query.toString()}`;
}
