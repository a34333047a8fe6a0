import type { Client } from 'discord.js';
import type { App } from '../app/app.ts';
import type { Command } from '../app/command.ts';
import type { Clock } from '../clock.ts';
import type { Ear } from './blocker-ear.ts';
import type { KeptAnswers } from './kept-answers.ts';

/** What every part of this surface works with. */
export interface Surface {
  readonly app: App;
  readonly client: Client<true>;
  readonly commands: readonly Command[];
  /** Time as Discord counts it: edits, tokens. */
  readonly clock: Clock;
  /** Whether messages can be read, as the attachment blocker has to. */
  readonly ear: Ear;
  readonly answers: KeptAnswers;
  /** Aborts when the process is to end. */
  readonly leaving: AbortSignal;
  /** One line for the operator. */
  report(sentence: string): void;
}
