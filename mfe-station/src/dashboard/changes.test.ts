import { changeOf, isChange } from './changes.ts'

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
  ['POST /somewhere/new', 'POST', 'other'],
  ['', 'PUT', 'other'],
])('%s is %s of %s', (action, verb, noun) => {
  expect(changeOf(action)).toEqual({ verb, noun })
})

test('who proves himself or reads the news changes nothing', () => {
  const actions = ['POST /session/proof', 'POST /bulletin-reads', 'POST /commands/iv-scan']
  expect(actions.filter(isChange)).toEqual(['POST /commands/iv-scan'])
})
