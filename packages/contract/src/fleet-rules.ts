/** A station is in one group at most, and has as many tags as somebody likes. */
export const tagKinds = ['group', 'tag'] as const
export type TagKind = (typeof tagKinds)[number]

export const tagRules = { name: { minLength: 1, maxLength: 40 }, most: 100 } as const

/** So many rows are done in one request at most; of what takes longer fewer. */
export const mostRows = 200
export const mostSharedRows = 20
/** So many rows a filter can find for what is done with all of them. */
export const mostFoundRows = 10_000

export const savedLists = ['stations', 'devices'] as const
export type SavedList = (typeof savedLists)[number]
export const savedFilterRules = {
  name: { minLength: 1, maxLength: 40 },
  /** What stands in the address of the list behind its question mark. */
  query: { maxLength: 500, pattern: '^[\\x21-\\x7e]*$' },
  most: 50,
} as const
