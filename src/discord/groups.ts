/** One line for each group of subcommands, as people see it. */
export const GROUPS: Readonly<Record<string, string>> = {
  attachments: 'Which GIFs, videos, pictures and files this server forbids, and where',
  knowledge: 'What this server knows: read sites, look into it, search it',
  odin: 'How Odin answers, what he could not answer, and what you teach him',
  privacy: 'What Heimdall keeps about you',
  settings: 'How Heimdall behaves in this server',
};

/** A command as sentences name it, in the command line's notation: `… with: knowledge jobs --job 3`. */
const NAMED = new RegExp(
  `(?<=: )((?:${Object.keys(GROUPS).join('|')}) [a-z-]+)((?: --[a-z-]+(?: (?!--)\\S+)?)*)(?=\\.?$)`,
  'gm',
);

/** One option of it; a flag has no value. */
const OPTION = / --([a-z-]+)(?: ((?!--)\S+))?/g;

/** The same as it is written in Discord: `… with: /knowledge jobs job:3`, `… with: /knowledge list removed:True`. */
export function inSlashNotation(sentence: string): string {
  return sentence.replace(
    NAMED,
    (_, name: string, options: string) => `/${name}${options.replace(OPTION, slashOption)}`,
  );
}

function slashOption(_: string, name: string, value = 'True'): string {
  return ` ${name}:${value}`;
}
