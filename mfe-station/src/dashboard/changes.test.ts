import { changeOf, isChange, mergedChanges } from './changes.ts'

test.each([
  ['POST /stations', 'POST', 'station'],
  ['PUT /stations/:stationId', 'PUT', 'station'],
  ['POST /stations/form', 'POST', 'station'],
  ['PUT /stations/:stationId/form', 'PUT', 'station'],
  ['DELETE /stations/:stationId/shares/:shareId', 'DELETE', 'share'],
  ['POST /stations/:stationId/devices', 'POST', 'device'],
  ['POST /stations/:stationId/deletion', 'ASK', 'station'],
  ['POST /devices/:deviceId/replacement', 'PUT', 'device'],
  ['POST /commands/:commandId/undo', 'PUT', 'command'],
  ['POST /commands/iv-scan', 'POST', 'command'],
  ['PUT /station-order', 'PUT', 'order'],
  ['PUT /account/notifications', 'PUT', 'account'],
  ['POST /account/passkeys', 'PUT', 'account'],
  ['DELETE /account/phone', 'PUT', 'account'],
  ['POST /account/deletion', 'ASK', 'account'],
  ['POST /somewhere/new', 'POST', 'other'],
  ['', 'PUT', 'other'],
])('%s is shown as %s of %s', (action, verb, noun) => {
  expect(changeOf(action)).toEqual({ verb, noun })
})

test('a proof, a view of another account, a sign-out and reading news are not changes', () => {
  const actions = [
    'POST /session/proof',
    'POST /session/view',
    'DELETE /session/view',
    'DELETE /session',
    'POST /bulletin-reads',
    'POST /commands/iv-scan',
  ]
  expect(actions.filter((action) => isChange({ action, errorCode: null }))).toEqual(['POST /commands/iv-scan'])
})

test('omits a write answered with session.proofRequired; lists a refused and a completed one', () => {
  const action = 'POST /commands/iv-scan'
  const codes = ['session.proofRequired', 'forbidden', null]
  expect(codes.filter((errorCode) => isChange({ action, errorCode }))).toEqual(['forbidden', null])
})

test('merges equal changes of one person to several devices of a station; other rows keep their place', () => {
  const row = (id: string, change: object = {}) => ({
    id,
    action: 'POST /devices',
    userName: 'owner',
    stationName: 'Barn',
    deviceName: `Inverter ${id}`,
    errorCode: null,
    ...change,
  })
  const rows = [
    row('1'),
    row('2'),
    row('3', { action: 'PUT /stations/:stationId', deviceName: null }),
    row('4', { userName: 'installer' }),
    row('5', { errorCode: 'device.serialTaken' }),
  ]
  expect(mergedChanges(rows).map(({ id, count, deviceName }) => [id, count, deviceName])).toEqual([
    ['1', 2, null],
    ['3', 1, null],
    ['4', 1, 'Inverter 4'],
    ['5', 1, 'Inverter 5'],
  ])
})
