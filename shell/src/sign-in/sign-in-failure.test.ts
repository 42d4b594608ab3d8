import { ApiError } from '@helioport/api-client'
import { signInFailure } from './sign-in-failure.ts'

describe('signInFailure', () => {
  it.each([
    [new ApiError('session.wrongCredentials', 401), 'signIn.wrong'],
    [new ApiError('session.accountInactive', 403), 'signIn.inactive'],
    [new ApiError('request.tooMany', 429), 'signIn.throttled'],
    [new ApiError('client.timeout', 0), 'signIn.down'],
    [new ApiError('service.databaseDown', 503), 'signIn.down'],
    [new ApiError('client.badReply', 502), 'signIn.down'],
    [new ApiError('request.foreignOrigin', 403), 'signIn.failed'],
    [new TypeError('x'), 'signIn.failed'],
  ])('%s is shown as %s', (error, key) => {
    expect(signInFailure(error, true)).toBe(key)
  })

  it('distinguishes an offline browser from an unreachable service', () => {
    expect(signInFailure(new ApiError('client.offline', 0), false)).toBe('signIn.offline')
  })
})
