import { createHmac } from 'node:crypto'
import { type Receiver, startReceiver, testOutside } from '../testing/server/receiver.ts'
import { type Person, proved, startTestPortal, type TestPortal } from '../testing/test-portal.ts'
import { deliverWebhooks, webhooksIdle } from './deliver.ts'

const minute = 60_000
const hour = 60 * minute
let portal: TestPortal
let receiver: Receiver
let owner: Person

beforeAll(async () => {
  receiver = await startReceiver()
  portal = await startTestPortal('2026-06-10T10:00:00Z', testOutside())
  owner = await portal.signIn('owner')
})
afterAll(async () => {
  await portal?.stop()
  await receiver.close()
})

/** Verifies as a receiver does, by the specification of Standard Webhooks alone: one of the signatures must match. */
function isSigned({ headers, body }: Receiver['received'][number], secret: string): boolean {
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64')
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const own = `v1,${createHmac('sha256', key).update(signed).digest('base64')}`
  return String(headers['webhook-signature']).split(' ').includes(own)
}

test('a new secret is shown once; the former one also signs for a day', async () => {
  receiver.answer = (_request, response) => void response.writeHead(200).end()
  const made = await proved(portal, owner).call('POST /webhooks', {
    body: { name: 'Desk', url: receiver.url('/hook'), events: ['alarm.raised'] },
  })
  const { id, secret: former } = made.data
  const params = { webhookId: id }
  const renew = async () => (await proved(portal, owner).call('POST /webhooks/:webhookId/secret', { params })).data
  const signedBy = async (...secrets: string[]) => {
    await owner.call('POST /webhooks/:webhookId/test', { params })
    await deliverWebhooks(portal.service)
    await webhooksIdle(portal.service)
    const last = receiver.received.at(-1)
    return secrets.map((secret) => last !== undefined && isSigned(last, secret))
  }
  const { secret } = await renew()
  expect(secret).not.toBe(former)
  expect(JSON.stringify((await owner.call('GET /webhooks')).data)).not.toContain('whsec_')
  expect(await signedBy(former, secret)).toEqual([true, true])
  // Renewed again at once, as after a leak of both: only the last two secrets sign.
  const { secret: third } = await renew()
  expect(await signedBy(former, secret, third)).toEqual([false, true, true])
  portal.clock.now += 24 * hour + minute
  expect(await signedBy(secret, third)).toEqual([false, true])
  const thief = await portal.signIn('thief of secrets')
  const stolen = await proved(portal, thief).call('POST /webhooks/:webhookId/secret', { params })
  expect(stolen.errorCode).toBe('notFound')
})
