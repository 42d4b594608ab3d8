/**
 * A real MQTT broker on loopback, as a separate process: `node broker.ts PORT`; 0: any free port. It prints its address
 * and all subscriptions.
 */
import { createServer } from 'node:net'
import { Aedes } from 'aedes'

const broker = await Aedes.createBroker()
broker.on('subscribe', (subscriptions) => {
  for (const { topic } of subscriptions) console.log(`broker: subscribed ${topic}`)
})
const server = createServer(broker.handle)
server.listen(Number(process.argv[2] ?? 0), '127.0.0.1', () => {
  const address = server.address()
  if (address && typeof address === 'object') console.log(`broker: ready at mqtt://127.0.0.1:${address.port}`)
})
