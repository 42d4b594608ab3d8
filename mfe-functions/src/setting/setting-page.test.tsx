import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { RemoteSettingDevice } from '@helioport/contract'
import { addMessages, changeLocale, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter, useLocation } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import zhTW from '../messages/zh-TW.ts'
import { anySettingDevice } from './any-setting-device.ts'
import SettingPage from './setting-page.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
  addMessages('functions', 'zh-TW', zhTW)
})
afterEach(() => changeLocale('en-US'))

const obstacles = ['offline', 'unsupported', 'uninitialized', 'busy', 'fault'] as const

const ready = anySettingDevice()
const blocked = obstacles.map((obstacle, index) =>
  anySettingDevice({
    deviceId: `0b54c1a4-3f0e-4c39-9f0c-3f4d2c7a1e1${index}`,
    name: `Blocked by ${obstacle}`,
    powerFactor: null,
    reactivePowerObstacles: [obstacle],
    ivScanObstacles: [obstacle],
  }),
)

function openPage(devices: RemoteSettingDevice[], search = '') {
  const client = createQueryClient()
  client.setQueryData(['GET /remote-settings/devices', { query: { pageSize: 200 } }], {
    data: devices,
    total: devices.length,
  })
  client.setQueryData(['GET /stations', { query: { pageSize: 200 } }], { data: [], total: 0 })
  const here = { search: '' }
  function Here() {
    here.search = useLocation().search
    return null
  }
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/functionSetting${search}`]}>
        <SettingPage />
        <Here />
      </MemoryRouter>
    </ApiProvider>,
  )
  return { user: userEvent.setup(), here }
}

test('every obstacle is named at its device and explained with what to do', () => {
  openPage([ready, ...blocked])
  for (const obstacle of obstacles) {
    const row = screen.getByRole('link', { name: new RegExp(`Blocked by ${obstacle}`) }).closest('tr') as HTMLElement
    expect(within(row).getAllByText(enUS[`obstacle.${obstacle}`])).toHaveLength(2)
    expect(screen.getByText(new RegExp(enUS[`obstacle.${obstacle}.remedy`].slice(0, 30)))).toBeInTheDocument()
  }
  expect(screen.getByTestId('kpi-reactive-power')).toHaveAttribute('data-value', '1')
  expect(screen.getByTestId('kpi-devices')).toHaveAttribute('data-value', '6')
})

test('the explanations follow the language', async () => {
  await changeLocale('zh-TW')
  openPage(blocked)
  expect(screen.getByText(new RegExp(zhTW['obstacle.fault.remedy'].slice(0, 8)))).toBeInTheDocument()
})

test('what to show stands in the URL', async () => {
  const { user, here } = openPage([ready, ...blocked], '?show=blocked')
  expect(screen.queryByRole('link', { name: /INV 01/ })).toBeNull()
  await user.click(screen.getByRole('radio', { name: /^Ready/ }))
  expect(here.search).toBe('?show=ready')
  expect(screen.getByRole('link', { name: /INV 01/ })).toBeInTheDocument()
  expect(screen.queryByRole('link', { name: /Blocked/ })).toBeNull()
})

test('where nothing stands in the way the page says so', () => {
  openPage([ready])
  expect(screen.getByText(enUS['obstacles.none'])).toBeInTheDocument()
})

test('nothing on the page sends a setting', () => {
  openPage([ready, ...blocked])
  expect(document.querySelector('form, [type=submit]')).toBeNull()
  expect(screen.getByText(enUS.readOnly)).toBeInTheDocument()
})

test('without any inverter it says how they come', () => {
  openPage([])
  expect(screen.getByText(enUS.noneAtAll)).toBeInTheDocument()
})
