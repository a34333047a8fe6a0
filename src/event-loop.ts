/**
 * Who may hold this process's one thread. Work that takes its time cuts itself into slices and waits for its turn between
 * two of them; what a person waits for goes first (rules 4.4, 12.2). One queue for the whole process, because that is what
 * shares the thread: with a turn for each job, twenty slices would run in one go, and Discord would wait for all.
 */

/** How long jobs are held back for one thing that is urgent, in milliseconds: Discord may be slow, jobs need not be. */
const MOST_HELD_MS = 250;

const waiting: (() => void)[] = [];
let urgent = 0;
let due = false;

/** Resolves when it is the caller's turn for one slice, sockets and timers having had theirs. First come, first served. */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    proceed();
  });
}

/** Lets no slice begin until this has settled, or has taken too long. */
export async function goFirst<T>(work: Promise<T>): Promise<T> {
  urgent += 1;
  let held = true;
  const letGo = (): void => {
    if (held) urgent -= 1;
    held = false;
    proceed();
  };
  const timer = setTimeout(letGo, MOST_HELD_MS);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
    letGo();
  }
}

/** One turn each time round: between two of them everything else has its chance. */
function proceed(): void {
  if (due || urgent > 0 || waiting.length === 0) return;
  due = true;
  setImmediate(() => {
    due = false;
    if (urgent === 0) waiting.shift()?.();
    proceed();
  });
}
