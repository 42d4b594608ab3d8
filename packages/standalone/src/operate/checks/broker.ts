import { tryBroker } from '@helioport/service/support'
import { bad, type Check, good } from './check.ts'

/** The broker that loggers publish to, if configured: it must be reachable and accept the portal. */
export const broker: Check = {
  name: 'mqtt',
  look: async ({ told: { environment } }) => {
    const { MQTT_URL: url } = environment
    if (!url) return []
    const example = 'MQTT_URL=mqtts://user:password@broker.example'
    if (!URL.canParse(url) || !/^mqtts?:$/.test(new URL(url).protocol)) return bad('MQTT_URL is no address of a broker', example) // prettier-ignore
    const { hostname, port, protocol, username } = new URL(url)
    const number = port || (protocol === 'mqtts:' ? '8883' : '1883')
    const error = await tryBroker(url)
    if (error === null) return good(`${hostname}:${number} lets the portal in`)
    const as = username ? ` -u ${username} -P …` : ''
    return bad(`${hostname}:${number} does not let the portal in: ${error}`, `mosquitto_sub -h ${hostname} -p ${number}${as} -t 'helioport/v1/loggers/#' -v`) // prettier-ignore
  },
}
