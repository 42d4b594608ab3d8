import { UsageError } from '../options.ts'

/** One request to a fleet's door; its data. Throws UsageError with the code that it answers. */
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
