interface Connection {
  saveData?: boolean
  effectiveType?: string
}

/** Whether bytes are dear here: the person says so, or the line does. */
export function isDear(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || connection?.effectiveType?.endsWith('2g') === true
}
