import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { DeviceModules } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { anyDevice } from '../../device/any-device.ts'
import enUS from '../../messages/en-US.ts'
import { ModulesCard } from './modules-card.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('device', 'en-US', enUS)
})

const device = anyDevice()

function show(modules: DeviceModules | null) {
  const client = createQueryClient()
  client.setQueryData(['GET /devices/:deviceId/modules', { params: { deviceId: device.id } }], { data: modules })
  render(
    <ApiProvider client={client}>
      <ModulesCard device={device} />
    </ApiProvider>,
  )
}

test('explains what unknown modules mean for IV curves', () => {
  show(null)
  expect(screen.getByText(enUS['modules.none'])).toBeInTheDocument()
})

test('shows known modules with their coefficients, and a dash for an unknown value', () => {
  show({
    manufacturer: 'LONGi',
    model: 'LR4-72HPH-450M',
    iscA: 11.6,
    vocV: 49.3,
    impA: 10.85,
    vmpV: 41.5,
    alphaPercent: 0.048,
    betaPercent: -0.27,
    gammaPercent: -0.35,
    cells: 72,
    modulesPerString: 19,
    stringsPerTracker: null,
  })
  expect(screen.getByText('LONGi LR4-72HPH-450M')).toBeInTheDocument()
  expect(screen.getByText('0.048 %/K')).toBeInTheDocument()
  expect(screen.getByText('–')).toBeInTheDocument()
})
