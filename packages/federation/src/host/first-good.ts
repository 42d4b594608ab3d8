/** Outcome of trying candidates in order of preference. */
export type FirstGood<T> =
  | { ok: true; value: T; position: number; errors: ReadonlyMap<number, unknown> }
  | { ok: false; errors: ReadonlyMap<number, unknown> }

export interface Patience {
  /** Wait (ms) for an answer before the next candidate starts in parallel; the first result is taken. */
  hedgeMs: number
  /** Total time (ms) after which pending candidates count as failed. */
  deadlineMs: number
  /** Makes the error of a candidate that did not answer in time. */
  lateError: () => unknown
}

/** Tries candidates in order; never throws. Errors are listed by the position of the candidate. */
export function firstGood<T>(candidates: readonly (() => Promise<T>)[], patience: Patience): Promise<FirstGood<T>> {
  const errors = new Map<number, unknown>()
  return new Promise((resolve) => {
    let started = 0
    let done = false
    let hedge: ReturnType<typeof setTimeout> | undefined
    const deadline = setTimeout(() => finish(), patience.deadlineMs)

    const finish = (good?: { value: T; position: number }) => {
      if (done) return
      done = true
      clearTimeout(deadline)
      clearTimeout(hedge)
      const before = good?.position ?? started
      for (let i = 0; i < before; i += 1) if (!errors.has(i)) errors.set(i, patience.lateError())
      resolve(good === undefined ? { ok: false, errors } : { ok: true, ...good, errors })
    }
    const startNext = () => {
      clearTimeout(hedge)
      const position = started
      const candidate = candidates[position]
      if (candidate === undefined || done) return
      started += 1
      hedge = setTimeout(startNext, patience.hedgeMs)
      candidate().then(
        (value) => finish({ value, position }),
        (error: unknown) => {
          if (done) return
          errors.set(position, error)
          if (errors.size === candidates.length) finish()
          else if (position === started - 1) startNext()
        },
      )
    }
    if (candidates.length === 0) finish()
    else startNext()
  })
}
