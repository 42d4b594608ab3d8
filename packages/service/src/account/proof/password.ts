import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane; about 65 ms here. Algorithm 2 is argon2id. */
const inUse = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxParallel = 2

let cost = inUse
let decoy: Promise<string> | null = null

/** For tests: sets the cost of hashes; without an argument, restores the production cost. */
export function setHashCost(own: Partial<typeof inUse> = {}): void {
  cost = { ...inUse, ...own }
  decoy = null
}

/** Hash of no account: checking a password against it takes as long as against an account's. */
export const decoyHash = (): Promise<string> => (decoy ??= hashPassword('no account has this name'))

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password.normalize('NFKC')))
}

/** Runs at most two hashes at a time: many sign-ins must not take all threads from ingest. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= maxParallel) await new Promise<void>((resolve) => waiting.push(resolve))
  else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
}
