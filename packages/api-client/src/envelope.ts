import { ApiError, knownCode, type ApiIssue } from './api-error.ts'

export interface Result<T> {
  /** Null: the service answered `status: "error"`, which the specification treats as empty. */
  data: T | null
  /** Number of all entries, if the reply is one page of a list. */
  total?: number
}

type Body = Record<string, unknown>

const isBody = (value: unknown): value is Body => typeof value === 'object' && value !== null && !Array.isArray(value)

function issuesIn(value: unknown): ApiIssue[] {
  if (!Array.isArray(value)) return []
  return value.filter(isBody).map((issue) => ({ path: textOf(issue['path']), message: textOf(issue['message']) }))
}

/**
 * Turns a reply into data by the rules of the specification, section 7.
 * `status: "error"` becomes empty without a message; `success: false` throws `ApiError`; a body that is no envelope
 * throws `client.badReply`. `retryAfter` is the reply's header of that name.
 */
export function readEnvelope<T>(body: unknown, status: number, retryAfter?: unknown): Result<T> {
  if (!isBody(body)) throw new ApiError('client.badReply', status)
  if (body['status'] === 'error') return { data: null }
  if (body['success'] === false) {
    const traceId = typeof body['traceId'] === 'string' ? body['traceId'] : ''
    const issues = issuesIn(body['issues'])
    throw new ApiError(knownCode(body['errorCode']), status, traceId, issues, secondsOf(retryAfter))
  }
  if (body['success'] !== true) throw new ApiError('client.badReply', status)
  const data = (body['data'] ?? null) as T | null
  return typeof body['total'] === 'number' ? { data, total: body['total'] } : { data }
}

/** Seconds of a Retry-After header; the service sends no dates. */
function secondsOf(header: unknown): number | undefined {
  const seconds = typeof header === 'string' ? Number(header) : Number.NaN
  return Number.isFinite(seconds) && seconds > 0 ? seconds : undefined
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}
