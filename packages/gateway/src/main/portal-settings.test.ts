import { gatewaySourcePattern } from '@helioport/contract'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { GatewaySettings } from '@helioport/contract/ingest'
import { isOfThisNetwork, PortalSettings } from './portal-settings.ts'

const report = { intervalS: 60, allowsControl: false, sources: [] }

function portalThatWants(wanted: GatewaySettings | null) {
  const world = { now: 0, asked: 0, wanted, said: [] as string[] }
  const file = join(mkdtempSync(join(tmpdir(), 'settings-')), 'settings.json')
  const open = () =>
    new PortalSettings({
      file,
      key: 'key',
      now: () => world.now,
      say: (text) => void world.said.push(text),
      door: async () => {
        world.asked += 1
        return world.wanted
      },
    })
  return { world, open }
}

test('the portal’s settings apply at once, are requested once a minute, and survive a restart', async () => {
  const { world, open } = portalThatWants({ intervalS: 30, sources: ['shelly=192.168.1.7'] })
  const settings = open()
  expect([settings.intervalS, settings.sources]).toEqual([null, null])
  expect(await settings.ask(report)).toBe(true)
  expect([settings.intervalS, settings.sources]).toEqual([30, ['shelly=192.168.1.7']])
  expect(await settings.ask(report)).toBe(false)
  world.now = 60_000
  // Asking again changes nothing, and neither does an unavailable portal.
  expect(await settings.ask(report)).toBe(false)
  world.now = 120_000
  world.wanted = null
  expect(await settings.ask(report)).toBe(false)
  expect(world.asked).toBe(3)
  expect(open().sources).toEqual(['shelly=192.168.1.7'])
  world.now = 180_000
  world.wanted = { intervalS: null, sources: null }
  expect(await settings.ask(report)).toBe(true)
  expect(open().sources).toBeNull()
})

test('ignores sources outside the local network, even if the portal names them', async () => {
  const sources = ['sunspec=8.8.8.8', 'fronius=evil.example', 'shelly=127.0.0.1', 'vsn=localhost', 'sma=192.168.1.9/3']
  const { world, open } = portalThatWants({ intervalS: null, sources })
  const settings = open()
  await settings.ask(report)
  expect(settings.sources).toEqual(['sma=192.168.1.9/3'])
  expect(world.said).toHaveLength(4)
  expect(['goodwe=goodwe-1.local', 'shelly=shelly.fritz.box', 'huawei=sun2000:6607'].map(isOfThisNetwork)).toEqual([true, true, true]) // prettier-ignore
  expect(['csv=/etc', 'shelly=[::1]', 'shelly=a@8.8.8.8'].map(isOfThisNetwork)).toEqual([false, false, false])
})

test.each([
  ['sunspec=8.8.8.8', false],
  ['fronius=evil.example', false],
  ['shelly=127.0.0.1', false],
  ['vsn=localhost', false],
  ['vsn=localhost:80', false],
  ['shelly=[::1]', false],
  ['sunspec=172.32.0.1', false],
  ['sma=192.168.1.9/3', true],
  ['sunspec=10.0.0.5:1502/1,2', true],
  ['sunspec=172.20.0.1', true],
  ['goodwe=goodwe-1.local', true],
  ['shelly=Shelly.fritz.box,channel=em:0.b', true],
  ['huawei=sun2000:6607', true],
])('the page’s pattern accepts %s only if the gateway does', (source, isRead) => {
  expect(isOfThisNetwork(source)).toBe(isRead)
  expect(new RegExp(gatewaySourcePattern).test(source)).toBe(isRead)
})
