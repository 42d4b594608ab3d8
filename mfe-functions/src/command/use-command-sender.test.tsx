import { ApiError } from '@helioport/api-client'
import { addMessages, setUpI18n } from '@helioport/i18n'
import { act, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { MemoryRouter } from 'react-router-dom'
import enUS from '../messages/en-US.ts'
import { useCommandSender } from './use-command-sender.tsx'

beforeAll(async () => {
  await setUpI18n('en-US')
  addMessages('functions', 'en-US', enUS)
})

async function refusalAfter(failure: ApiError) {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>
  const { result } = renderHook(() => useCommandSender(), { wrapper })
  await act(() => result.current.send(() => Promise.reject(failure)))
  return result.current.refusal
}

test.each(['client.timeout', 'client.offline'] as const)(
  'after %s says that the command may have been accepted',
  async (code) => {
    expect(await refusalAfter(new ApiError(code, 0))).toMatch(/ It may have been taken all the same: look under Tasks/)
  },
)

test('a command repeated after no reply keeps its key; another or an answered one gets a new key', async () => {
  const wrapper = ({ children }: { children: ReactNode }) => <MemoryRouter>{children}</MemoryRouter>
  const { result } = renderHook(() => useCommandSender(), { wrapper })
  const keys: string[] = []
  const order = (value: number, failure: ApiError) =>
    act(() =>
      result.current.order({ value }, ({ key }) => {
        keys.push(key)
        return Promise.reject(failure)
      }),
    )
  const [lost, refused] = [new ApiError('client.timeout', 0), new ApiError('command.offline', 409)]
  for (const [value, failure] of [[1, lost], [1, lost], [2, lost], [2, refused], [2, refused]] as const) await order(value, failure) // prettier-ignore
  const [first, again, other, otherAgain, anew] = keys
  expect([again, otherAgain]).toEqual([first, other])
  expect(new Set([first, other, anew]).size).toBe(3)
})

test('after session.viewOnly does not say that the command may have been accepted', async () => {
  expect(await refusalAfter(new ApiError('session.viewOnly', 403))).not.toContain('may have been taken')
})
