/** Endings of what is downloaded rather than read. `html` and `htm` are never among them (rule 5.1). */
const FILE_ENDINGS: ReadonlySet<string> = new Set(
  [
    'pdf ps eps djvu epub mobi azw3 doc docx docm dot dotx odt ott rtf pages tex txt log',
    'xls xlsx xlsm xlsb ods csv tsv numbers ppt pptx pptm pps ppsx odp key vsd vsdx',
    'jpg jpeg jpe png apng gif webp avif heic heif bmp tif tiff ico svg svgz psd ai xcf raw',
    'mp3 m4a aac ogg oga opus wav flac wma mid midi mp4 m4v webm ogv mov avi mkv wmv flv mpg mpeg 3gp',
    'zip gz tgz tar bz2 tbz xz txz zst 7z rar jar war iso img dmg pkg deb rpm apk ipa exe msi bin cab',
    'woff woff2 ttf otf eot css js mjs map json jsonl xml rss atom yaml yml toml sql db sqlite wasm ics vcf',
  ].flatMap((line) => line.split(' ')),
);

/** Endings of pages that a server makes; such an address is a page, not a folder and not a file. */
const PAGE_ENDINGS: ReadonlySet<string> = new Set(
  'html htm xhtml shtml php php3 php5 phtml asp aspx jsp jspx jsf do cfm cgi pl md mdx'.split(' '),
);

/** Whether a path ends in the name of a file. A dot alone proves nothing: `/v1.2` and `/2024.10.03` are pages. */
export function isFilePath(pathname: string): boolean {
  return FILE_ENDINGS.has(endingOf(pathname));
}

/** Whether a path names a document inside a folder (`/docs/index.html`), by its ending. */
export function isDocumentPath(pathname: string): boolean {
  const ending = endingOf(pathname);
  return PAGE_ENDINGS.has(ending) || FILE_ENDINGS.has(ending);
}

/** What stands behind the last dot of the last segment, in lower case; '' without a dot. */
function endingOf(pathname: string): string {
  const name = pathname.slice(pathname.lastIndexOf('/') + 1);
  const dot = name.lastIndexOf('.');
  return dot === -1 ? '' : name.slice(dot + 1).toLowerCase();
}
