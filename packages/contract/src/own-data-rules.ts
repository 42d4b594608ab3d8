/** Days in which a deletion of an account can be taken back. Longer than nightly backups are kept: see the service's README. */
export const accountDeletionDays = 14
/** Days that the copy of an account lies ready. */
export const accountCopyDays = 7
