import { ApiError } from '@helioport/api-client'
import { setUpI18n, useRefusalText } from '@helioport/i18n'
import { act, renderHook } from '@testing-library/react'
import { useFailure } from './use-failure.ts'

beforeAll(() => setUpI18n('en-US'))

const refuse = (code: 'request.invalid' | 'request.tooMany') => () => Promise.reject(new ApiError(code, 400))

test('shows request.invalid of a link as an invalid link; other codes keep their text', async () => {
  const { result } = renderHook(() => ({
    failing: useFailure({ 'request.invalid': 'link.invalid' }),
    words: useRefusalText(),
  }))
  await act(() => result.current.failing.attempt(refuse('request.invalid')))
  expect(result.current.failing.failure).toBe(result.current.words({ code: 'link.invalid' }))
  expect(result.current.failing.failure).not.toBe(result.current.words({ code: 'request.invalid' }))
  await act(() => result.current.failing.attempt(refuse('request.tooMany')))
  expect(result.current.failing.failure).toBe(result.current.words(new ApiError('request.tooMany', 400)))
})
