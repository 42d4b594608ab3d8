/**
 * Runs `work` for one item at a time. Of the items that arrive meanwhile only the newest runs: a wheel asks for more
 * drawings than a slow processor makes. The promise settles when its item, or a newer one in its place, is done.
 */
export function newest<Item>(work: (item: Item) => Promise<void>): (item: Item) => Promise<void> {
  let running: Promise<void> | undefined
  let next: { item: Item; done: Promise<void> } | undefined
  const start = (item: Item) => {
    const own = work(item).finally(() => {
      if (running === own && !next) running = undefined
    })
    running = own
    return own
  }
  return (item) => {
    if (!running) return start(item)
    if (next) {
      next.item = item
      return next.done
    }
    const take = () => {
      const wanted = next?.item ?? item
      next = undefined
      return start(wanted)
    }
    next = { item, done: running.then(take, take) }
    return next.done
  }
}
