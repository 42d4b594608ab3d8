/**
 * Tests of Node run without a sandbox (jest-light-runner), which knows no time limit: one that hangs would hold the whole
 * run. A test or hook ends after the limit that it names, or this one, in ms; HELIOPORT_TEST_LIMIT_MS makes it another.
 */
const limit = Number(process.env['HELIOPORT_TEST_LIMIT_MS'] ?? 800_000)

type Work = (...args: never[]) => unknown
type Timed = (...args: unknown[]) => Promise<unknown>

/** `work` that fails when it takes longer than `ms`. */
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

/** `test`, or one of its kinds, with the limit about each test. */
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

/** Of the runner, once a worker: puts the limit about what tests are made with. */
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
