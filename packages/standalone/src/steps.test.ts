import { createServer } from 'node:net'
import { freePortFrom, host } from './ports.ts'
import { StepFailed, stepsOn } from './steps.ts'

function recorder(isTTY: boolean) {
  let text = ''
  return { isTTY, write: (part: string) => (text += part), text: () => text }
}

test('a step prints its progress and its duration', async () => {
  const output = recorder(true)
  let now = 0
  const steps = stepsOn(output, () => now)
  await steps.run('Plants report', 'Try again.', async (say) => {
    say('history 42 %')
    now = 1500
  })
  expect(output.text()).toContain('Plants report: history 42 %')
  expect(output.text()).toContain('✓ Plants report (1.5 s)\n')
})

test('a failed step prints its reason and advice once', async () => {
  const output = recorder(false)
  const steps = stepsOn(output, () => 0)
  const outer = steps.run('Outer', 'never shown', () =>
    steps.run('Inner', 'Look into the log.', () => Promise.reject(new Error('no disk'))),
  )
  await expect(outer).rejects.toThrow(StepFailed)
  expect(output.text()).toContain('✗ Inner failed after 0.0 s: no disk\n  Look into the log.')
  expect(output.text()).not.toContain('never shown')
})

test('reports a port in use and takes the next free one', async () => {
  const holder = createServer()
  await new Promise<void>((done) => holder.listen(0, host, done))
  const address = holder.address()
  const port = typeof address === 'object' && address ? address.port : 0
  const taken: number[] = []
  expect(await freePortFrom(port, (busy) => taken.push(busy))).toBeGreaterThan(port)
  expect(taken[0]).toBe(port)
  await new Promise((done) => holder.close(done))
})
