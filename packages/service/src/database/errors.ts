/** True when somebody else held a lock for longer than was waited. */
export function isLockBusy(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '55P03'
}

/** True when this transaction was ended because it and another one waited for each other; done again, it may succeed. */
export function isDeadlock(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === '40P01'
}

/** True when no partition takes a row: its month was dropped. */
export function isPartitionMissing(error: unknown): boolean {
  const { code, constraint, message = '' } = (error ?? {}) as { code?: string; constraint?: string; message?: string }
  // Of a table that is spread, the coordinator says it without the code.
  const isOfWorker = code === 'XX000' && message.startsWith('no partition of relation')
  return isOfWorker || (code === '23514' && constraint === undefined)
}

/** Name of the violated unique index or constraint, or null. */
export function violatedUnique(error: unknown): string | null {
  const { code, constraint } = (error ?? {}) as { code?: string; constraint?: string }
  return code === '23505' ? (constraint ?? '') : null
}
