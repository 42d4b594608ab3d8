/**
 * Work on items, `width` at a time. After the first failure nothing more is begun, and all that was begun has ended when it
 * is told: what it left can be taken away.
 */
export async function each<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items]
  const worker = async () => {
    try {
      for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await work(next)
    } catch (error) {
      waiting.length = 0
      throw error
    }
  }
  const ended = await Promise.allSettled(Array.from({ length: Math.min(width, items.length) }, worker))
  const failed = ended.find((one) => one.status === 'rejected')
  if (failed !== undefined) throw failed.reason
}
