import { execFileSync } from 'node:child_process'
import { processorSeconds } from './processor.ts'

const isLinux = process.platform === 'linux'

test('counts a program’s processor time after it exits; the figure is NaN where the system has none', () => {
  if (!isLinux) return expect(processorSeconds()).toBeNaN()
  const before = processorSeconds()
  execFileSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);'])
  expect(processorSeconds() - before).toBeGreaterThanOrEqual(0.28)
})
