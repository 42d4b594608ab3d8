import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Found } from '../discover/found.ts'
import { foundSources } from './found-sources.ts'

const found = (kind: string, address: string, source: string | null = `${kind}=${address}`): Found => ({
  kind,
  address,
  port: 80,
  source,
})

function searches(...answers: Found[][]) {
  const said: string[] = []
  let looked = 0
  let waitedMs = 0
  return {
    folder: mkdtempSync(join(tmpdir(), 'search-')),
    search: async () => answers[Math.min(looked++, answers.length - 1)] ?? [],
    wait: async (ms: number) => void (waitedMs += ms),
    say: (text: string) => void said.push(text),
    isNamed: async () => false,
    looked: () => looked,
    waitedMs: () => waitedMs,
  }
}

test('reads a device with two protocols once, skips unreadable ones, and does not search on the next start', async () => {
  const world = searches([
    found('fronius', '10.0.0.2'),
    found('shelly', '10.0.0.3'),
    found('sunspec', '10.0.0.2'),
    found('envoy', '10.0.0.4', null),
  ])
  const sources = ['sunspec=10.0.0.2', 'shelly=10.0.0.3']
  expect(await foundSources({ ...world, isPatient: true })).toEqual(sources)
  expect(await foundSources({ ...world, isPatient: true })).toEqual(sources)
  expect(world.looked()).toBe(1)
})

test('repeats the search until a device is found; with --once it searches once', async () => {
  const night = searches([], [], [found('sunspec', '10.0.0.2')])
  expect(await foundSources({ ...night, isPatient: true })).toEqual(['sunspec=10.0.0.2'])
  expect([night.looked(), night.waitedMs()]).toEqual([3, 20 * 60_000])
  expect(await foundSources({ ...searches([]), isPatient: false })).toEqual([])
})

test('stops searching when the portal names a device', async () => {
  const night = searches([])
  let asked = 0
  const isNamed = async () => ++asked > 4
  expect(await foundSources({ ...night, isNamed, isPatient: true })).toEqual([])
  expect([night.looked(), night.waitedMs()]).toEqual([1, 4 * 60_000])
})
