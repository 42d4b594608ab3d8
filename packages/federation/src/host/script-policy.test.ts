import type { ReleaseIndexPayload } from '@helioport/contract/release'
import { createScriptPolicy } from './script-policy.ts'

const shell = 'shell/0.1.0-aaaaaaaaaaaa'
const release = (digit: string) => `0.1.0-${digit.repeat(12)}`
const index = (current: string, more: object = {}) =>
  ({
    remotes: { station: [{ name: 'station', release: release(current) }] },
    ...more,
  }) as unknown as ReleaseIndexPayload
const origin = 'https://portal.example'
const policyOf = (developed = {}) => createScriptPolicy(shell, origin, () => developed)

test.each([
  `/r/${shell}/main.1.js`,
  `https://portal.example/r/${shell}/~1/12.abc.js`,
  `/r/station/${release('1')}/remoteEntry.0.js`,
  `/r/station/${release('9')}/list.js`,
  '/releases/watchdog.js',
  '/releases/push/worker.js',
])('allows %s, a file of a release in the index', (url) => {
  const policy = policyOf()
  policy.take(index('1', { canaries: { station: { release: { name: 'station', release: release('9') } } } }))
  expect(policy.passed(url)).toBe(url)
})

test.each([
  `/r/station/${release('2')}/remoteEntry.js`,
  `https://evil.example/r/station/${release('1')}/remoteEntry.js`,
  `//evil.example/r/${shell}/main.js`,
  `/r/${shell}/../../../api/web/v1/pictures/1.js`,
  `/r/${shell}/main.js.map`,
  `/r/${shell}/`,
  '/releases/index.json',
  '/api/web/v1/pictures/1',
  'data:text/javascript,1',
  'blob:https://portal.example/0',
  'javascript:1',
  'http://127.0.0.1:3101/remoteEntry.js',
  'http://[',
])('refuses %s', (url) => {
  const policy = policyOf()
  policy.take(index('1'))
  expect(policy.passed(url)).toBeNull()
})

test('a loaded release stays allowed under a newer index until it is revoked', () => {
  const policy = policyOf()
  const chunk = `/r/station/${release('1')}/12.js`
  policy.take(index('1'))
  policy.take(index('2'))
  expect(policy.passed(chunk)).toBe(chunk)
  policy.take(index('2', { revoked: [`station/${release('1')}`] }))
  expect(policy.passed(chunk)).toBeNull()
})

test('the running shell may load its own files even when it is revoked', () => {
  const policy = policyOf()
  policy.take(index('1', { revoked: [shell] }))
  expect(policy.passed(`/r/${shell}/12.js`)).not.toBeNull()
})

test('a remote under development may load from its own server only', () => {
  const policy = policyOf({ station: 'http://127.0.0.1:3101' })
  expect(policy.passed('http://127.0.0.1:3101/remoteEntry.js')).not.toBeNull()
  expect(policy.passed('http://127.0.0.1:3102/remoteEntry.js')).toBeNull()
})
