import { isFirstRun, makeFirstAccount } from './first-run.ts'
import { askPasswordCode, resetPassword } from './new-password.ts'
import { activate, askActivationMail, askRegistrationCode, register } from './registration.ts'
import type { Handlers } from '../http/handler.ts'

export const registrationRoutes = {
  'GET /first-run': async (service) => ({ data: { isOpen: await isFirstRun(service) } }),
  'POST /first-run': async (service, { body, connection }) => ({
    data: await makeFirstAccount(service, connection.ip, body),
  }),
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
    await resetPassword(service, connection, body)
    return { data: null }
  },
} satisfies Partial<Handlers>
