import { ApiError } from '@helioport/api-client'
import { setUpI18n } from '@helioport/i18n'
import { render, screen } from '@testing-library/react'
import { Failure } from './failure.tsx'

beforeAll(() => setUpI18n('en-US'))

const shown = (code: ApiError['code']) => {
  render(<Failure title="This form could not be loaded" error={new ApiError(code, 403)} onRetry={() => {}} />)
  return [screen.queryByText('This form could not be loaded'), screen.queryByText('No access')].map((each) => !!each)
}

test('session.viewOnly shows "No access", not a failure', () => {
  expect(shown('session.viewOnly')).toEqual([false, true])
})

test('client.offline shows the title of the failure', () => {
  expect(shown('client.offline')).toEqual([true, false])
})
