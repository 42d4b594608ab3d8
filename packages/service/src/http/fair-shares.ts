import { Problem } from '../base/problem.ts'

/** A page asks for about as many things at once; what is more of one account, or of an address that is not signed in, waits for what it asked before. */
const mostAtOnce = 4
/** Nobody's pages wait for so many. */
const mostWaiting = 1_000

/**
 * One processor works for all accounts. Of each so many requests are worked on at a time, so that who asks for much takes
 * his time from himself: others stand beside his requests in work, and not behind those that wait.
 */
export class FairShares {
  readonly #accounts = new Map<string, { running: number; waiting: (() => void)[] }>()

  /** @throws Problem request.tooMany */
  async during<T>(accountId: string, work: () => Promise<T>): Promise<T> {
    const account = this.#accounts.get(accountId) ?? { running: 0, waiting: [] }
    this.#accounts.set(accountId, account)
    if (account.running >= mostAtOnce) {
      if (account.waiting.length >= mostWaiting) throw new Problem('request.tooMany')
      // Who ends hands his place on: it is never free in between.
      await new Promise<void>((resolve) => account.waiting.push(resolve))
    } else {
      account.running += 1
    }
    try {
      return await work()
    } finally {
      const next = account.waiting.shift()
      if (next) next()
      else account.running -= 1
      if (account.running === 0) this.#accounts.delete(accountId)
    }
  }
}
