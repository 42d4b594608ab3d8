import type { WriteName } from '@helioport/api-client'
import enUS from '../messages/en-US.ts'

/** Does not compile while an endpoint that writes has no text. Here, so that a new endpoint is no break for a release that is out. */
const operations: Readonly<Record<`op.${WriteName}`, string>> = enUS

test('every operation of the log has a text', () => {
  expect(Object.values(operations).filter((words) => words.trim() === '')).toEqual([])
})
