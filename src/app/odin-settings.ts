import type { GuildKnowledge } from '../knowledge/store.ts';
import { readOdinSettings, type OdinSettings } from '../odin/settings.ts';

/** Its name in the store. */
const ODIN = 'odin';

export async function odinSettings(guild: GuildKnowledge): Promise<OdinSettings> {
  return readOdinSettings(await guild.setting(ODIN));
}

/** Changes what is given, and returns the settings as they are then. */
export async function changeOdinSettings(guild: GuildKnowledge, change: Partial<OdinSettings>): Promise<OdinSettings> {
  const settings = { ...(await odinSettings(guild)), ...change };
  await guild.set(ODIN, JSON.stringify(settings));
  return settings;
}
