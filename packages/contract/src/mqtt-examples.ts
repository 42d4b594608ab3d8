/** Destination of an example. */
export interface MqttPlace {
  host: string
  port: number
  isTls: boolean
  /** The logger's topic, without a trailing slash. */
  topic: string
  userName: string
  password: string
}

export const mqttExampleKinds = [
  'mosquitto',
  'openDtu',
  'ahoyDtu',
  'tasmota',
  'shelly',
  'homeAssistant',
  'bridge',
] as const
export type MqttExampleKind = (typeof mqttExampleKinds)[number]

/** One frame of an invented inverter, to try in a shell. */
const mosquitto = ({ host, port, isTls, topic, userName, password }: MqttPlace) =>
  `mosquitto_pub -h ${host} -p ${port}${isTls ? ' --capath /etc/ssl/certs' : ''} -q 1 \\
  -u '${userName}' -P '${password}' \\
  -t '${topic}/INVERTER-1/status/switch:0' \\
  -m '{"apower":1200,"aenergy":{"total":345600}}'
`

/** Entries for the device's own settings page. */
const entered = (place: MqttPlace, topics: string) => `Host:     ${place.host}
Port:     ${place.port}
TLS:      ${place.isTls ? 'on' : 'off'}
Username: ${place.userName}
Password: ${place.password}
${topics}
`

/** Commands for the device's console; each command restarts the device. */
const tasmota = ({ host, port, isTls, topic, userName, password }: MqttPlace) =>
  `Backlog MqttHost ${host}; MqttPort ${port}; SetOption103 ${isTls ? 1 : 0}; MqttUser ${userName}; MqttPassword ${password}; FullTopic ${topic}/%prefix%/%topic%/; TelePeriod 60
`

const shelly = ({ host, port, isTls, topic, userName, password }: MqttPlace) =>
  `${JSON.stringify({
    id: 1,
    method: 'MQTT.SetConfig',
    params: {
      config: {
        enable: true,
        server: `${host}:${port}`,
        user: userName,
        pass: password,
        ssl_ca: isTls ? 'ca.pem' : null,
        topic_prefix: `${topic}/shelly-roof`,
        status_ntf: true,
      },
    },
  })}
`

/** Home Assistant publishes to its own broker, which forwards with the bridge of the next example. */
const homeAssistant = () => `mqtt_statestream:
  base_topic: homeassistant
  publish_attributes: false
  publish_timestamps: false
  include:
    entities:
      - sensor.inverter_power
      - sensor.inverter_energy
`

type BridgePlace = Omit<MqttPlace, 'topic'>

/** Common head of each bridge from a broker at home to this one. */
const bridgeTo = (name: string, { host, port, isTls, userName, password }: BridgePlace) => `connection ${name}
address ${host}:${port}
${isTls ? 'bridge_capath /etc/ssl/certs\n' : ''}remote_username ${userName}
remote_password ${password}
try_private false
notifications false
cleansession true
keepalive_interval 60
`

/** A file for mosquitto's conf.d: forwards messages of the home broker to this broker. */
const bridge = ({ topic, ...place }: MqttPlace) =>
  `${bridgeTo('helioport', place)}topic sensor/# out 1 homeassistant/ ${topic}/
`

/**
 * Reverse direction: forwards the portal's messages for home servers to the broker at home; `prefix`: prefix of their
 * discovery topics here.
 */
export const homeBridgeOf = ({ prefix, ...place }: BridgePlace & { prefix: string }): string =>
  `${bridgeTo('helioport-home', place)}topic device/+/config in 0 homeassistant/ ${prefix}/
topic +/state in 0 ${prefix}/ ${prefix}/
topic +/online in 0 ${prefix}/ ${prefix}/
`

const textOf: Readonly<Record<MqttExampleKind, (place: MqttPlace) => string>> = {
  mosquitto,
  openDtu: (place) => entered(place, `Base topic: ${place.topic}/`),
  ahoyDtu: (place) => entered(place, `Topic: ${place.topic}`),
  tasmota,
  shelly,
  homeAssistant,
  bridge,
}

/** A command, a configuration, or form entries, ready to use. */
export const mqttExampleOf = (kind: MqttExampleKind, place: MqttPlace): string => textOf[kind](place)
