/** True when the lock time-out expired. */
export function isLockBusy(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03'
}

/** True when PostgreSQL ended this transaction because of a deadlock; a retry may succeed. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

/** True when a row has no partition: its month was dropped. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, constraint, message = '' } = (error ?? {}) as { code?: string; constraint?: string; message?: string }
  // For a distributed table, the coordinator reports it without the code.
  const isOfWorker = code === 'XX000' && message.startsWith('no partition of relation')
  return isOfWorker || (code === '23514' && constraint === undefined)
}

/** Name of the violated unique index or constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? (constraint ?? '') : null
}
