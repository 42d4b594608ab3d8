import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { StationDay, ValueEdit } from '@helioport/contract'
import { setUpI18n } from '@helioport/i18n'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import texts from '../../station/owner-messages/en-US.ts'
import { addOwnerTexts } from '../../station/owner-texts.ts'
import EditValues from './edit-values.tsx'

jest.setTimeout(30_000)

const device = { id: 'aaaaaaaa-3f0e-4c39-9f0c-3f4d2c7a1e01', name: 'Roof' }
const day = {
  stationId: 'bbbbbbbb-3f0e-4c39-9f0c-3f4d2c7a1e01',
  date: '2026-06-10',
  timeZone: 'Europe/Berlin',
  devices: [{ deviceId: device.id, name: device.name }],
} as StationDay

let server: Server
let sent: ValueEdit[] = []
/** Number of stored values that the next edit finds. */
let frames = 0
const open = XMLHttpRequest.prototype.open

beforeAll(async () => {
  // jsdom has no modal dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  await setUpI18n('en-US')
  await addOwnerTexts()
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('content-type', 'application/json')
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      if (request.method === 'POST') sent.push(JSON.parse(text) as ValueEdit)
      response.end(JSON.stringify({ success: true, data: request.method === 'POST' ? { frames } : [device] }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  XMLHttpRequest.prototype.open = function (method: string, url: string | URL, ...rest: unknown[]) {
    return Reflect.apply(open, this, [method, new URL(url, origin).href, ...rest]) as undefined
  }
})
afterAll(() => {
  XMLHttpRequest.prototype.open = open
  server.closeAllConnections()
  server.close()
})
beforeEach(() => {
  sent = []
  frames = 13
})

function show() {
  const closed = jest.fn()
  render(
    <ApiProvider client={createQueryClient()}>
      <EditValues day={day} onClose={closed} />
    </ApiProvider>,
  )
  return closed
}

async function enter(label: string, value: string) {
  const field = screen.getByLabelText(new RegExp(label))
  await userEvent.clear(field)
  await userEvent.type(field, value)
}
const save = () => userEvent.click(screen.getByRole('button', { name: texts['edit.save'] }))

test('sends an interval typed in the plant’s time zone as instants, with values and reason', async () => {
  const closed = show()
  await enter(texts['edit.from'], '2026-06-10T10:00')
  await enter(texts['edit.to'], '2026-06-10T11:00')
  await enter(texts['edit.note'], 'Snow on the sensor')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent).toEqual([
    {
      deviceId: null,
      values: ['irradianceWm2'],
      from: '2026-06-10T08:00:00.000Z',
      to: '2026-06-10T09:00:00.000Z',
      factor: null,
      note: 'Snow on the sensor',
    },
  ])
})

test('sends a group of a device’s values with its factor', async () => {
  const closed = show()
  await userEvent.selectOptions(
    screen.getByLabelText(new RegExp(texts['edit.source'])),
    await screen.findByRole('option', { name: device.name }),
  )
  await userEvent.selectOptions(screen.getByLabelText(new RegExp(texts['edit.values'])), 'power')
  await userEvent.selectOptions(screen.getByLabelText(new RegExp(texts['edit.how'])), 'kilo')
  await enter(texts['edit.note'], 'kW')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(sent).toMatchObject([
    { deviceId: device.id, values: ['powerW', 'dcPowerW', 'reactiveVar'], factor: 1000, note: 'kW' },
  ])
})

test('sends nothing without a reason or with an end before the start; says when no value matches', async () => {
  const closed = show()
  await save()
  expect(await screen.findByText(texts['rule.required'])).toBeInTheDocument()
  await enter(texts['edit.note'], 'Snow')
  await enter(texts['edit.from'], '2026-06-10T12:00')
  await enter(texts['edit.to'], '2026-06-10T11:00')
  await save()
  expect(await screen.findByText(texts['edit.order'])).toBeInTheDocument()
  expect(sent).toEqual([])
  await enter(texts['edit.to'], '2026-06-10T13:00')
  frames = 0
  await save()
  expect(await screen.findByText(texts['edit.none'])).toBeInTheDocument()
  expect(closed).not.toHaveBeenCalled()
})
