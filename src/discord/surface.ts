import type { Client } from 'discord.js';
import type { App } from '../app/app.ts';
import type { Command } from '../app/command.ts';
import type { Clock } from '../clock.ts';

/** What every part of this surface works with. */
export interface Surface {
  readonly app: App;
  readonly client: Client<true>;
  readonly commands: readonly Command[];
  /** Time as Discord counts it: edits, tokens. */
  readonly clock: Clock;
  /** Aborts when the process is to end. */
  readonly leaving: AbortSignal;
  /** One line for the operator. */
  report(sentence: string): void;
}
