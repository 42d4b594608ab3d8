import { userInfo } from 'node:os'

/** Something that a person has to do first; `next` is the command that does it, or shows the problem. */
export class Refusal extends Error {
  readonly next: string

  constructor(message: string, next: string, options?: ErrorOptions) {
    super(message, options)
    this.next = next
  }
}

/** In a container the user id may have no name. */
function ownName(): string {
  try {
    return userInfo().username
  } catch {
    return String(process.getuid?.())
  }
}

/** Text of an error: what happened, and what to type next. `user`: the user that runs the program. */
export function tellOf(error: unknown, usualNext: string, user = ownName()): string {
  const { next = usualNext, code, path, syscall } = (error ?? {}) as NodeJS.ErrnoException & { next?: string }
  if ((code === 'EACCES' || code === 'EPERM') && path !== undefined) {
    const grant = syscall === 'mkdir' ? `install -d -m 700 -o ${user}` : `chown -R ${user}`
    return `✗ ${user} has no right to ${syscall === 'mkdir' ? 'make' : 'use'} ${path}\n  next: sudo ${grant} ${path}`
  }
  return `✗ ${error instanceof Error ? error.message : String(error)}\n  next: ${next}`
}
