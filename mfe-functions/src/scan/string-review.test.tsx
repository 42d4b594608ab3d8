import { ApiProvider, createQueryClient } from '@helioport/api-client'
import { type IvScanDetail, maxReviewNote } from '@helioport/contract'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { cleanup, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
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

function show(change: Parameters<typeof anyCurve>[1], me = 'owner') {
  const scan = { id: 'a', timeZone: 'UTC', curves: [] } as unknown as IvScanDetail
  const client = createQueryClient()
  client.setQueryData(['GET /account'], { data: { userName: me } })
  render(
    <ApiProvider client={client}>
      <StringReview scan={scan} shown={anyCurve(1, change)} />
    </ApiProvider>,
  )
}

test('offers to confirm or reject a verdict, and shows the reviews of this and other scans', () => {
  show({ verdict: 'shade', reviews: [{ ...review, ivScanId: 'b', says: 'confirmed', note: '' }, { ...review }] })
  expect(screen.getByRole('button', { name: 'Confirm' })).toBeEnabled()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled()
  expect(screen.getByText(/Rejected by owner.*Partial shade/)).toBeInTheDocument()
  expect(screen.getByRole('link', { name: /Confirmed by owner/ })).toHaveAttribute(
    'href',
    '#/functionSetting/ivScans/b?string=1-1',
  )
})

test('offers no review of a string without a verdict', () => {
  show({ verdict: null, silence: 'lowIrradiance' })
  expect(screen.queryByRole('button')).toBeNull()
})

const note = () => screen.getByRole('textbox', { name: enUS['review.note'] })

test('a note keeps its line breaks; only its author finds it in the form', () => {
  const words = '=SUM(1)\n"העץ נכרת"'
  show({ verdict: 'shade', reviews: [{ ...review, note: words }] })
  expect(note()).toHaveValue(words)
  const said = screen.getByText((_, element) => element?.tagName === 'P' && element.textContent === words)
  expect(said).toHaveAttribute('dir', 'auto')
  cleanup()
  show({ verdict: 'shade', reviews: [{ ...review, note: words }] }, 'mei')
  expect(note()).toHaveValue('')
  expect(screen.getByText('Your word takes the place of what owner said, which stays below it.')).toBeInTheDocument()
})

test('shows the earlier review below the newer one of another person', () => {
  const { ivScanId: _id, scannedAt: _at, ...first } = review
  show({
    verdict: 'shade',
    reviews: [{ ...review, says: 'confirmed', note: 'Shade', userName: 'mei', earlier: [first] }],
  })
  const before = screen.getByRole('region', { name: 'Said before that' })
  expect(before).toHaveTextContent(/Rejected by owner.*The tree is gone/)
  expect(before).not.toHaveTextContent('mei')
})

test('rejects a note of more than 500 characters before it is sent', async () => {
  const user = userEvent.setup()
  show({ verdict: 'shade', reviews: [] })
  await user.click(note())
  await user.paste('x'.repeat(maxReviewNote))
  expect(screen.getByRole('button', { name: 'Reject' })).toBeEnabled()
  await user.paste('x')
  expect(screen.getByText('At most 500 characters')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Reject' })).toBeDisabled()
})
