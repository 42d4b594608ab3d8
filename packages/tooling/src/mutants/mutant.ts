/** Subject of a guard: access, proof of a person's presence, limit, durability on disk, … */
export type GuardKind = 'access' | 'proof' | 'limit' | 'fsync' | 'signature' | 'idempotence' | 'escaping'

/** One guard removed from the code: a test must fail then, or nothing protects the guard. */
export interface Mutant {
  kind: GuardKind
  /** Behaviour of the product without the guard. */
  without: string
  /** Path below `packages/`. */
  file: string
  /** Text that is in the file exactly once, and its replacement. */
  from: string
  to: string
  /** Test file below `packages/` that must fail without the guard; only this file is run. */
  test: string
  /** Words in the names of the tests that must fail; used where the whole file takes long. */
  named?: string
  /** Fast enough for the short form. */
  quick?: true
}
