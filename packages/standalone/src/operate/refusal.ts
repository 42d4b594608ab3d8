import { userInfo } from 'node:os'

/** Something that a person has to do first; `next` is the command that does it, or shows what is wrong. */
export class Refusal extends Error {
  readonly next: string

  constructor(message: string, next: string, options?: ErrorOptions) {
    super(message, options)
    this.next = next
  }
}

/** A container may run by a number that has no name. */
function ownName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** What is printed of an error: what happened, and what to type next. `user`: by whose right the program runs. */
export function tellOf(error: unknown, usualNext: string, user = ownName()): string {
  const { next = usualNext, code, path, syscall } = (error ?? {}) as NodeJS.ErrnoException & { next?: string }
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    const grant = syscall === 'mkdir' ? `install -d -m 700 -o ${user}` : `chown -R ${user}`
    return `✗ ${user} has no right to ${syscall === 'mkdir' ? 'make' : 'use'} ${path}\n  next: sudo ${grant} ${path}`
  }
  return `✗ ${error instanceof Error ? error.message : String(error)}\n  next: ${next}`
}
