/** A station is in at most one group, and has any number of tags. */
export const tagKinds = ['group', 'tag'] as const
export type TagKind = (typeof tagKinds)[number]

export const tagRules = { name: { minLength: 1, maxLength: 40 }, most: 100 } as const

/** Maximum number of rows per bulk request; fewer for slow operations (shares). */
export const mostRows = 200
export const mostSharedRows = 20
/** Maximum number of rows that a filter may match for an operation on all of them. */
export const mostFoundRows = 10_000

export const savedLists = ['stations', 'devices'] as const
export type SavedList = (typeof savedLists)[number]
export const savedFilterRules = {
  name: { minLength: 1, maxLength: 40 },
  /** Query string of the list's URL. */
  query: { maxLength: 500, pattern: '^[\\x21-\\x7e]*$' },
  most: 50,
} as const
