import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { DeviceModules, ModuleType } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { ModuleForm } from './module-form.tsx'

jest.setTimeout(30_000)

const plate = {
  iscA: 11.6,
  vocV: 49.3,
  impA: 10.85,
  vmpV: 41.5,
  alphaPercent: 0.048,
  betaPercent: -0.27,
  gammaPercent: -0.35,
  cells: 72,
}
const common: ModuleType = { manufacturer: 'LONGi', model: 'LR4-72HPH-450M', ...plate }
const device = anyDevice()

let server: Server
let requests: { method: string; path: string; body: DeviceModules | null }[] = []
/** Problem that the service finds in the combination of values. */
let refusal: string | null = null
const open = XMLHttpRequest.prototype.open

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
  server = createServer((request, response) => {
    response.setHeader('access-control-allow-origin', '*')
    response.setHeader('access-control-allow-headers', '*')
    response.setHeader('access-control-allow-methods', '*')
    response.setHeader('content-type', 'application/json')
    let text = ''
    request.on('data', (chunk: Buffer) => (text += chunk.toString()))
    request.on('end', () => {
      const { method = '', url = '' } = request
      if (method === 'PUT' || method === 'DELETE')
        requests.push({ method, path: url, body: text === '' ? null : (JSON.parse(text) as DeviceModules) })
      if (method === 'PUT' && refusal !== null) {
        response.statusCode = 400
        const issues = [{ path: '/vmpV', message: refusal }]
        response.end(
          JSON.stringify({ success: false, errorCode: 'modules.implausible', errorMessage: '', traceId: '1', issues }),
        )
        return
      }
      response.end(JSON.stringify({ success: true, data: method === 'GET' ? [common] : null }))
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
  requests = []
  refusal = null
})

function show(modules: DeviceModules | null) {
  const closed = jest.fn()
  render(
    <ApiProvider client={createQueryClient()}>
      <ModuleForm device={device} modules={modules} onClose={closed} />
    </ApiProvider>,
  )
  return closed
}
const field = (label: string) => screen.getByLabelText(new RegExp(`^${label.replaceAll(/[()]/g, String.raw`\$&`)}`))
const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

test('a common module fills the datasheet; changed values are sent as typed', async () => {
  const closed = show(null)
  const choice = await screen.findByRole('combobox')
  await userEvent.click(choice)
  await userEvent.type(choice, 'LR4')
  await userEvent.click(await screen.findByText(/LR4-72HPH-450M/, { selector: '.ant-select-item-option-content' }))
  expect(field(enUS['modules.voc'])).toHaveValue('49.3')
  await userEvent.clear(field(enUS['modules.isc']))
  await userEvent.type(field(enUS['modules.isc']), '11.7')
  await userEvent.type(field(enUS['modules.perString']), '19')
  await save()
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(requests).toEqual([
    {
      method: 'PUT',
      path: `/api/web/v1/devices/${device.id}/modules`,
      body: { ...common, iscA: 11.7, modulesPerString: 19, stringsPerTracker: null },
    },
  ])
})

test('an empty or invalid value is marked at its field, and nothing is sent', async () => {
  show({ ...common, modulesPerString: null, stringsPerTracker: null })
  await userEvent.clear(field(enUS['modules.gamma']))
  await userEvent.type(field(enUS['modules.gamma']), '3')
  await userEvent.clear(field(enUS['modules.cells']))
  await save()
  expect(field(enUS['modules.gamma'])).toBeInvalid()
  expect(field(enUS['modules.cells'])).toBeInvalid()
  expect(requests).toEqual([])
})

test('modules.implausible is shown at the field that the service names', async () => {
  refusal = 'vmpNotBelowVoc'
  const closed = show({ ...common, modulesPerString: null, stringsPerTracker: null })
  await save()
  await waitFor(() => expect(field(enUS['modules.vmp'])).toBeInvalid())
  expect(screen.getByText(enUS['modules.vmpNotBelowVoc'])).toBeInTheDocument()
  expect(closed).not.toHaveBeenCalled()
})

test('removes the module data', async () => {
  const closed = show({ ...common, modulesPerString: null, stringsPerTracker: null })
  await userEvent.click(screen.getByRole('button', { name: enUS['modules.forget'] }))
  await waitFor(() => expect(closed).toHaveBeenCalled())
  expect(requests).toMatchObject([{ method: 'DELETE' }])
})
