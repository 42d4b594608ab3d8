import { Problem } from '../base/problem.ts'

/** A page asks for about as many things at once; what is more of one account, or of an address that is not signed in, waits for what it asked before. */
const mostAtOnce = 4
/** A main account makes any number of sub-accounts: all of them together are several people, and no more. */
const mostOfFamily = 16
/** Nobody's pages wait for so many. */
const mostWaiting = 1_000

/**
 * One processor works for all accounts. Of each so many requests are worked on at a time, so that who asks for much takes
 * his time from himself: others stand beside his requests in work, and not behind those that wait.
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
    if (account.running === 0) shares.delete(key)
  }
}
