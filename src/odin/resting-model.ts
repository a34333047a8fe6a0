import type { Clock } from '../clock.ts';
import type { ChatModel } from './models/model.ts';

/** Failures in a row after which a model is left alone. */
const MOST_FAILURES = 5;
const REST_MS = 60_000;

/**
 * A model that is left alone for a minute after several failures in a row: members then get quotations at once instead
 * of waiting for what will not come.
 */
export function restingModel(model: ChatModel, clock: Clock): ChatModel {
  let failures = 0;
  let restsUntil = 0;
  return {
    name: model.name,
    async *chat(request, signal) {
      if (clock.monotonic() < restsUntil) return { ok: false, usage: null, failure: { code: 'resting' } };
      const end = yield* model.chat(request, signal);
      if (end.ok) failures = 0;
      else if (end.failure.code !== 'cancelled') failures += 1;
      if (failures >= MOST_FAILURES) {
        failures = 0;
        restsUntil = clock.monotonic() + REST_MS;
      }
      return end;
    },
  };
}
