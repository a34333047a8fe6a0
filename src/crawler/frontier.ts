/** A URL waiting to be visited: where it was met, and how many links away from a start URL. */
export interface FrontierEntry {
  readonly url: string;
  readonly via: string | null;
  readonly depth: number;
}

/** What a job has met, and what of it is still to be visited: breadth first, each URL once, in the order met. */
export interface Frontier {
  /** Queues a URL met for the first time. False when it was met before, or the job has met enough. */
  offer(url: string, via: string | null, depth: number): boolean;
  /** Remembers a URL that is not to be visited. False as for `offer`. */
  note(url: string): boolean;
  /** The next URL, nearest to a start URL first. */
  take(): FrontierEntry | null;
  /** Puts back what was taken: it is the next to be taken again. */
  giveBack(entry: FrontierEntry): void;
  seen(url: string): boolean;
  /** URLs still queued. */
  readonly size: number;
}

/** URLs one job meets at most: what lies beyond would fill the memory, and the job is capped long before. */
const MAX_URLS_MET = 50_000;

/** An empty frontier. URLs are compared as they are given: in the normal form of `normaliseUrl`. */
export function createFrontier(): Frontier {
  const met = new Set<string>();
  /** One queue a depth; a depth that is used up keeps its empty queue. */
  const queues: Queue[] = [];
  let size = 0;

  function note(url: string): boolean {
    if (met.has(url) || met.size >= MAX_URLS_MET) return false;
    met.add(url);
    return true;
  }

  function queueAt(depth: number): Queue {
    while (queues.length <= depth) queues.push({ entries: [], taken: 0, returned: [] });
    const queue = queues[depth];
    if (queue === undefined) throw new RangeError(`depth ${depth} is not a whole number of links`);
    return queue;
  }

  return {
    note,
    offer(url, via, depth) {
      const queue = queueAt(depth);
      if (!note(url)) return false;
      queue.entries.push({ url, via, depth });
      size++;
      return true;
    },
    take() {
      for (const queue of queues) {
        const entry = queue.returned.pop() ?? queue.entries[queue.taken];
        if (entry === undefined) continue;
        if (entry === queue.entries[queue.taken]) queue.taken++;
        size--;
        return entry;
      }
      return null;
    },
    giveBack(entry) {
      queueAt(entry.depth).returned.push(entry);
      size++;
    },
    seen: (url) => met.has(url),
    get size() {
      return size;
    },
  };
}

/** First in, first out, with what was given back ahead. Taken entries are stepped over, which is cheaper than shifting. */
interface Queue {
  readonly entries: FrontierEntry[];
  taken: number;
  readonly returned: FrontierEntry[];
}
