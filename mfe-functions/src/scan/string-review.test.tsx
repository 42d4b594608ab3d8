import { ApiProvider, createQueryClient } from '@helioport/api-client'
import type { IvScanDetail } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import enUS from '../messages/en-US.ts'
import { anyCurve } from './any-curve.ts'
import { StringReview } from './string-review.tsx'

const review = {
  ivScanId: 'a',
  scannedAt: '2026-06-10T10:00:00Z',
  verdict: 'shade',
  says: 'rejected',
  note: 'The tree is gone',
  userName: 'owner',
  at: '2026-06-10T11:00:00Z',
} as const

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

function show(change: Parameters<typeof anyCurve>[1]) {
  const scan = { id: 'a', timeZone: 'UTC', curves: [] } as unknown as IvScanDetail
  render(
    <ApiProvider client={createQueryClient()}>
      <StringReview scan={scan} shown={anyCurve(1, change)} />
    </ApiProvider>,
  )
}

test('a verdict can be confirmed or rejected; what was said of this scan and of others stands beside it', () => {
  show({ verdict: 'shade', reviews: [{ ...review, ivScanId: 'b', says: 'confirmed', note: '' }, { ...review }] })
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled()
  expect(screen.getByText(/Rejected by owner.*Partial shade · The tree is gone/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Confirmed by owner/ })).toHaveAttribute('href', expect.stringContaining('b'))
})

test('where nothing was said of a string nobody is asked', () => {
  show({ verdict: null, silence: 'lowIrradiance' })
  expect(screen.queryByRole('button')).toBeNull()
})
