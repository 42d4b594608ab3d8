import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { CommandDetail, StationRight } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen, within } from '@testing-library/react'
import { MemoryRouter, Route, Routes } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCommand, anyCommandDevice } from '../command/any-command.ts'
import CommandPage from './command-page.tsx'

jest.setTimeout(20_000)

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

function openPage(command: CommandDetail, rights: StationRight[] = ['view', 'control'], me?: string) {
  const client = createQueryClient()
  const { id, stationId } = command
  client.setQueryData(['GET /commands/:commandId', { params: { commandId: id } }], { data: command })
  client.setQueryData(['GET /stations/:stationId', { params: { stationId } }], { data: { id: stationId, rights } })
  if (me !== undefined) client.setQueryData(['GET /account'], { data: { userName: me } })
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/functionSetting/commands/${id}`]}>
        <Routes>
          <Route path="/functionSetting/commands/:commandId" element={<CommandPage />} />
        </Routes>
      </MemoryRouter>
    </ApiProvider>,
  )
}
const rowOf = (name: string) => screen.getAllByRole('link', { name })[0]?.closest('tr') as HTMLElement

const at = '2026-11-21T03:55:01.000Z'
const factor = (value: number) => ({ kind: 'reactivePower', value, points: null }) as const
const step = {
  at,
  reason: null,
  powerFactor: null,
  setting: null,
  powerW: null,
  reactiveVar: null,
  by: 'logger' as const,
}

test('shows the result of each inverter: read back with its effect, mismatch, time-out, queued', () => {
  openPage(
    anyCommand({
      ended: false,
      undoable: false,
      counts: { total: 4, open: 1, done: 1, failed: 2, cancelled: 0 },
      devices: [
        anyCommandDevice(1, {
          steps: [
            { ...step, state: 'DELIVERED', powerFactor: 1, setting: factor(1), powerW: 40_000, reactiveVar: 0 },
            {
              ...step,
              state: 'READ_BACK_OK',
              powerFactor: -0.9,
              setting: factor(-0.9),
              powerW: 40_000,
              reactiveVar: -19_372,
            },
          ],
        }),
        anyCommandDevice(2, {
          state: 'MISMATCH',
          readBackPowerFactor: 1,
          readBackSetting: factor(1),
          readBackRaw: 1000,
        }),
        anyCommandDevice(3, { state: 'TIMEOUT', reason: 'noAnswer', readBackPowerFactor: null, readBackSetting: null }),
        anyCommandDevice(4, {
          state: 'QUEUED',
          ahead: 2,
          readBackPowerFactor: null,
          readBackSetting: null,
          formerPowerFactor: null,
          formerSetting: null,
        }),
      ],
    }),
  )
  expect(rowOf('INV 01')).toHaveTextContent('Set and read back')
  expect(rowOf('INV 01')).toHaveTextContent('0 var → -19.4 kvar')
  expect(rowOf('INV 02')).toHaveTextContent('Reads back another value')
  expect(rowOf('INV 02').querySelector('[data-read-back="1"]')).toHaveTextContent('1.000register 1000')
  expect(rowOf('INV 03')).toHaveTextContent('No answer in time')
  expect(rowOf('INV 03')).toHaveTextContent('The inverter gave no answer.')
  expect(rowOf('INV 04')).toHaveTextContent('2 before it at logger DL3922-3035690')
  expect(screen.getByText(enUS['command.setting'])).toBeInTheDocument()
})

test('shows the steps of an inverter in one line, with the time between them', () => {
  const later = (seconds: number) => new Date(Date.parse(at) + seconds * 1000).toISOString()
  openPage(
    anyCommand({
      kind: 'ivScan',
      devices: [
        anyCommandDevice(1, {
          steps: [
            { ...step, state: 'QUEUED', by: 'person' },
            { ...step, at: later(0.4), state: 'SENT', by: 'service' },
            { ...step, at: later(14.4), state: 'DELIVERED' },
            { ...step, at: later(614.4), state: 'SUCCESSFUL' },
          ],
        }),
      ],
    }),
  )
  const lines = screen.getAllByRole('list').filter((list) => list.textContent.includes('at once'))
  expect(lines).toHaveLength(1)
  const told = within(lines[0] as HTMLElement).getAllByRole('listitem')
  expect(told.map(({ textContent }) => textContent.replaceAll('\u00a0', ' '))).toEqual([
    expect.stringMatching(/^Queued.*2026.* · /),
    'Sent to its loggerat once · Portal',
    'Being carried out+14 s · Data logger',
    'Scanned+10 min · Data logger',
  ])
})

test('the control right offers undo', () => {
  openPage(anyCommand())
  expect(screen.getByRole('button', { name: 'Undo' })).toBeInTheDocument()
})

test('the view right alone offers no undo', () => {
  openPage(anyCommand(), ['view'])
  expect(screen.getByTestId('command-done')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: 'Undo' })).toBeNull()
})

test('a temporary setting shows its end, and an undo links to the command it reverts', () => {
  openPage(
    anyCommand({
      cause: 'undo',
      ofCommandId: '7c9e6679-7425-40de-944b-e07fc1f90a00',
      revertAt: new Date(Date.now() + 3_600_000).toISOString(),
    }),
  )
  expect(screen.getByTestId('command-revert')).toHaveTextContent(/1 hr|60 min/)
  expect(screen.getByRole('link', { name: enUS['command.former'] })).toHaveAttribute(
    'href',
    '#/functionSetting/commands/7c9e6679-7425-40de-944b-e07fc1f90a00',
  )
})

test('a command that failed everywhere shows no revert time', () => {
  const counts = { total: 1, open: 0, done: 0, failed: 1 }
  openPage(anyCommand({ counts, revertAt: '2026-11-21T04:05:00.000Z' }))
  expect(screen.getByTestId('command-failed')).toHaveAttribute('data-value', '1')
  expect(screen.queryByTestId('command-revert')).toBeNull()
})

test('a reverted command says so, and links to the command that reverted it', () => {
  const commandId = '7c9e6679-7425-40de-944b-e07fc1f90a02'
  openPage(
    anyCommand({
      revertAt: '2026-11-21T04:05:00.000Z',
      takenBackBy: { commandId, cause: 'revert', at: '2026-11-21T04:05:00.000Z', ended: true },
    }),
  )
  expect(screen.queryByTestId('command-revert')).toBeNull()
  expect(screen.getByText(/^The former values are back since Nov 21, 2026, 12:05/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: enUS['command.back'] })).toHaveAttribute(
    'href',
    `#/functionSetting/commands/${commandId}`,
  )
})

