import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { anyCandidate } from '../new/any-candidate.ts'
import FilePage from './file-page.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

const device = anyCandidate()

function openPage() {
  const client = createQueryClient()
  client.setQueryData(['GET /remote-settings/devices', { query: { page: 1, pageSize: 200 } }], {
    data: [device],
    total: 1,
  })
  const { deviceId } = device
  client.setQueryData(['GET /devices/:deviceId', { params: { deviceId } }], { data: { mpptCount: 2, stringCount: 4 } })
  render(
    <ApiProvider client={client}>
      <MemoryRouter initialEntries={[`/functionSetting/ivFile?device=${deviceId}`]}>
        <FilePage />
      </MemoryRouter>
    </ApiProvider>,
  )
  return userEvent.setup()
}

const points = Array.from({ length: 100 }, (_, i) => `${i * 6},${9.5 - i / 20},${9 - i / 20}`)
const fileOf = (...lines: string[]) => {
  const file = new File([lines.join('\n')], 'roof.csv', { type: 'text/csv' })
  file.arrayBuffer = async () => new TextEncoder().encode(lines.join('\n')).buffer
  return file
}

test('reads a file before sending anything: shows its strings and irradiance, ready to save', async () => {
  const user = openPage()
  await user.upload(screen.getByLabelText(enUS['file.none']), fileOf('Irradiance: 812', 'V,I1,I3', ...points))
  expect(await screen.findByText('2 strings found')).toBeInTheDocument()
  expect(screen.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
    expect.stringContaining('100 points, 64 of them are kept'),
    expect.stringContaining('100 points, 64 of them are kept'),
  ])
  expect(screen.getByLabelText(enUS['file.irradiance'], { exact: false })).toHaveValue('812')
  expect(screen.getByRole('button', { name: 'Keep 2 curves' })).toBeEnabled()

  // The corrected file replaces the values in the form.
  await user.upload(screen.getByLabelText('roof.csv'), fileOf('Irradiance: 640', 'V,I1,I3', ...points))
  await waitFor(() => expect(screen.getByLabelText(enUS['file.irradiance'], { exact: false })).toHaveValue('640'))
})

test('a file that is too large replaces the former one, its name and its curves', async () => {
  const user = openPage()
  await user.upload(screen.getByLabelText(enUS['file.none']), fileOf('Irradiance: 812', 'V,I1,I3', ...points))
  await screen.findByText('2 strings found')
  const large = new File([new Uint8Array(3 * 1024 * 1024)], 'large.csv', { type: 'text/csv' })
  await user.upload(screen.getByLabelText('roof.csv'), large)
  expect(await screen.findByText(enUS['file.tooLarge'])).toBeInTheDocument()
  expect(screen.getByLabelText('large.csv')).toBeInTheDocument()
  expect(screen.queryByText('roof.csv')).toBeNull()
  expect(screen.queryByText('2 strings found')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Keep 2 curves' })).toBeNull()
})

test('computes the back temperature from the cell temperature of the file, and says so', async () => {
  const user = openPage()
  const lines = ['Irradiance: 800', 'Cell temperature: 48', 'V,I1,I3', ...points]
  await user.upload(screen.getByLabelText(enUS['file.none']), fileOf(...lines))
  const back = await screen.findByLabelText(enUS['file.back'], { exact: false })
  expect(back).toHaveValue('45.6')
  expect(back).toHaveAccessibleDescription(/^Computed: the file tells 48\.0\D+C of the modules or their cells/)

  // Other light changes the back's temperature; the cells' is the file's.
  const light = screen.getByLabelText(enUS['file.irradiance'], { exact: false })
  await user.clear(light)
  await user.type(light, '1000')
  expect(back).toHaveValue('45')
  await user.clear(back)
  await user.type(back, '50')
  expect(back).toHaveAccessibleDescription(/^Cells are taken for 53\.0\D+C, computed/)
})

test('says why a file has no curves, and offers nothing to save', async () => {
  const user = openPage()
  await user.upload(screen.getByLabelText(enUS['file.none']), fileOf('Voltage,Power', '1,2'))
  expect(await screen.findByText('Line 1: no column holds a current.')).toBeInTheDocument()
  expect(screen.queryByRole('button', { name: /^Keep/ })).toBeNull()
})
