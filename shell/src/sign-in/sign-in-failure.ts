import { ApiError } from '@helioport/api-client'
import type { ShellMessageKey } from '../messages/shell-messages.ts'

/** Key of the message for a failed sign-in. */
export function signInFailure(error: unknown, isOnline: boolean): ShellMessageKey {
  if (!(error instanceof ApiError)) return 'signIn.failed'
  if (error.code === 'session.wrongCredentials' || error.code === 'request.invalid') return 'signIn.wrong'
  if (error.code === 'session.accountInactive') return 'signIn.inactive'
  if (error.code === 'session.passkeyRequired') return 'signIn.passkeyRequired'
  if (error.code === 'session.wrongCode') return 'signIn.wrongCode'
  if (error.status === 429) return 'signIn.throttled'
  if (error.status === 0) return isOnline ? 'signIn.down' : 'signIn.offline'
  return error.status >= 500 ? 'signIn.down' : 'signIn.failed'
}
