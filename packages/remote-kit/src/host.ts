import type { Credentials } from './credentials.ts'

/** The release host refuses the request. */
export class HostRefuses extends Error {
  readonly status: number
  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

export interface Asked {
  method?: string
  body?: unknown
  headers?: Record<string, string>
}

/** Error of an unreachable host, with the network's error code. */
const away = (url: string) => (error: Error) => {
  const { cause } = error as { cause?: { code?: string; message?: string } }
  throw new Error(`${url} does not answer (${cause?.code ?? cause?.message ?? error.message})`, { cause: error })
}

/** Sends a request with a token to a release host. @throws HostRefuses, or Error if the host cannot be reached */
export async function askHost<T>(url: string, path: string, credentials: Credentials, asked: Asked = {}): Promise<T> {
  const { method = 'GET', body, headers = {} } = asked
  const isBytes = body instanceof Uint8Array
  const reply = await fetch(new URL(path, url), {
    method,
    headers: {
      authorization: `Bearer ${await credentials.token()}`,
      ...(body === undefined || isBytes ? {} : { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body === undefined ? {} : { body: isBytes ? (body as Uint8Array<ArrayBuffer>) : JSON.stringify(body) }),
    redirect: 'error',
  }).catch(away(url))
  const text = await reply.text()
  if (reply.ok) return JSON.parse(text) as T
  let message = text
  try {
    message = (JSON.parse(text) as { message?: string }).message ?? text
  } catch {
    // The answer is not JSON: it comes from a proxy in front of the host.
  }
  throw new HostRefuses(reply.status, message || `the host answers ${reply.status}`)
}
