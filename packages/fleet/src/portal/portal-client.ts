import { apiBasePath } from '@helioport/contract'
import type { BodyOf, EndpointName, Endpoints, ParamsOf, QueryOf, ReplyOf } from '@helioport/contract/endpoints'

type Arguments<N extends EndpointName> = {
  params?: ParamsOf<Endpoints[N]>
  query?: QueryOf<Endpoints[N]>
  /** Raw bytes if the endpoint takes a file. */
  body?: Endpoints[N] extends { upload: 'file' } ? Uint8Array<ArrayBuffer> : BodyOf<Endpoints[N]>
}

/** The service refused (`code`, `status`), or is unreachable (status 0, code "unreachable"). */
export class PortalError extends Error {
  readonly code: string
  readonly status: number
  constructor(message: string, code: string, status: number) {
    super(message)
    this.code = code
    this.status = status
  }
}

export interface PortalClient {
  /** `data` of the reply; throws PortalError. */
  call: <N extends EndpointName>(name: N, args?: Arguments<N>) => Promise<ReplyOf<Endpoints[N]>>
}

const timeoutMs = 20_000

/**
 * API client of one signed-in person. Session cookie and password are kept in memory and never stored; the password
 * answers requests for a proof of the person.
 */
export function portalClient(origin: string, session?: string): PortalClient {
  let cookie = session === undefined ? '' : `helioport_session=${session}`
  let password: string | undefined
  return {
    async call(name, args = {}) {
      if (name === 'POST /session') ({ password } = args.body as BodyOf<Endpoints['POST /session']>)
      try {
        return await ask(name, args)
      } catch (error) {
        if (password === undefined || !hasCode(error, 'session.proofRequired')) throw error
        await ask('POST /session/proof', { body: { password } })
        return ask(name, args)
      }
    },
  }

  async function ask<N extends EndpointName>(name: N, args: Arguments<N>): Promise<ReplyOf<Endpoints[N]>> {
    const [method, path = ''] = name.split(' ')
    const params = (args.params ?? {}) as Record<string, string>
    const filled = path.replace(/:(\w+)/g, (_, key: string) => encodeURIComponent(params[key] ?? ''))
    const url = new URL(apiBasePath + filled, origin)
    for (const [key, value] of Object.entries(args.query ?? {})) url.searchParams.set(key, String(value))
    const isFile = args.body instanceof Uint8Array
    const request: RequestInit = {
      headers: {
        'x-requested-with': 'XMLHttpRequest',
        accept: 'application/json',
        ...(cookie ? { cookie } : {}),
        ...(args.body === undefined
          ? {}
          : { 'content-type': isFile ? 'application/octet-stream' : 'application/json' }),
      },
      signal: AbortSignal.timeout(timeoutMs),
      ...(method ? { method } : {}),
      ...(args.body === undefined
        ? {}
        : { body: args.body instanceof Uint8Array ? args.body : JSON.stringify(args.body) }),
    }
    const response = await fetch(url, request).catch((error: unknown) => {
      const cause = error instanceof Error && error.cause instanceof Error ? error.cause.message : String(error)
      throw new PortalError(`${url.origin} cannot be reached: ${cause}`, 'unreachable', 0)
    })
    const set = response.headers.getSetCookie()
    if (set.length > 0) cookie = set.map((line) => line.split(';')[0]).join('; ')
    const answer = (await response.json().catch(() => ({}))) as {
      success?: boolean
      data?: unknown
      errorCode?: string
      errorMessage?: string
    }
    if (!response.ok || answer.success !== true) {
      const code = answer.errorCode ?? `http.${response.status}`
      throw new PortalError(`${name}: ${code} ${answer.errorMessage ?? ''}`.trim(), code, response.status)
    }
    return answer.data as never
  }
}

export const hasCode = (error: unknown, code: string): boolean => error instanceof PortalError && error.code === code

/** Waits for the service, then signs in. Throws PortalError when account or password is wrong. */
export async function signIn(
  client: PortalClient,
  account: string,
  password: string,
  retry: { wait: (attempt: number) => Promise<void>; attempts: number; report: (text: string) => void },
): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await client.call('POST /session', { body: { account, password } })
      return
    } catch (error) {
      const temporary =
        error instanceof PortalError && (error.status === 0 || error.status >= 500 || error.status === 429)
      if (!temporary || attempt + 1 >= retry.attempts) throw error
      if (attempt === 0) retry.report(`${error.message}; waiting for it`)
      await retry.wait(attempt)
    }
  }
}
