/** What a guard keeps: who may, that a person proved to be there, how much, that it is on the disk, … */
export type GuardKind = 'access' | 'proof' | 'limit' | 'fsync' | 'signature' | 'idempotence' | 'escaping'

/** One guard taken out of the code: a test has to fail then, or the guard is held by nothing. */
export interface Mutant {
  kind: GuardKind
  /** What the product does without it. */
  without: string
  /** Below `packages/`. */
  file: string
  /** Text that stands in the file exactly once, and what takes its place. */
  from: string
  to: string
  /** The test file below `packages/` that holds the guard: it alone is run, and has to fail. */
  test: string
  /** Words in the names of the tests there that hold it, where the file takes long. */
  named?: string
  /** Fast enough for the short form. */
  quick?: true
}
