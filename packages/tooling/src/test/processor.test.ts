import { execFileSync } from 'node:child_process'
import { processorSeconds } from './processor.ts'

const isLinux = process.platform === 'linux'

test('what a program used counts when it has ended; a system that does not tell has no figure', () => {
  if (!isLinux) return expect(processorSeconds()).toBeNaN()
  const before = processorSeconds()
  execFileSync(process.execPath, ['-e', 'while (process.cpuUsage().user < 300_000);'])
  expect(processorSeconds() - before).toBeGreaterThanOrEqual(0.28)
})
