const downCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOENT',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  // The server has become a standby, or is not yet promoted.
  '25006',
  '57P01',
  '57P02',
  '57P03',
  '53300',
  '08000',
  '08001',
  '08003',
  '08006',
])

/** True when the database cannot be reached, as opposed to a statement that it refused. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && downCodes.has(code)) return true
  // The last one: a worker of a Citus cluster went down behind a kept connection.
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|failure on connection marked as essential/.test(
    String(message),
  )
}

export function isStorageFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '53100' || code === 'ENOSPC'
}
