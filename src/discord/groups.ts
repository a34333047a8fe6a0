/** One line for each group of subcommands, as people see it. */
export const GROUPS: Readonly<Record<string, string>> = {
  knowledge: 'What this server knows: read sites, look into it, search it',
  settings: 'How Heimdall behaves in this server',
};

/** A command as sentences name it, in the command line's notation: `… with: knowledge jobs --job 3`. */
const NAMED = new RegExp(
  `(?<=: )((?:${Object.keys(GROUPS).join('|')}) [a-z-]+)((?: --[a-z-]+ [^\\s]+)*)(?=\\.?$)`,
  'gm',
);

/** The same as it is written in Discord: `… with: /knowledge jobs job:3`. */
export function inSlashNotation(sentence: string): string {
  return sentence.replace(
    NAMED,
    (_, name: string, options: string) => `/${name}${options.replace(/ --([a-z-]+) /g, ' $1:')}`,
  );
}
