import { askAgainMs, createConnectionWatch } from './connection-watch.ts'

function watchOf(answers: readonly boolean[]) {
  const queue = [...answers]
  const said: string[] = []
  const network = { online: true }
  let asked = 0
  const watch = createConnectionWatch({
    ask: async () => {
      asked += 1
      if (!(queue.shift() ?? true)) throw new Error('no answer')
    },
    isOnline: () => network.online,
  })
  watch.onBack(() => said.push('back'))
  watch.subscribe(() => said.push(watch.state()))
  return { watch, said, network, asked: () => asked }
}

beforeEach(() => {
  jest.useFakeTimers()
})
afterEach(() => {
  jest.useRealTimers()
})

describe('createConnectionWatch', () => {
  it('sends no request while the service answers', async () => {
    const { watch, said, asked } = watchOf([])
    watch.report(true)
    await jest.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(0)
    expect(said).toEqual([])
  })

  it('retries with growing delays until a reply, and reports it once', async () => {
    const { watch, said, asked } = watchOf([false, false, true])
    watch.report(false)
    watch.report(false)
    expect(watch.state()).toBe('down')
    await jest.advanceTimersByTimeAsync(askAgainMs[0])
    expect(asked()).toBe(1)
    await jest.advanceTimersByTimeAsync(askAgainMs[1])
    expect(asked()).toBe(2)
    await jest.advanceTimersByTimeAsync(askAgainMs[2] - 1)
    expect(asked()).toBe(2)
    await jest.advanceTimersByTimeAsync(1)
    expect(said).toEqual(['down', 'back', 'ok'])
    await jest.advanceTimersByTimeAsync(60_000)
    expect(asked()).toBe(3)
  })

  it('reports offline first, and asks the service at once when the network is back', async () => {
    const { watch, said, network, asked } = watchOf([true])
    watch.report(false)
    network.online = false
    watch.networkChanged()
    network.online = true
    watch.networkChanged()
    await jest.advanceTimersByTimeAsync(0)
    expect(asked()).toBe(1)
    expect(said).toEqual(['down', 'offline', 'down', 'back', 'ok'])
  })
})
