import { unsubscribe } from '../../rules/daily-mail.ts'
import { askPasswordCode, resetPassword } from '../../rules/new-password.ts'
import { activate, askActivationMail, askRegistrationCode, register } from '../../rules/registration.ts'
import type { Handlers } from '../handler.ts'

type RegistrationNames =
  | 'POST /registration/code'
  | 'POST /registration'
  | 'POST /registration/activation-mail'
  | 'POST /registration/activation'
  | 'POST /password/code'
  | 'POST /password'
  | 'POST /unsubscription'

export const registrationHandlers: Handlers<RegistrationNames> = {
  'POST /registration/code': async (service, { body, connection }) => {
    await askRegistrationCode(service, connection.ip, body.email, body.locale)
    return { data: null }
  },
  'POST /registration': async (service, { body, connection }) => {
    await register(service, connection.ip, body)
    return { data: null }
  },
  'POST /registration/activation-mail': async (service, { body, connection }) => {
    await askActivationMail(service, connection.ip, body.account)
    return { data: null }
  },
  'POST /registration/activation': async (service, { body, connection }) => ({
    data: await activate(service, connection.ip, body.token),
  }),
  'POST /password/code': async (service, { body, connection }) => {
    await askPasswordCode(service, connection.ip, body.account)
    return { data: null }
  },
  'POST /password': async (service, { body, connection }) => {
    await resetPassword(service, connection.ip, body)
    return { data: null }
  },
  'POST /unsubscription': async (service, { body, connection }) => ({
    data: await unsubscribe(service, connection.ip, body.token),
  }),
}
