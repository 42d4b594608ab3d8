/** Services behind the release host, and which of them are in use. */
export interface Services {
  /** Origins, in the order in which they are to be tried for one request: those in use in turn, then the others. */
  inTurn: () => string[]
  /** The first of those. */
  pick: () => string
  /** A request found nobody there: it is not in use until a check finds it again. */
  missed: (origin: string) => void
  /** Aborted when this one is found silent, while another one is there to be asked. */
  silence: (origin: string) => AbortSignal | undefined
  state: () => { origin: string; inUse: boolean }[]
  close: () => void
}

/** Each is asked whether it can serve this often, and has so long for its answer, in ms. */
const checkEveryMs = 2_000
const patienceMs = 2_000
/** Of the error that ends what a silent one was asked. */
export const silentCode = 'SERVICE_SILENT'
/** A slow answer may come once; so many in a row do not. */
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
 * Watches over services by `/readyz`: one that does not answer is taken out, and comes back with its first good answer.
 * What a silent one was asked to read is asked of another, and streams from it end, so that they begin anew elsewhere.
 * A single one is always in use. Where none is, all are: what they say themselves is better than a guess.
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
