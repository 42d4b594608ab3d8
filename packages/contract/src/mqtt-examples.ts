/** Where an example sends to. */
export interface MqttPlace {
  host: string
  port: number
  isTls: boolean
  /** The logger's, without a slash at its end. */
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

/** One frame of a made-up inverter, as a person would try it in a shell. */
const mosquitto = ({ host, port, isTls, topic, userName, password }: MqttPlace) =>
  `mosquitto_pub -h ${host} -p ${port}${isTls ? ' --capath /etc/ssl/certs' : ''} -q 1 \\
  -u '${userName}' -P '${password}' \\
  -t '${topic}/INVERTER-1/status/switch:0' \\
  -m '{"apower":1200,"aenergy":{"total":345600}}'
`

/** What is entered on the page of the device. */
const entered = (place: MqttPlace, topics: string) => `Host:     ${place.host}
Port:     ${place.port}
TLS:      ${place.isTls ? 'on' : 'off'}
Username: ${place.userName}
Password: ${place.password}
${topics}
`

/** Commands of its console; each of them starts it anew. */
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

/** Home Assistant speaks to its own broker, which hands on what the next example says. */
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

/** What each bridge of a broker at home to this one begins with. */
const bridgeTo = (name: string, { host, port, isTls, userName, password }: BridgePlace) => `connection ${name}
address ${host}:${port}
${isTls ? 'bridge_capath /etc/ssl/certs\n' : ''}remote_username ${userName}
remote_password ${password}
try_private false
notifications false
cleansession true
keepalive_interval 60
`

/** A file in mosquitto's conf.d: what is sent at home is sent here, too. */
const bridge = ({ topic, ...place }: MqttPlace) =>
  `${bridgeTo('helioport', place)}topic sensor/# out 1 homeassistant/ ${topic}/
`

/** The other way round: what the portal tells home servers comes to the broker at home; `prefix`: of their discovery here. */
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

/** A command, a configuration, or what is to be entered; it works as it stands. */
export const mqttExampleOf = (kind: MqttExampleKind, place: MqttPlace): string => textOf[kind](place)