test('a failed revert is shown as failed, never as done', () => {
  const back = { commandId: '7c9e6679-7425-40de-944b-e07fc1f90a02', cause: 'revert', ended: true, failed: 24 } as const
  openPage(anyCommand({ takenBackBy: { ...back, at: '2026-11-21T04:05:00.000Z' } }))
  expect(screen.getByText(/^24 inverters did not go back to their former values/)).toBeInTheDocument()
  expect(screen.queryByText(/are back since/)).toBeNull()
})

test('a large command shows its hold and its duration; a second person may approve it', () => {
  const until = new Date(Date.now() + 3_600_000).toISOString()
  const hold = { until, waits: true, approvedBy: null, approvedAt: null }
  openPage(
    anyCommand({
      ended: false,
      cancellable: true,
      undoable: false,
      revertAfterMinutes: 30,
      counts: { total: 1, open: 1, done: 0, failed: 0, cancelled: 0 },
      hold: { ...hold, kind: 'secondPerson', mayApprove: true },
      together: [{ commandId: '7c9e6679-7425-40de-944b-e07fc1f90a03', stationName: 'Tainan Roof', devices: 2 }],
    }),
  )
  expect(screen.getByRole('button', { name: enUS['hold.approve'] })).toBeInTheDocument()
  expect(screen.getByRole('button', { name: enUS['command.cancel'] })).toBeInTheDocument()
  expect(screen.getByText(/A large order/)).toHaveTextContent('After 30 min')
  expect(screen.getByText('Waits for a second person')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Tainan Roof (2)' })).toBeInTheDocument()
})

test('the requester of a held command can cancel it, but not approve it', () => {
  const until = new Date(Date.now() + 600_000).toISOString()
  const hold = { until, waits: true, approvedBy: null, approvedAt: null, mayApprove: false }
  openPage(anyCommand({ ended: false, cancellable: true, hold: { ...hold, kind: 'delay' } }))
  expect(screen.queryByRole('button', { name: enUS['hold.approve'] })).toBeNull()
  expect(screen.getByRole('button', { name: enUS['command.cancel'] })).toBeInTheDocument()
  expect(screen.getByText(/goes out at/)).toBeInTheDocument()
})

test('a scan shows the swept strings of each inverter, can be stopped, and keeps partial results', () => {
  const scan = { kind: 'ivScan', powerFactor: null, setting: null, undoable: false } as const
  const none = { powerFactor: null, formerSetting: null, readBackSetting: null, setting: null, raw: null }
  openPage(
    anyCommand({
      ...scan,
      ended: false,
      cancellable: true,
      counts: { total: 3, open: 2, done: 0, failed: 1, cancelled: 0 },
      devices: [
        anyCommandDevice(1, { ...none, state: 'DELIVERED', strings: { done: 15, all: 16 }, stopping: true }),
        anyCommandDevice(2, { ...none, state: 'CANCELLED', strings: { done: 3, all: 16 }, ivScanId: 'scan-2' }),
        anyCommandDevice(3, { ...none, state: 'QUEUED', ahead: 1 }),
      ],
    }),
    ['view', 'iv'],
  )
  expect(rowOf('INV 01')).toHaveTextContent('15 of 16 strings')
  expect(rowOf('INV 01')).toHaveTextContent(enUS['scan.stopping'])
  expect(rowOf('INV 02')).toHaveTextContent('3 of 16 strings')
  expect(rowOf('INV 02').querySelector('a[href="#/functionSetting/ivScans/scan-2"]')).toBeTruthy()
  expect(rowOf('INV 03')).toHaveTextContent('1 before it at logger')
  expect(screen.getByRole('button', { name: enUS['scan.stop'] })).toBeInTheDocument()
})

test('a scan that is already stopping everywhere offers no stop', () => {
  openPage(
    anyCommand({
      kind: 'ivScan',
      powerFactor: null,
      setting: null,
      undoable: false,
      ended: false,
      cancellable: true,
      counts: { total: 1, open: 1, done: 0, failed: 0, cancelled: 0 },
      devices: [
        anyCommandDevice(1, { setting: null, state: 'DELIVERED', strings: { done: 5, all: 8 }, stopping: true }),
      ],
    }),
    ['view', 'iv'],
  )
  expect(rowOf('INV 01')).toHaveTextContent(enUS['scan.stopping'])
  expect(screen.queryByRole('button', { name: enUS['scan.stop'] })).toBeNull()
})

const waitingHold = {
  kind: 'secondPerson',
  until: '2026-11-22T03:55:00.000Z',
  waits: true,
  approvedBy: null,
  approvedAt: null,
  mayApprove: true,
} as const
const waiting = anyCommand({
  ended: false,
  undoable: false,
  cancellable: true,
  hold: waitingHold,
  counts: { total: 1, open: 1, done: 0, failed: 0, cancelled: 0 },
})

test('a second person approves a large command, or rejects it with a reason', async () => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.close ??= function close() {
    this.open = false
  }
  HTMLDialogElement.prototype.showModal ??= function showModal() {
    this.open = true
  }
  openPage(waiting)
  expect(screen.getByRole('button', { name: 'Approve' })).toBeEnabled()
  fireEvent.click(screen.getByRole('button', { name: 'Reject …' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Reject this order' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Reject it' }))
  expect(await dialog.findByText('Please fill this in')).toBeInTheDocument()
})

test('the requester of a large command is told that another person decides', () => {
  openPage({ ...waiting, hold: { ...waitingHold, mayApprove: false } }, ['view', 'control'], 'owner')
  expect(screen.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(screen.getByText(/it is not for you to approve/)).toBeInTheDocument()
})

test('a rejected command shows who rejected it, when and why', () => {
  const rejected = { rejectedBy: 'mei', rejectedAt: '2026-11-21T05:00:00.000Z', rejection: 'The grid operator said no' }
  openPage({
    ...waiting,
    ended: true,
    cancellable: false,
    hold: { ...waitingHold, waits: false, mayApprove: false, ...rejected },
    counts: { total: 1, open: 0, done: 0, failed: 1, cancelled: 1 },
  })
  expect(screen.getByText(/Rejected by mei, .*13:00.*: The grid operator said no/)).toBeInTheDocument()
  // In the title and in the time line.
  expect(screen.getAllByText('Rejected')).toHaveLength(2)
})
