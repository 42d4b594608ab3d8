import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { DeviceSerial } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { EventLinks, eventsInBins, useDeviceEvents } from './device-events.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})
afterEach(cleanup)

const device = { ...anyDevice(), timeZone: 'UTC' }
const asked = { deviceId: device.id, from: '2026-06-10T00:00:00.000Z', to: '2026-06-11T00:00:00.000Z', pageSize: 200 }

interface Happened {
  alarms: { id: string; code: string; raisedAt: string }[]
  alarmTotal: number
  commands?: { id: string; kind: string; createdAt: string }[]
  serials?: DeviceSerial[]
}

function show({ alarms, alarmTotal, commands = [], serials = [] }: Happened) {
  const client = createQueryClient()
  client.setDefaultOptions({ queries: { staleTime: Infinity } })
  client.setQueryData(['GET /alarms', { query: { ...asked, view: 'episodes', lowLight: false } }], {
    data: alarms,
    total: alarmTotal,
  })
  client.setQueryData(['GET /commands', { query: asked }], { data: commands, total: commands.length })
  client.setQueryData(['GET /devices/:deviceId/serials', { params: { deviceId: device.id } }], { data: serials })
  function Shown() {
    return <EventLinks device={device} {...useDeviceEvents({ device, from: '2026-06-10', to: '2026-06-10' })} />
  }
  render(
    <ApiProvider client={client}>
      <Shown />
    </ApiProvider>,
  )
}

test('links the alarms and commands of a day in the order of time', () => {
  show({
    alarms: [
      { id: 'a2', code: 'A3', raisedAt: '2026-06-10T12:00:00Z' },
      { id: 'a1', code: 'A3', raisedAt: '2026-06-10T08:00:00Z' },
      // Open since the day before, so it was raised on no shown day.
      { id: 'a0', code: 'A3', raisedAt: '2026-06-09T08:00:00Z' },
    ],
    alarmTotal: 3,
    commands: [{ id: 'c', kind: 'ivScan', createdAt: '2026-06-10T10:00:00Z' }],
  })
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `#/record?state=all&light=with&device=${device.id}&alarm=a1`,
    '#/functionSetting/commands/c',
    `#/record?state=all&light=with&device=${device.id}&alarm=a2`,
  ])
})

test('marks the time of an inverter’s replacement, with a link to its nameplate', () => {
  const serials = [
    { serial: 'NEW-1', model: 'M', from: '2026-06-10T09:18:00.000Z', until: null },
    { serial: 'OLD-1', model: 'M', from: null, until: '2026-06-10T09:18:00.000Z' },
  ]
  show({ alarms: [], alarmTotal: 0, serials })
  const link = screen.getByRole('link', { name: '09:18 Replaced by NEW-1' })
  expect(link.getAttribute('href')).toBe(`#/device/detail/information/${device.memberId}/${device.id}`)
})

test('says when not all events are marked, and links to all', () => {
  const alarms = Array.from({ length: 200 }, (_, nth) => ({ id: `a${nth}`, code: 'A3', raisedAt: '2026-06-10T08:00:00Z' })) // prettier-ignore
  show({ alarms, alarmTotal: 240 })
  expect(screen.getByText('200 of 240 alarms and commands are marked, the newest.')).toBeTruthy()
  expect(screen.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([
    `#/device/detail/alarms/${device.memberId}/${device.id}`,
  ])
})

test('places an event in the bin of its local day', () => {
  const at = (text: string) => ({ at: text, icon: 'alarm', label: text, href: '#' }) as const
  const events = [at('2026-03-31T15:59:00Z'), at('2026-03-31T16:00:00Z'), at('2026-02-27T00:00:00Z')]
  const bins = eventsInBins(events, ['2026-03-01', '2026-04-01'], 'Asia/Taipei')
  expect(bins.map(({ bin, label }) => [bin, label])).toEqual([
    [0, '2026-03-31T15:59:00Z'],
    [1, '2026-03-31T16:00:00Z'],
  ])
})
