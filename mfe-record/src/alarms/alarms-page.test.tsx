import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { Alarm } from '@helioport/contract'
import { addMessages, loadAlarmMessages, setUpI18n } from '@helioport/i18n'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import AlarmsPage from './alarms-page.tsx'

// jsdom has no modal dialogs.
HTMLDialogElement.prototype.showModal = function showModal() {
  this.open = true
}
HTMLDialogElement.prototype.close = function close() {
  this.open = false
}

jest.setTimeout(20_000)

beforeAll(async () => {
  await setUpI18n('en-US')
  await loadAlarmMessages()
  addMessages('record', 'en-US', enUS)
})

const arc: Alarm = {
  id: '2a337185-ae4f-4212-8116-2394cc3cef2e',
  groupId: '2a337185-ae4f-4212-8116-2394cc3cef2e',
  deviceCount: 1,
  source: 'device',
  mppt: null,
  string: null,
  pages: true,
  acknowledgedAt: null,
  acknowledgedBy: null,
  assigneeId: null,
  assigneeName: null,
  commentCount: 0,
  snoozedUntil: null,
  lostEnergyKwh: null,
  lostIncome: null,
  lossBasis: null,
  lossShare: null,
  dataCameLate: false,
  currency: 'EUR',
  code: 'A7',
  class: 'fault',
  deviceId: '4bbe94eb-bf0b-42b6-ae2b-6ebc30336b63',
  deviceName: 'Scheune',
  deviceSerial: '2303-86484637P',
  memberId: '564b7da2-5ece-4997-aa22-2c5c2aa137fe',
  stationId: '75ed2b69-812d-46b1-a112-61b7562cde75',
  stationName: 'Solarhof Tuniberg',
  timeZone: 'Europe/Berlin',
  raisedAt: '2026-11-21T07:00:00.000Z',
  clearedAt: null,
}
const dawn: Alarm = {
  ...arc,
  id: '57291c13-a0a4-4779-b593-51d860f45cdf',
  code: 'A2',
  clearedAt: '2026-11-21T07:10:00.000Z',
}

