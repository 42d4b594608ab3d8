/** Something that a person has to do first; `next` is the command that does it, or shows what is wrong. */
export class Refusal extends Error {
  readonly next: string

  constructor(message: string, next: string, options?: ErrorOptions) {
    super(message, options)
    this.next = next
  }
}

/** What is printed of an error: what happened, and what to type next. */
export function tellOf(error: unknown, usualNext: string): string {
  const { next = usualNext } = (error ?? {}) as { next?: string }
  return `✗ ${error instanceof Error ? error.message : String(error)}\n  next: ${next}`
}
