import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { type CommandCandidate, type Station, stationRights } from '@helioport/contract'
import { addMessages, changeLocale, setUpI18n } from '@helioport/i18n'
import { fireEvent, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import zhTW from '../messages/zh-TW.ts'
import { anyCandidate } from './any-candidate.ts'
import ReactivePowerPage from './reactive-power-page.tsx'

jest.setTimeout(20_000)

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
  addMessages('functions', 'zh-TW', zhTW)
})
afterEach(() => changeLocale('en-US'))

const obstacles = ['offline', 'unsupported', 'uninitialized', 'busy', 'fault'] as const

const ready = anyCandidate()
const second = anyCandidate({ deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e99', name: 'INV 02' })
const elsewhere = anyCandidate({
  deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e98',
  name: 'INV 03',
  stationId: '5b1a2c3d-7425-40de-944b-e07fc1f90ae8',
  stationName: 'Elsewhere',
})
const blocked = obstacles.map((obstacle, index) =>
  anyCandidate({
    deviceId: `0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e1${index}`,
    name: `Blocked by ${obstacle}`,
    powerFactor: null,
    reactivePowerObstacles: [obstacle],
  }),
)

function openPage(
  devices: CommandCandidate[],
  search = '',
  stations: Pick<Station, 'id' | 'name' | 'rights'>[] = [],
  total = stations.length,
) {
  const client = createQueryClient()
  client.setQueryData(['GET /remote-settings/devices', { query: { pageSize: 200 } }], {
    data: devices,
    total: devices.length,
  })
  client.setQueryData(['GET /stations', { query: { pageSize: 50 } }], { data: stations, total })
  for (const { stationId } of devices) {
    client.setQueryData(['GET /stations/:stationId/seasons', { params: { stationId } }], { data: [] })
  }
  const here = { search: '' }
  function Here() {
    here.search = useLocation().search
    return null
  }
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/functionSetting${search}`]}>
        <ReactivePowerPage />
        <Here />
      </MemoryRouter>
    </ApiProvider>,
  )
  return { user: userEvent.setup(), here, client }
}

function showDialogs() {
  HTMLDialogElement.prototype.showModal ??= function show(this: HTMLDialogElement) {
    this.open = true
  }
  HTMLDialogElement.prototype.close ??= () => {}
}

const box = (name: string) => screen.getByRole('checkbox', { name: `Choose ${name}` })
const submit = () => screen.getByRole('button', { name: /^Set \d+ inverter/ })

test('names each obstacle at its device with a remedy, and disables its selection', () => {
  openPage([ready, ...blocked])
  for (const obstacle of obstacles) {
    const row = box(`Blocked by ${obstacle}`).closest('tr') as HTMLElement
    expect(within(row).getByText(enUS[`obstacle.${obstacle}`])).toBeInTheDocument()
    expect(box(`Blocked by ${obstacle}`)).toBeDisabled()
    expect(screen.getByText(new RegExp(enUS[`obstacle.${obstacle}.remedy`].slice(0, 30)))).toBeInTheDocument()
  }
  expect(screen.getByTestId('kpi-ready')).toHaveAttribute('data-value', '1')
  expect(screen.getByTestId('kpi-devices')).toHaveAttribute('data-value', '6')
})

test('the view right alone allows no selection, and says so', () => {
  openPage([ready], '', [{ id: ready.stationId, name: ready.stationName, rights: ['view', 'iv'] }])
  expect(box('INV 01')).toBeDisabled()
  expect(screen.getAllByText(enUS['obstacle.noRight'])).toHaveLength(2)
  expect(screen.getByText(new RegExp(enUS['obstacle.noRight.remedy'].slice(0, 30)))).toBeInTheDocument()
  expect(submit()).toBeDisabled()
})

test('devices of several stations are set together; the confirmation names each station', async () => {
  const { user } = openPage([ready, second, elsewhere])
  showDialogs()
  await user.click(box('INV 01'))
  await user.click(box('INV 03'))
  fireEvent.change(screen.getByLabelText(enUS['column.powerFactor']), { target: { value: '0.95' } })
  await user.click(submit())
  const question = screen.getByRole('alertdialog')
  expect(question).toHaveTextContent('Changhua Roof: INV 01')
  expect(question).toHaveTextContent('Elsewhere: INV 03')
  expect(question).toHaveTextContent('2 stations: one task each')
})

test('shows the value for each model’s own register, with the maker’s sign', () => {
  const opposite = anyCandidate({
    deviceId: '0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e97',
    name: 'INV 04',
    model: 'PV-250000H',
  })
  openPage([ready, opposite])
  fireEvent.click(screen.getByRole('button', { name: enUS.chooseAll }))
  fireEvent.change(screen.getByLabelText(enUS['column.powerFactor']), { target: { value: '0.95' } })
  expect(screen.getByTestId('raw')).toHaveTextContent(
    'PV60000T0x5031 = 950 · + injectsPV-250000HSunSpec 123 OutPFSet = −950 · − injects',
  )
})

test('asks for an empty value, rejects one out of range, and previews a valid one', async () => {
  const { user } = openPage([ready, second])
  await user.click(screen.getByRole('button', { name: enUS.chooseAll }))
  await user.click(submit())
  expect(screen.getByText(/enter the set value/i)).toBeInTheDocument()
  const field = screen.getByLabelText(enUS['column.powerFactor'])
  for (const wrong of ['0.79', '1.001', '-0.79', '0.8005', 'x']) {
    fireEvent.change(field, { target: { value: wrong } })
    fireEvent.blur(field)
    expect(field).toHaveAttribute('aria-invalid', 'true')
    expect(screen.queryByTestId('effect')).toBeNull()
  }
  fireEvent.change(field, { target: { value: '0.8' } })
  await user.click(screen.getByRole('radio', { name: enUS['reactive.absorb'] }))
  expect(field).toHaveAttribute('aria-invalid', 'false')
  expect(screen.getByText(/^0\.800 absorbing$/)).toBeInTheDocument()
  expect(screen.getByTestId('raw')).toHaveTextContent('0x5031 = −800')
  // Two inverters of 60 kW at 41 kW each: 0.75 kvar per kW.
  expect(screen.getByTestId('effect')).toHaveTextContent('61.5 kvar absorbed')
})

test('a typed sign selects the direction, shown in a word; 1 has none', async () => {
  const { user } = openPage([ready, second])
  await user.click(screen.getByRole('button', { name: enUS.chooseAll }))
  const field = screen.getByLabelText(enUS['column.powerFactor'])
  const radio = (name: 'reactive.inject' | 'reactive.absorb') => screen.getByRole('radio', { name: enUS[name] })
  fireEvent.change(field, { target: { value: '−0.9' } })
  expect(radio('reactive.absorb')).toBeChecked()
  expect(screen.getByText(/^0\.900 absorbing$/)).toBeInTheDocument()
  fireEvent.change(field, { target: { value: '+0.9' } })
  expect(radio('reactive.inject')).toBeChecked()
  expect(screen.getByText(/^0\.900 injecting$/)).toBeInTheDocument()
  fireEvent.change(field, { target: { value: '-0.9' } })
  await user.click(radio('reactive.inject'))
  expect(screen.getByText(/^0\.900 injecting$/)).toBeInTheDocument()
  fireEvent.change(field, { target: { value: '-1' } })
  expect(screen.getByText(/1\.000 and −1\.000 are the same/)).toBeInTheDocument()
})

test('the confirmation names station, inverters and value', async () => {
  const { user } = openPage([ready, second])
  showDialogs()
  await user.click(screen.getByRole('button', { name: enUS.chooseAll }))
  fireEvent.change(screen.getByLabelText(enUS['column.powerFactor']), { target: { value: '0.95' } })
  await user.click(submit())
  const question = screen.getByRole('alertdialog')
  expect(question).toHaveTextContent('Set 2 inverters to 0.950 injecting?')
  expect(question).toHaveTextContent('Changhua Roof: INV 01, INV 02')
})

test('shows the remedies in the chosen language', async () => {
  await changeLocale('zh-TW')
  openPage(blocked)
  expect(screen.getByText(new RegExp(zhTW['obstacle.fault.remedy'].slice(0, 8)))).toBeInTheDocument()
})

test('writes the filter to the URL', async () => {
  const { user, here } = openPage([ready, ...blocked], '?show=blocked')
  expect(screen.queryByRole('link', { name: /INV 01/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Ready/ }))
  expect(here.search).toBe('?show=ready')
  expect(screen.getByRole('link', { name: /INV 01/ })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Blocked/ })).toBeNull()
})

test('says when no device has an obstacle', () => {
  openPage([ready])
  expect(screen.getByText(enUS['obstacles.none'])).toBeInTheDocument()
})

test('an account without inverters is told how they appear', () => {
  openPage([])
  expect(screen.getByText(enUS.noneAtAll)).toBeInTheDocument()
})

test('searches one of thousands of stations through the service', async () => {
  const of = (name: string, nth: number) => ({
    id: `0b54c1a4-3f0e-4c39-9f0c-${String(nth).padStart(12, '0')}`,
    name,
    rights: [...stationRights],
  })
  const listed = Array.from({ length: 50 }, (_, nth) => of(`Plant ${nth}`, nth))
  const { user, here, client } = openPage([anyCandidate()], '', listed, 5_000)
  client.setQueryData(['GET /stations', { query: { search: 'North', pageSize: 20 } }], {
    data: [of('North roof', 4_711)],
    total: 1,
  })
  await user.click(await screen.findByRole('combobox', { name: 'Station' }))
  await user.paste('North')
  await user.click(await screen.findByText('North roof'))
  expect(here.search).toContain(of('', 4_711).id)
})
