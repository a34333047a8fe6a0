/** What lies beside the files of a backup and says what they are. */
export const MANIFEST = 'backup.json';

/** The version this program writes; a greater one was written by a newer Heimdall. */
export const MANIFEST_VERSION = 1;

/** Where a backup is gathered and checked; while it is there, the data directory may be half of each and is not opened. */
export const RESTORING = 'restoring';
