interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether to save data: the person asked for it, or the connection is slow. */
export function isDear(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
