/**
 * Node tests run without a sandbox (jest-light-runner), which has no time limit: a hanging test would block the whole
 * run. Each test or hook ends after its own limit, or after this one, in ms; HELIOPORT_TEST_LIMIT_MS changes the
 * default.
 */
const limit = Number(process.env['HELIOPORT_TEST_LIMIT_MS'] ?? 800_000)

type Work = (...args: never[]) => unknown
type Timed = (...args: unknown[]) => Promise<unknown>

/** `work`, failing if it takes longer than `ms`. */
function within(work: Work, ms = limit): Timed {
  return async (...args) => {
    let timer: NodeJS.Timeout | undefined
    const late = new Promise<never>((_, reject) => {
      timer = setTimeout(() => reject(new Error(`Took longer than ${ms} ms`)), ms)
    })
    try {
      return await Promise.race([work(...(args as never[])), late])
    } finally {
      clearTimeout(timer)
    }
  }
}

type Define = (name: string, work: Work, ms?: number) => unknown

/** `test`, or a variant of it, with the limit around each test. */
const limited =
  (define: (name: string, work: Timed) => unknown): Define =>
  (name, work, ms) =>
    define(name, within(work, ms))

type Each = (...table: never[]) => (name: string, work: Timed) => unknown
const limitedEach =
  (each: Each) =>
  (...table: never[]): Define =>
    limited(each(...table))

interface Globals extends Record<(typeof hooks)[number], (work: Timed) => void> {
  test: Parameters<typeof limited>[0] & {
    each: Each
    skip: unknown
    todo: unknown
    only: Parameters<typeof limited>[0]
  }
}

const hooks = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'] as const

/** Called by the runner once per worker: adds the limit to the global functions that define tests and hooks. */
export default function limitTests(): void {
  const names = globalThis as unknown as Globals
  for (const hook of hooks) {
    const define = names[hook]
    Object.assign(names, { [hook]: (work: Work, ms?: number) => define(within(work, ms)) })
  }
  const { each, skip, todo, only } = names.test
  const test = Object.assign(limited(names.test), { each: limitedEach(each), skip, todo, only: limited(only) })
  Object.assign(names, { test, it: test })
}
