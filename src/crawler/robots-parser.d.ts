/** The package's own declaration of 3.0.1 calls its export a namespace, which cannot be called; this is what it is. */
declare module 'robots-parser' {
  interface Robots {
    /** Line (from 1) of the rule that decides for the URL, or -1 where none applies. */
    getMatchingLineNumber(url: string, productToken: string): number;
  }
  function robotsParser(robotsUrl: string, robotsTxt: string): Robots;
  export = robotsParser;
}
