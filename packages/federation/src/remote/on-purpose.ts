/** Name of the error that a person triggered on purpose: shell and remotes each have their own copy of its class. */
export const onPurpose = 'ErrorOnPurpose'

export const isOnPurpose = (error: unknown): boolean => error instanceof Error && error.name === onPurpose
