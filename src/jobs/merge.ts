/** Reads several streams side by side and hands on what comes, as it comes. Stopping to read stops them all. */
export async function* merge<T>(streams: readonly AsyncGenerator<T, void, void>[]): AsyncGenerator<T, void, void> {
  const pending = new Map<number, Promise<{ readonly index: number; readonly step: IteratorResult<T, void> }>>();
  const advance = (index: number, stream: AsyncGenerator<T, void, void>): void => {
    pending.set(
      index,
      stream.next().then((step) => ({ index, step })),
    );
  };
  streams.forEach((stream, index) => advance(index, stream));
  try {
    while (pending.size > 0) {
      const { index, step } = await Promise.race(pending.values());
      const stream = streams[index];
      if (step.done === true || stream === undefined) {
        pending.delete(index);
        continue;
      }
      yield step.value;
      advance(index, stream);
    }
  } finally {
    for (const stream of streams) void stream.return().catch(() => {});
  }
}
