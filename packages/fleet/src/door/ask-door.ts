import { UsageError } from '../options.ts'

/** Sends one request to a fleet's door and returns its data. Throws UsageError with the error code of the answer. */
export async function askDoor(origin: string, method: string, path: string, body?: unknown): Promise<unknown> {
  const response = await fetch(new URL(path, origin), {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
  }).catch((cause: unknown) => {
    throw new UsageError(`no fleet at ${origin}; start it with --door`, { cause })
  })
  const answer = (await response.json().catch(() => ({}))) as {
    success?: boolean
    data?: unknown
    errorCode?: string
    errorMessage?: string
  }
  if (answer.success) return answer.data
  throw new UsageError(
    `${answer.errorCode ?? `HTTP ${response.status}`}: ${answer.errorMessage ?? 'no fleet answers there'}`,
  )
}
