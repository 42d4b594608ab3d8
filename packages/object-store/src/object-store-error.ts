/** The store cannot be reached, or refuses the request; the message names it. */
export class ObjectStoreError extends Error {}
