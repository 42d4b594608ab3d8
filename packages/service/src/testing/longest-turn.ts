/**
 * For how long at most the event loop was kept from its next turn by this thread's own work, in ms of its processor: what
 * other processes take from it is not counted, so that the figure is the same on a machine that has much else to do.
 */
export async function longestTurn(work: () => Promise<unknown>): Promise<number> {
  let longest = 0
  let last = ownMs()
  const look = () => {
    const now = ownMs()
    longest = Math.max(longest, now - last)
    last = now
  }
  const timer = setInterval(look, 1)
  try {
    await work()
  } finally {
    look()
    clearInterval(timer)
  }
  return longest
}

function ownMs(): number {
  const { user, system } = process.threadCpuUsage()
  return (user + system) / 1000
}
