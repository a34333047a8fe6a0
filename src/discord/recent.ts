/** What was seen lately, by key; the oldest is forgotten when there are too many. */
export interface Recent<T> {
  get(key: string): T | undefined;
  set(key: string, value: T): void;
}

export function createRecent<T>(most: number): Recent<T> {
  const held = new Map<string, T>();
  return {
    get: (key) => held.get(key),
    set(key, value) {
      held.delete(key);
      held.set(key, value);
      const [oldest] = held.keys();
      if (held.size > most && oldest !== undefined) held.delete(oldest);
    },
  };
}