function openRecord(search = '', first: Alarm = arc) {
  const client = createQueryClient()
  const answer = (query: object, alarms: Alarm[], total = alarms.length) =>
    client.setQueryData(['GET /alarms', { query }], { data: alarms, total })
  answer({ page: 1, pageSize: 10, state: 'open', lowLight: false }, [first])
  answer({ page: 1, pageSize: 10 }, [first, dawn])
  answer({ page: 1, pageSize: 10, lowLight: false }, [arc])
  answer({ deviceId: arc.deviceId, page: 1, pageSize: 10 }, [arc, dawn])
  answer({ page: 1, pageSize: 10, search: '2303-86' }, [arc])
  for (const place of [{}, { deviceId: arc.deviceId }]) {
    answer({ ...place, state: 'open', class: 'fault', lowLight: false, pageSize: 1 }, [arc], 1)
    answer({ ...place, state: 'open', class: 'notice', lowLight: false, pageSize: 1 }, [], 0)
    answer({ ...place, pageSize: 1 }, [arc], 40)
  }
  client.setQueryData(['GET /stations', { query: { pageSize: 50 } }], { data: [], total: 0 })
  const here = { search: '' }
  function Here() {
    here.search = useLocation().search
    return null
  }
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/record${search}`]}>
        <AlarmsPage />
        <Here />
      </MemoryRouter>
    </ApiProvider>,
  )
  return { user: userEvent.setup(), here }
}

const rowOf = (name: RegExp) => within(screen.getByRole('link', { name }).closest('tr') as HTMLElement)

test('shows alarms with their names, in the time zone of their plant', () => {
  openRecord()
  expect(rowOf(/Arc fault/i).getByText('Nov 21, 2026, 08:00')).toBeInTheDocument()
  expect(rowOf(/Arc fault/i).getByText(enUS.open)).toBeInTheDocument()
})

test('shows one event of several inverters as one row, with its loss and its handling', () => {
  openRecord('', {
    ...arc,
    deviceCount: 24,
    lostEnergyKwh: 812,
    lostIncome: 97.4,
    lossShare: 0.6,
    acknowledgedAt: '2026-11-21T07:05:00.000Z',
    acknowledgedBy: 'owner',
    assigneeName: 'Mei',
    commentCount: 2,
  })
  expect(rowOf(/A7/).getByText('+ 23 more')).toBeInTheDocument()
  expect(rowOf(/A7/).getByText('812 kWh')).toBeInTheDocument()
  expect(rowOf(/A7/).getByText('€97.40')).toBeInTheDocument()
  expect(rowOf(/A7/).getByText('known for 60% of its daylight')).toBeInTheDocument()
  expect(rowOf(/A7/).getByText('Acknowledged · Mei · 2 comments')).toBeInTheDocument()
})

test('shows a low-light alarm as such, not as a fault', () => {
  openRecord('?state=all&light=with')
  expect(rowOf(/A2/).getByText(enUS.lowLight)).toBeInTheDocument()
  expect(rowOf(/A2/).queryByText('Fault')).toBeNull()
  expect(rowOf(/A7/).getByText('Fault')).toBeInTheDocument()
  expect(screen.getByTestId('kpi-open-faults')).toHaveAttribute('data-value', '1')
})

test('opens the alarm of the URL with its suggestion; closing it returns to the list', async () => {
  const { user, here } = openRecord(`?alarm=${arc.id}`)
  const dialog = within(screen.getByRole('dialog'))
  expect(dialog.getByText(enUS['detail.suggestion'])).toBeInTheDocument()
  expect(dialog.getByText(/isolate/i)).toBeInTheDocument()
  await user.click(dialog.getByRole('button', { name: enUS['detail.close'] }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(here.search).toBe('')
})

test('filters by the device of an open alarm, and removes that filter again', async () => {
  const { user, here } = openRecord(`?alarm=${arc.id}`)
  await user.click(screen.getByRole('button', { name: enUS['detail.onlyDevice'] }))
  expect(here.search).toBe(`?state=all&light=with&device=${arc.deviceId}`)
  await user.click(screen.getByRole('button', { name: 'Only Scheune' }))
  expect(here.search).toBe('?state=all&light=with')
})

test('writes the state filter to the URL', async () => {
  const { user, here } = openRecord()
  await user.click(screen.getByRole('radio', { name: 'All' }))
  expect(here.search).toBe('?state=all')
  expect(screen.queryByRole('link', { name: /A2/ })).toBeNull()
})

test('alarms are selected all at once and deselected singly', async () => {
  const { user } = openRecord('?state=all&light=with')
  expect(screen.queryByRole('group', { name: enUS['many.title'] })).toBeNull()
  await user.click(screen.getByRole('button', { name: enUS['many.all'] }))
  const bar = within(screen.getByRole('group', { name: enUS['many.title'] }))
  expect(bar.getByText('2 chosen')).toBeInTheDocument()
  await user.click(screen.getByRole('checkbox', { name: 'Choose A2 Scheune' }))
  expect(bar.getByText('1 chosen')).toBeInTheDocument()
  await user.click(bar.getByRole('button', { name: enUS['many.none'] }))
  expect(screen.queryByRole('group', { name: enUS['many.title'] })).toBeNull()
})

/** Runs `act` with a service that answers writes with `write`, and passes it the received bodies. */
async function withService(write: object, act: (bodies: unknown[]) => Promise<void>) {
  const open = XMLHttpRequest.prototype.open
  const bodies: unknown[] = []
  const server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    let sent = ''
    request.on('data', (chunk: Buffer) => (sent += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') bodies.push(JSON.parse(sent))
      const read = { success: true, data: request.url?.includes('/alarms?') ? [arc, dawn] : [], total: 2 }
      response.end(JSON.stringify(request.method === 'POST' ? write : read))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
  try {
    await act(bodies)
  } finally {
    XMLHttpRequest.prototype.open = open
    server.closeAllConnections()
    server.close()
  }
}

test('several alarms are commented in one call and stay selected; acknowledging deselects them', () =>
  withService({ success: true, data: { groups: 2 } }, async (bodies) => {
    const { user } = openRecord('?state=all&light=with')
    await user.click(screen.getByRole('button', { name: enUS['many.all'] }))
    const bar = () => screen.queryByRole('group', { name: enUS['many.title'] })
    await user.click(within(bar() as HTMLElement).getByRole('button', { name: enUS['care.comment'] }))
    await user.type(screen.getByRole('textbox', { name: enUS['care.comment'] }), 'Fuse ordered')
    await user.click(screen.getByRole('button', { name: enUS['care.send'] }))
    await waitFor(() => expect(screen.queryByRole('button', { name: enUS['care.send'] })).toBeNull())
    expect(bodies).toMatchObject([{ comment: 'Fuse ordered', alarmIds: [arc.id, dawn.id] }])
    expect(bar()).toHaveTextContent('2 chosen')
    await user.click(within(bar() as HTMLElement).getByRole('button', { name: enUS['care.see'] }))
    await waitFor(() => expect(bar()).toBeNull())
    expect(bodies).toHaveLength(2)
  }))

test('names the alarm that access.denied kept from changing, and offers to leave it out', () =>
  withService(
    { success: false, errorCode: 'access.denied', issues: [{ path: '/alarmIds/1', message: 'access.denied' }] },
    async () => {
      const { user } = openRecord('?state=all&light=with')
      await user.click(screen.getByRole('button', { name: enUS['many.all'] }))
      const bar = within(screen.getByRole('group', { name: enUS['many.title'] }))
      await user.click(bar.getByRole('button', { name: enUS['care.see'] }))
      expect(await bar.findByText(/Nothing was changed: 1 of 2 stands in the way/)).toBeInTheDocument()
      expect(bar.getByText('A2 Scheune, Solarhof Tuniberg')).toBeInTheDocument()
      await user.click(bar.getByRole('button', { name: enUS['many.leaveOut_one'] }))
      expect(bar.getByText('1 chosen')).toBeInTheDocument()
      expect(bar.queryByText(/Nothing was changed/)).toBeNull()
    },
  ))

test('marks search hits in the list; a serial number appears when it is the hit', async () => {
  openRecord('?state=all&light=with&search=2303-86')
  const mark = await screen.findByText('2303-86', { selector: 'mark' })
  expect(mark.closest('td')).toHaveTextContent('Scheune 2303-86484637P')
})
