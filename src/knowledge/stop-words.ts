/** English words that stand in every question and in every text, and so tell nothing about what is asked for. */
export const STOP_WORDS: ReadonlySet<string> = new Set(
  `a about after all also am an and any are as at be because been before being both but by can cannot could did do does
  doing don each else few for from further get gets getting give go got had has have having he help her here hers him his
  how i if in into is isn it its itself just know let like ll m make may me mean means might more most much must my myself
  need needs no not now of off on once one only or other our ours out over own please possible s same say says see she should
  so some such t tell than that the their them themselves then there these they thing this those through to too under
  until up us use used using ve very want was way we were what whats when where which while who whom whose why will with
  work works would you your yours yourself`.split(/\s+/),
);

/** Words that tell little in a question, though a text about them may exist: they count less than others do. */
export const WEAK_WORDS: ReadonlySet<string> = new Set(
  `able actually again ago almost along already always another anybody anyone anything approximately around available away back bad
  become begin best better between big bit bring bunch certain come comes day differently directly done easily easy else enough
  even ever every everything exactly fine fit found full give given good great half happen happened happens hard huge idea
  instead keep keeps kind last later least leave left less little long look lot lots main many matter maybe moment mostly nearly necessary
  never new next nice nothing often old ordinary own part particular people perhaps piece place point possible pretty
  problem properly put question quick quickly quite ran rather really reason recommended right roughly same say seem sense
  several short show simple simply since single small someone something sometimes soon special specific sort straight stuff
  suddenly sure take taken takes talk thing things think time times together tried trouble try trying turn two
  understand understands useful usually various want wants way ways well whole without wonder worth wrong yet`.split(
    /\s+/,
  ),
);
