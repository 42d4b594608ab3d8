import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { DeviceActions } from './device-actions.tsx'

const device = { ...anyDevice(), timeZone: 'Europe/Berlin' }

beforeAll(async () => {
  // jsdom has no dialogs.
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true
  }
  HTMLDialogElement.prototype.close = function () {
    this.open = false
  }
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

const Address = () => <output>{useLocation().search}</output>

function show(search: string, rights: string[]) {
  const client = createQueryClient()
  const deviceCounts = { normal: 3, abnormal: 0, standby: 0, offline: 1 }
  const station = { id: device.stationId, rights, name: 'Roof', capacityKwp: 50.4, deviceCounts }
  client.setQueryData(['GET /stations/:stationId', { params: { stationId: device.stationId } }], { data: station })
  render(
    <MemoryRouter initialEntries={[`/${search}`]}>
      <ApiProvider client={client}>
        <DeviceActions device={device} />
        <Address />
      </ApiProvider>
    </MemoryRouter>,
  )
}

test('the URL opens the replacement form, which shows the changes and the time', async () => {
  show('?form=replace&date=2026-06-01', ['manage'])
  await userEvent.type(screen.getByLabelText(new RegExp(enUS['info.serial'])), 'NEW-12345')
  await userEvent.type(screen.getByLabelText(new RegExp(enUS['edit.replacedAt'])), '2026-06-10T09:30')
  await userEvent.click(screen.getByRole('button', { name: enUS['edit.check'] }))
  expect(screen.getByRole('region', { name: enUS['edit.changes'] })).toHaveTextContent('NEW-12345')
  expect(screen.getByText(new RegExp(`^${enUS['edit.replacedAt']}:`))).toHaveTextContent(/9:30/)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(screen.getByRole('status')).toHaveTextContent('?date=2026-06-01')
})

test('before a removal shows the number of inverters left and the unchanged capacity', () => {
  show('?form=remove', ['manage'])
  expect(screen.getByText(/Inverters of Roof: 3 instead of 4/)).toBeInTheDocument()
  expect(screen.getByText(/capacity stays 50\.4.kWp.*correct it/)).toBeInTheDocument()
})

test('an account without the manage right sees no form', () => {
  show('?form=replace', ['view'])
  expect(screen.queryByRole('dialog')).toBeNull()
})

/** A service with the same answer to every request. */
function answer(data: unknown) {
  class Request {
    status = 200
    response = JSON.stringify({ success: true, data })
    responseText = this.response
    onloadend: (() => void) | undefined
    upload = { addEventListener() {} }
    addEventListener() {}
    open() {}
    abort() {}
    setRequestHeader() {}
    getAllResponseHeaders = () => 'content-type: application/json'
    send() {
      queueMicrotask(() => this.onloadend?.())
    }
  }
  jest.spyOn(window, 'XMLHttpRequest').mockImplementation((() => new Request()) as never)
}

afterEach(() => jest.restoreAllMocks())

const fieldOf = (label: keyof typeof enUS) => screen.getByLabelText<HTMLInputElement>(new RegExp(`^${enUS[label]}`))
const check = () => userEvent.click(screen.getByRole('button', { name: enUS['edit.check'] }))

test('keeps a field changed elsewhere meanwhile, and asks about a field that both changed', async () => {
  show('?form=edit', ['manage'])
  answer({ ...device, name: 'Named elsewhere', model: 'M elsewhere' })
  await userEvent.clear(fieldOf('edit.name'))
  await userEvent.type(fieldOf('edit.name'), 'Named here')
  await check()
  expect(await screen.findByText('Changed elsewhere meanwhile')).toBeTruthy()
  expect([fieldOf('edit.name').value, fieldOf('info.model').value]).toEqual(['Named here', 'M elsewhere'])
  await check()
  const changes = await screen.findByRole('region', { name: enUS['edit.changes'] })
  expect(changes).toHaveTextContent('Named elsewhere')
  expect(changes).not.toHaveTextContent('M elsewhere')
})
