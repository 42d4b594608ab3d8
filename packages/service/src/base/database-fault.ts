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

/** True when the error says that the database cannot be reached now, as opposed to: it refused what was asked. */
export function isDatabaseDown(error: unknown): boolean {
  const { code, message } = (error ?? {}) as { code?: unknown; message?: unknown }
  if (typeof code === 'string' && downCodes.has(code)) return true
  // The last: of a cluster, a worker that went while a connection to it was kept.
  return /Connection terminated|timeout exceeded when trying to connect|Client has encountered a connection error|not queryable|failure on connection marked as essential/.test(
    String(message),
  )
}

export function isStorageFull(error: unknown): boolean {
  const code = (error as { code?: unknown } | null)?.code
  return code === '53100' || code === 'ENOSPC'
}
