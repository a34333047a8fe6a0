import type { Audience } from '../knowledge/bindings.ts';
import type { App } from './app.ts';
import type { Option, Options } from './option.ts';
import type { Output } from './view.ts';

/** Something looked at: all is well, or what is wrong and how to put it right. */
export interface Finding {
  readonly what: string;
  /** What was found, in a few words. */
  readonly state: string;
  /** The exact fix; null where all is well. */
  readonly fix: string | null;
}

/** A member of a server, as far as commands have to tell members apart. */
export interface Member {
  readonly id: string;
  readonly channel: string;
  /** May change what the server knows. */
  readonly canManage: boolean;
  readonly roles: readonly string[];
  /** Who will see an answer given here: this member alone, or all who see the channel. */
  audience(isPrivate: boolean): Audience;
}

/** Who asks, and where. */
export interface CommandContext {
  readonly app: App;
  readonly guildId: string;
  /** Asked by who runs this process, who may be told of other guilds. */
  readonly operator: boolean;
  /** The surface has buttons: what deletes something asks first. */
  readonly asksFirst: boolean;
  /** Null where no members are told apart: on the console. */
  readonly member: Member | null;
  /** Bytes of the largest file that can be handed over; none unless given. */
  readonly mostFileBytes?: number;
  /** What only the surface can look at for this guild: its permissions, its connection. */
  examine?(): Promise<readonly Finding[]>;
  /** Why messages cannot be read here, as the attachment blocker has to, with the fix; null when they can. */
  readingProblem?(): Promise<string | null>;
  /** What a channel, role or member of this id is called here. */
  nameOf?(id: string): string;
  /** Why the surface cannot write to this channel of the guild, with the fix, in one sentence; null when it can. */
  channelProblem?(channelId: string): Promise<string | null>;
  /** Aborts when the person who asked does not want to wait any longer; jobs are then cancelled. */
  readonly signal: AbortSignal;
}

/** The value of an option, typed by the option itself. */
export type Given = <T>(option: Option<T>) => T;

interface Definition {
  /** `['knowledge', 'crawl']`: a command and its subcommand. */
  readonly path: readonly string[];
  /** One line, without a full stop. */
  readonly description: string;
  /** Who may use it: members, those who may manage the server, or who runs Heimdall, and then not in Discord. */
  readonly access: 'member' | 'admin' | 'operator';
  readonly options: Options;
  /** What the file is that its result may bring along; none unless given. */
  readonly file?: string;
  /** Whether what was asked for is a job, which all may watch; no unless given. */
  startsJob?(given: Given): boolean;
  /** Whether all may see the result; only the person who asked unless given. */
  isPublic?(given: Given): boolean;
  run(given: Given, context: CommandContext): AsyncGenerator<Output, void, void>;
}

/** A command as surfaces see it: what it is, and how to start it with what a person wrote. */
export interface Command extends Omit<Definition, 'run' | 'startsJob' | 'isPublic'> {
  /** What is wrong with the options, in one sentence, or null. Options by name; a flag given bare is ''. */
  problemIn(raw: ReadonlyMap<string, string>): string | null;
  /** Whether it starts a job when it is given these options, right ones. */
  startsJob(raw: ReadonlyMap<string, string>): boolean;
  /** Whether all may see its result when it is given these options, right ones. */
  isPublic(raw: ReadonlyMap<string, string>): boolean;
  /** Checks every option, then runs; wrong ones yield a single problem. */
  start(raw: ReadonlyMap<string, string>, context: CommandContext): AsyncGenerator<Output, void, void>;
}

export function defineCommand({ run, startsJob, isPublic, ...definition }: Definition): Command {
  const options = Object.entries(definition.options);

  function problemIn(raw: ReadonlyMap<string, string>): string | null {
    for (const [name, option] of options) {
      const parsed = option.parse(raw.get(name));
      if (!parsed.ok) return `Option ${name} ${parsed.problem}.`;
    }
    return null;
  }

  function givenIn(raw: ReadonlyMap<string, string>): Given {
    const values = new Map<Option<unknown>, string | undefined>(
      options.map(([name, option]) => [option, raw.get(name)]),
    );
    return (option) => valueOf(option, values.get(option));
  }

  return {
    ...definition,
    problemIn,
    startsJob: (raw) => startsJob?.(givenIn(raw)) ?? false,
    isPublic: (raw) => isPublic?.(givenIn(raw)) ?? false,
    async *start(raw, context) {
      const problem = problemIn(raw);
      if (problem === null) yield* run(givenIn(raw), context);
      else yield { kind: 'problem', usage: true, sentence: problem };
    },
  };
}

function valueOf<T>(option: Option<T>, raw: string | undefined): T {
  const parsed = option.parse(raw);
  if (!parsed.ok) throw new Error(`an option was read that had not been checked: ${parsed.problem}`);
  return parsed.value;
}
