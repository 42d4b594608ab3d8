/** Name of an error that a person asked for; shell and remotes have copies of its class of their own. */
export const onPurpose = 'ErrorOnPurpose'

export const isOnPurpose = (error: unknown): boolean => error instanceof Error && error.name === onPurpose
