import { Problem } from '../base/problem.ts'

/**
 * Concurrent requests of one account, or of one network without a sign-in; about what a page sends. Further ones wait.
 */
const mostAtOnce = 4
/** Concurrent requests of a main account with all its sub-accounts, whose number is not limited. */
const mostOfFamily = 16
/** Bound of the queue; more than any page needs. */
const mostWaiting = 1_000

/**
 * Limits concurrent requests per account, since one processor serves all accounts: an account that sends many requests
 * delays only itself, because other accounts do not queue behind its waiting requests.
 */
export class FairShares {
  readonly #accounts: Shares = new Map()
  readonly #families: Shares = new Map()

  /** `family`: the main account, where there is one. @throws Problem request.tooMany */
  during<T>(accountId: string, work: () => Promise<T>, family: string | null = null): Promise<T> {
    return inTurn(this.#accounts, accountId, mostAtOnce, () =>
      family === null ? work() : inTurn(this.#families, family, mostOfFamily, work),
    )
  }
}

type Shares = Map<string, { running: number; waiting: (() => void)[] }>

async function inTurn<T>(shares: Shares, key: string, most: number, work: () => Promise<T>): Promise<T> {
  const account = shares.get(key) ?? { running: 0, waiting: [] }
  shares.set(key, account)
  if (account.running >= most) {
    if (account.waiting.length >= mostWaiting) throw new Problem('request.tooMany')
    // A finished request passes its slot to the next: it is never free in between.
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
    if (account.running === 0) shares.delete(key)
  }
}
