/**
 * Days in which a deletion of an account can be cancelled; longer than nightly backups are kept: see the service's
 * README.
 */
export const accountDeletionDays = 14
/** Days that the copy of an account can be downloaded. */
export const accountCopyDays = 7
