import type { Key } from './book.ts'

const ofRemote = /\/r\/(?!shell\/)([a-z][a-z0-9-]*\/\d+\.\d+\.\d+-[0-9a-f]{12})\//
/** Needs Error.captureStackTrace; engines without it (old Firefox, Safari) take no traces. */
const canTrace = 'captureStackTrace' in Error

/** The first stack line with a URL among this many callers of `wrapper`. */
function firstFile(wrapper: (...args: never[]) => unknown, callers: number): string | undefined {
  const holder: { stack?: string } = {}
  const limit = Error.stackTraceLimit
  Error.stackTraceLimit = callers
  Error.captureStackTrace(holder, wrapper)
  Error.stackTraceLimit = limit
  return holder.stack?.split('\n').find((line) => line.includes('://'))
}

/**
 * The remote whose code calls `wrapper`, by the first file in the stack; undefined: not a remote. This runs for each
 * timer of the page, and each stack line costs time, so one line is tried first: it is mostly enough.
 */
export function callerOf(wrapper: (...args: never[]) => unknown): Key | undefined {
  if (!canTrace) return undefined
  const first = firstFile(wrapper, 1) ?? firstFile(wrapper, 10)
  return first === undefined ? undefined : ofRemote.exec(first)?.[1]
}

// oxlint-disable-next-line typescript/no-explicit-any -- whatever the page calls it with is passed on as it is
export type Any = (...args: any[]) => any
type Wrap = (original: Any) => Any

export function wrapped(holder: object, name: string, wrap: Wrap): void {
  const original = Reflect.get(holder, name) as Any | undefined
  if (typeof original === 'function') Reflect.defineProperty(holder, name, { value: wrap(original), configurable: true, writable: true }) // prettier-ignore
}
