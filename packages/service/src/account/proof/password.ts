import { hash, verify } from '@node-rs/argon2'

/** OWASP's first choice for argon2id: 19 MiB, 2 passes, 1 lane; about 65 ms here. Algorithm 2 is argon2id. */
const inUse = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 }
const maxParallel = 2

let cost = inUse
let decoy: Promise<string> | null = null

/** Of tests: what hashes cost from now on; without an argument, what they cost in use. */
export function setHashCost(own: Partial<typeof inUse> = {}): void {
  cost = { ...inUse, ...own }
  decoy = null
}

/** The hash of nobody: to try a password against it takes as long as against that of an account. */
export const decoyHash = (): Promise<string> => (decoy ??= hashPassword('no account has this name'))

let running = 0
const waiting: (() => void)[] = []

export function hashPassword(password: string): Promise<string> {
  return inTurn(() => hash(password.normalize('NFKC'), cost))
}

export function isPassword(passwordHash: string, password: string): Promise<boolean> {
  return inTurn(() => verify(passwordHash, password.normalize('NFKC')))
}

/** Sign-ins in bulk must not take all threads from ingest: at most two at a time. */
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
