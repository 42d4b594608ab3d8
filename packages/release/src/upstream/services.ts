/** Services behind the release host, and which of them are in use. */
export interface Services {
  /** Origins in the order of tries for one request: those in use, round robin, then the others. */
  inTurn: () => string[]
  /** The first of those. */
  pick: () => string
  /** A request could not connect: the service is out of use until a check finds it ready. */
  missed: (origin: string) => void
  /** Aborts when this service is found silent while another one is in use. */
  silence: (origin: string) => AbortSignal | undefined
  state: () => { origin: string; inUse: boolean }[]
  close: () => void
}

/** Interval of readiness checks, and their time-out, in ms. */
const checkEveryMs = 2_000
const patienceMs = 2_000
/** Code of the error that ends requests to a silent service. */
export const silentCode = 'SERVICE_SILENT'
/** Failed checks in a row until a service is taken out of use: a single slow answer is tolerated. */
const failuresUntilOut = 2

export interface ServicesOptions {
  checkEveryMs?: number
  log?: (line: string) => void
}

async function ask(origin: string): Promise<'ready' | 'refuses' | 'silent'> {
  try {
    const reply = await fetch(`${origin}/readyz`, { signal: AbortSignal.timeout(patienceMs), redirect: 'error' })
    await reply.body?.cancel()
    return reply.ok ? 'ready' : 'refuses'
  } catch {
    return 'silent'
  }
}

/**
 * Checks services by `/readyz`: one that fails is taken out of use, and returns with its first good answer. Reading
 * requests to a silent service are repeated at another one, and its streams are ended so that they reconnect elsewhere.
 * A single service is always in use. Where none is in use, all are tried: their own errors say more than a guess.
 * @throws Error where an address is no origin
 */
export function createServices(addresses: readonly string[], options: ServicesOptions = {}): Services {
  const { checkEveryMs: every = checkEveryMs, log = () => {} } = options
  const members = [...new Set(addresses.map(originOf))].map((origin) => ({
    origin,
    inUse: true,
    failures: 0,
    silence: new AbortController(),
  }))
  if (members.length === 0) throw new Error('the release host needs the address of a service')
  let turn = 0

  function take(member: (typeof members)[number], inUse: boolean): void {
    if (member.inUse === inUse) return
    member.inUse = inUse
    log(`service ${member.origin} ${inUse ? 'is back' : 'does not answer and is taken out'}`)
  }
  async function check(member: (typeof members)[number]): Promise<void> {
    const answer = await ask(member.origin)
    member.failures = answer === 'ready' ? 0 : member.failures + 1
    if (answer === 'ready') return take(member, true)
    if (member.failures < failuresUntilOut) return
    take(member, false)
    if (answer === 'refuses' || !members.some(({ inUse }) => inUse)) return
    member.silence.abort(Object.assign(new Error('the service does not answer'), { code: silentCode }))
    member.silence = new AbortController()
  }
  const timer = members.length > 1 ? setInterval(() => void Promise.all(members.map(check)), every) : undefined
  timer?.unref()

  function inTurn(): string[] {
    const start = turn++ % members.length
    const round = [...members.slice(start), ...members.slice(0, start)]
    return [...round.filter(({ inUse }) => inUse), ...round.filter(({ inUse }) => !inUse)].map(({ origin }) => origin)
  }

  return {
    inTurn,
    pick: () => inTurn()[0] ?? '',
    missed: (origin) => {
      const member = members.find((each) => each.origin === origin)
      if (member !== undefined && members.length > 1) take(member, false)
    },
    silence: (origin) => members.find((each) => each.origin === origin)?.silence.signal,
    state: () => members.map(({ origin, inUse }) => ({ origin, inUse })),
    close: () => clearInterval(timer),
  }
}

function originOf(address: string): string {
  const url = URL.canParse(address) ? new URL(address) : undefined
  if (url !== undefined && /^https?:$/.test(url.protocol) && url.pathname === '/') return url.origin
  throw new Error(`"${address}" is no address of a service: http://127.0.0.1:4600`)
}
