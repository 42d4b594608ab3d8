import type { PayloadMapping } from '@helioport/contract'
import { sharedPlant } from '../testing/shared-portal.ts'
import { proved } from '../testing/test-portal.ts'

const { portal, owner } = sharedPlant(new Date().toISOString())

test('a mapping with a unit that does not fit its field is refused; the former mapping stays', async () => {
  const { data: logger } = await proved(portal, owner).call('POST /loggers', { body: { serial: 'MQTT-MAPPINGS-1' } })
  const params = { loggerId: logger.id }
  const good: PayloadMapping = {
    topic: 'p',
    serial: { from: 'fixed', serial: 'INVERTER-1' },
    fields: [{ field: 'powerW', path: '', unit: 'kW' }],
  }
  const save = (mappings: PayloadMapping[]) =>
    owner.call('PUT /loggers/:loggerId/mqtt/mappings', { params, body: { mappings } })
  expect((await save([good])).status).toBe(200)
  const refused = await save([good, { ...good, fields: [{ field: 'powerW', path: '', unit: 'kWh' }] }])
  expect([refused.status, refused.errorCode]).toEqual([400, 'request.invalid'])
  const { data } = await owner.call('GET /loggers/:loggerId/mqtt', { params })
  expect(data.mappings).toEqual([good])
})
