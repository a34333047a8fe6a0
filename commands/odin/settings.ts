import { defineCommand } from '../../src/app/command.ts';
import { guildToFill } from '../../src/app/guild.ts';
import { changeOdinSettings } from '../../src/app/odin-settings.ts';
import { choice, flag, integer, text } from '../../src/app/option.ts';
import { role } from '../../src/app/id-option.ts';
import { problem, wrongUsage } from '../../src/app/view.ts';
import { knownLanguage, languageName } from '../../src/odin/language.ts';
import { TONES } from '../../src/odin/settings.ts';

const options = {
  language: text({ description: 'Answer in this language, as a code such as de or pt-BR; "auto": as asked' }),
  tone: choice({ description: 'How answers sound', choices: TONES }),
  cooldown: integer({ description: 'Seconds from one question of a member to the next', min: 0, max: 3600 }),
  budget: integer({
    description: 'Tokens a day that the model may cost this server; 0: quotations only',
    min: 0,
    max: 1_000_000_000,
  }),
  role: role({ description: 'Whose members may teach answers, beside those who manage the server' }),
  'no-role': flag({ description: 'Only those who manage the server may teach' }),
};

export default defineCommand({
  path: ['odin', 'settings'],
  description: 'See or change how Odin answers here',
  access: 'admin',
  options,
  async *run(given, context) {
    const wanted = given(options.language)?.toLowerCase();
    const language = wanted === undefined || wanted === 'auto' ? null : knownLanguage(wanted);
    if (wanted !== undefined && wanted !== 'auto' && language === null) {
      return yield wrongUsage(`A language is a code such as de or pt-BR, or auto, not "${wanted}".`);
    }
    const guild = await guildToFill(context);
    if (!guild.ok) return yield problem(guild.sentence);
    const [tone, cooldown] = [given(options.tone), given(options.cooldown)];
    const [budget, teachers] = [given(options.budget), given(options['no-role']) ? null : given(options.role)];
    const settings = await changeOdinSettings(guild.value, {
      ...(wanted === undefined ? {} : { language }),
      ...(tone === undefined ? {} : { tone }),
      ...(cooldown === undefined ? {} : { cooldownSeconds: cooldown }),
      ...(budget === undefined ? {} : { budget }),
      ...(teachers === undefined ? {} : { role: teachers }),
    });
    return yield {
      kind: 'result',
      view: {
        tone: 'good',
        title: 'How Odin answers here',
        fields: [
          ['Language', settings.language === null ? 'that of the question' : languageName(settings.language)],
          ['Tone', settings.tone],
          ['Cooldown', `${settings.cooldownSeconds} s for each member`],
          ['Budget', settings.budget === 0 ? 'no model, quotations only' : `${settings.budget} tokens a day`],
          [
            'May teach',
            settings.role === null
              ? 'those who manage the server'
              : `role ${settings.role}, and those who manage the server`,
          ],
        ],
      },
      data: { ...settings },
    };
  },
});
