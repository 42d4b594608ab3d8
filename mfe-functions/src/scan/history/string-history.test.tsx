import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { IvScanDetail, IvSweep } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../../messages/en-US.ts'
import { anyCurve } from '../any-curve.ts'
import { StringHistory } from './string-history.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

const { figures } = anyCurve(1)
const sweepOf = (day: number, share: number): IvSweep => ({
  ivScanId: String(day),
  scannedAt: `2026-06-0${day}T10:00:00.000Z`,
  irradianceWm2: 900,
  moduleC: 45,
  figures,
  stc: { ...figures, pmpW: 5000 * share, fillFactor: 0.7 * share },
})

function show(sweeps: IvSweep[]) {
  const client = createQueryClient()
  const params = { deviceId: 'd' }
  client.setQueryData(['GET /devices/:deviceId/iv-history', { params, query: { mppt: 1, string: 1 } }], {
    data: sweeps,
  })
  client.setQueryDefaults(['GET /devices/:deviceId/iv-history'], { staleTime: Infinity })
  const scan = { id: '3', deviceId: 'd', timeZone: 'UTC', curves: [] } as unknown as IvScanDetail
  return render(
    <ApiProvider client={client}>
      <StringHistory scan={scan} shown={anyCurve(1)} kind="stc" />
    </ApiProvider>,
  )
}

test('the table has the figures of each scan and names the shown one', async () => {
  show([sweepOf(1, 1), sweepOf(2, 0.9), sweepOf(3, 0.8)])
  expect(screen.getByText(/from scan to scan/)).toBeInTheDocument()
  await userEvent.click(screen.getByRole('radio', { name: /table/i }))
  const rows = screen.getAllByRole('row').map((row) => row.textContent)
  expect(rows).toHaveLength(4)
  expect(rows[1]).toMatch(/Jun 1.*5\.00.kW.*70\.0%/)
  expect(rows[3]).toMatch(/shown here.*4\.00.kW.*56\.0%/)
})

test('says since when a string has lost power, and how fast', () => {
  show([sweepOf(1, 1), sweepOf(2, 0.9), sweepOf(9, 0.8)])
  const told = screen.getByText(/still whole on Jun 1, 2026, less since Jun 2, 2026/).closest('div')
  expect(told).toHaveAttribute('data-trend', 'gradual')
  expect(told).toHaveTextContent('-20.0% at 1000')
  expect(told).toHaveTextContent('It grows by 76.1% a month.')
  expect(told).toHaveTextContent('Fill factor 70.0% → 56.0%')
})

test('a string with a single scan has no history', () => {
  const { container } = show([sweepOf(1, 1)])
  expect(container).toBeEmptyDOMElement()
})
