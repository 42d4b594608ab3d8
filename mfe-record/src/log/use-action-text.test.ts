import type { WriteName } from '@helioport/api-client'
import enUS from '../messages/en-US.ts'

/**
 * Fails to compile while a writing endpoint has no text. In the tests, so that a new endpoint does not break a released
 * build.
 */
const operations: Readonly<Record<`op.${WriteName}`, string>> = enUS

test('every operation of the log has a text', () => {
  expect(Object.values(operations).filter((words) => words.trim() === '')).toEqual([])
})
