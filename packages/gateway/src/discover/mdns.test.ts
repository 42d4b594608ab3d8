import { Bonjour } from 'bonjour-service'
import { browseWith } from './mdns.ts'

test('finds an announced device with its name, address and port', async () => {
  const device = new Bonjour({}, () => undefined)
  device.publish({ name: 'shellyproem50', type: 'helioport-test', port: 8080, probe: false })
  // Without multicast a machine does not even hear itself.
  const isOver = AbortSignal.timeout(5000)
  const browse = browseWith(async (_ms, seen) => {
    while (seen() === 0 && !isOver.aborted) await new Promise((resolve) => setImmediate(resolve))
  })
  const found = await browse(['helioport-test', 'other'], 0)
  await new Promise<void>((resolve) => device.unpublishAll(() => device.destroy(() => resolve())))
  if (found.length === 0) {
    console.log('this machine has no multicast: mDNS was not tried')
    return
  }
  expect(found).toEqual([
    { type: 'helioport-test', name: 'shellyproem50', address: expect.stringMatching(/^\d+(\.\d+){3}$/), port: 8080 },
  ])
})
