/** English words that stand in every question and in every text, and so tell nothing about what is asked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being both but by can cannot could did do does
  doing don each else few for from further get gets getting give go got had has have having he help her here hers him his
  how i if in into is isn it its itself just know let like ll m make may me mean means might more most much must my myself
  need needs no not now of off on once one only or other our ours out over own please possible s same say says she should
  so some such t tell than that the their them themselves then there these they thing this those through to too under
  until up us use used using ve very want was way we were what whats when where which while who whom whose why will with
  work works would you your yours yourself`.split(/\s+/),
);
