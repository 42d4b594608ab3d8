import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { IvScanDetail } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import enUS from '../messages/en-US.ts'
import { anyCurve } from './any-curve.ts'
import { StringTable } from './string-table.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})
beforeEach(() => localStorage.clear())

const hurt = anyCurve(1, {
  verdict: 'shade',
  evidence: { measure: 'current', value: 6.1, expected: 9.4, lossShare: 0.3, against: 'siblings', samples: [] },
})

function show(curves = [hurt, anyCurve(2), anyCurve(3)], kind: 'measured' | 'stc' = 'measured') {
  const scan = { id: 'a', timeZone: 'UTC', curves } as unknown as IvScanDetail
  render(
    <ApiProvider client={createQueryClient()}>
      <StringTable scan={scan} before={undefined} kind={kind} shown="1-1" onShow={() => undefined} />
    </ApiProvider>,
  )
}

const names = () => screen.getAllByRole('columnheader').map(({ textContent }) => textContent)

test('the table fits a page of 1,440 px; finding and evidence share the first columns', () => {
  show()
  const leastPx = Number.parseFloat(screen.getByRole('table').style.minWidth)
  expect(leastPx).toBeLessThanOrEqual(1360)
  expect(names().slice(0, 4)).toEqual(['String', 'Finding', 'Pmp', 'To siblings'])
  const cell = screen.getAllByRole('cell')[0] as HTMLElement
  expect(within(cell).getByText(/6.10 A/)).toBeInTheDocument()
  expect(cell).toHaveTextContent('Partial shade')
  expect(cell).toHaveTextContent('90%')
})

test('resistances are shown on demand; a figure that no string has takes no column', async () => {
  const user = userEvent.setup()
  show()
  expect(names()).not.toContain('Rsh')
  expect(names()).not.toContain('To datasheet')
  await user.click(screen.getByRole('button', { name: /columns/i }))
  await user.click(screen.getByRole('menuitemradio', { name: 'Rsh' }))
  expect(names()).toContain('Rsh')
})

test('Pmp at standard conditions states its error; above one percent it is only about right', () => {
  const at = (pmpErrorW: number) => {
    const { voltageV, currentA, figures } = anyCurve(1)
    return {
      voltageV,
      currentA,
      samples: [],
      figures,
      pmpErrorW,
      coefficients: 'datasheet' as const,
      datasheetPmpW: null,
    }
  }
  show([anyCurve(1, { stc: at(23.5) }), anyCurve(2, { stc: at(94) })], 'stc')
  expect(screen.getByText(/^4.70.kW ± 0.5%$/)).toBeInTheDocument()
  expect(screen.getByText(/^about 4.70.kW ± 2.0%$/)).toBeInTheDocument()
  expect(names()).toContain('Pmp')
})
