import { claimPath } from '@helioport/contract/ingest'
import { sharedPlant } from '../testing/shared-portal.ts'
import { addTestPlant, frame, proved } from '../testing/test-portal.ts'
import { limits } from '../account/proof/throttle.ts'
import { claimMs } from './claim.ts'

const { portal, owner, plant } = sharedPlant('2026-06-10T10:00:00Z')
let callers = 0
let serials = 0

const claim = async (code: unknown, ip = `10.9.0.${(callers += 1)}`) => {
  const response = await portal.app.inject({
    method: 'POST',
    url: claimPath,
    payload: { code } as object,
    remoteAddress: ip,
  })
  const { data, errorCode } = response.json<{ data?: { serial: string; key: string }; errorCode?: string }>()
  return { status: response.statusCode, data, errorCode }
}
const person = () => proved(portal, owner)
const addLogger = async () => {
  const serial = `CLAIMED-LOGGER-${(serials += 1)}`
  return (await person().call('POST /loggers', { body: { stationId: plant.stationId, serial } })).data
}
const codeOf = async (loggerId: string) =>
  (await person().call('POST /loggers/:loggerId/claims', { params: { loggerId } })).data
const sendWith = async (key: string, serial: string) => {
  const now = portal.clock.now
  const payload = {
    logger: serial,
    seq: (callers += 1),
    loggerTime: now,
    uptimeS: 1,
    devices: [frame('NEW-1', now, {})],
  }
  const headers = { authorization: `Logger ${key}` }
  const response = await portal.app.inject({ method: 'POST', url: '/api/ingest/v1/frames', payload, headers })
  return response.statusCode
}

test("a code gives a program serial and key once; the logger's unused former key ends", async () => {
  const logger = await addLogger()
  const { code, expiresAt } = await codeOf(logger.id)
  expect(code).toMatch(/^[A-HJ-NP-Z2-9]{4}-[A-HJ-NP-Z2-9]{4}$/)
  expect(Date.parse(expiresAt)).toBe(portal.clock.now + claimMs)
  const { status, data } = await claim(` ${code.toLowerCase().replace('-', ' ')} `)
  expect([status, data?.serial]).toEqual([200, logger.serial])
  expect(await sendWith(data?.key ?? '', logger.serial)).toBe(200)
  expect(await sendWith(logger.key, logger.serial)).toBe(401)
  expect(await claim(code)).toMatchObject({ status: 400, errorCode: 'code.wrong' })
})

test('wrong, replaced and expired codes get the same answer code.wrong', async () => {
  const logger = await addLogger()
  const former = await codeOf(logger.id)
  const newest = await codeOf(logger.id)
  const answers = [await claim('AAAA-AAAA'), await claim(former.code)]
  portal.clock.now += claimMs
  answers.push(await claim(newest.code))
  for (const answer of answers) expect(answer).toEqual({ status: 400, data: undefined, errorCode: 'code.wrong' })
  for (const bad of [undefined, '', 7, 'A'.repeat(41)]) expect((await claim(bad)).errorCode).toBe('request.invalid')
})

test('of simultaneous claims with one code exactly one succeeds', async () => {
  const { code } = await codeOf((await addLogger()).id)
  const answers = await Promise.all([claim(code), claim(code), claim(code)])
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
})

test('an address is rate limited after too many wrong codes; other addresses are not', async () => {
  const { code } = await codeOf((await addLogger()).id)
  for (let nth = 0; nth < limits.claimAddress.max; nth += 1)
    expect((await claim(`WRNG-AAA${nth}`, '10.9.9.9')).errorCode).toBe('code.wrong')
  expect(await claim(code, '10.9.9.9')).toMatchObject({ status: 429, errorCode: 'request.tooMany' })
  expect((await claim(code)).status).toBe(200)
})

test("a code needs a proof of the logger's owner and is stored as a hash", async () => {
  const logger = await addLogger()
  const params = { loggerId: logger.id }
  expect((await owner.call('POST /loggers/:loggerId/claims', { params })).errorCode).toBe('session.proofRequired')
  const stranger = await portal.signIn('stranger')
  const { errorCode } = await proved(portal, stranger).call('POST /loggers/:loggerId/claims', { params })
  expect(errorCode).toBe('notFound')
  const { code } = await codeOf(logger.id)
  const { rows } = await portal.db.pool.query<{ row: string }>('select to_jsonb(c)::text as row from logger_claim c')
  expect(rows.map(({ row }) => row).join()).not.toContain(code.replace('-', ''))
})

test('the code decides whose logger it is, even if another account has the same serial', async () => {
  const stranger = await portal.signIn('namesake')
  const own = await addTestPlant(portal, stranger)
  const { data: theirs } = await proved(portal, stranger).call('POST /loggers', {
    body: { stationId: own.stationId, serial: 'SAME-SERIAL-0001' },
  })
  const { data: mine } = await person().call('POST /loggers', {
    body: { stationId: plant.stationId, serial: 'SAME-SERIAL-0001' },
  })
  const { data } = await claim((await codeOf(mine.id)).code)
  expect(await sendWith(data?.key ?? '', 'SAME-SERIAL-0001')).toBe(200)
  const heard = async (id: string, of: typeof owner) =>
    (await of.call('GET /loggers')).data.find((each) => each.id === id)?.lastBatchAt
  expect([await heard(mine.id, owner), await heard(theirs.id, stranger)]).toEqual([
    new Date(portal.clock.now).toISOString(),
    null,
  ])
})
