import { gatewayPath, ingestBasePath } from './constants.ts'

/** Destination of an example, and its logger. */
export interface ExamplePlace {
  /** `https://portal.example` */
  origin: string
  serial: string
  key: string
  /** Code that a gateway exchanges for a key of its own. */
  code: string
}

const exampleKinds = [
  'curl',
  'node',
  'python',
  'homeAssistant',
  'gatewaySearch',
  'gatewaySunspec',
  'gatewayFronius',
  'gatewayHuawei',
  'gatewayShelly',
] as const
export type ExampleKind = (typeof exampleKinds)[number]

const urlOf = ({ origin }: ExamplePlace) => `${origin}${ingestBasePath}/frames`

/** One frame of an invented inverter, to try in a shell. */
const curl = (place: ExamplePlace) => `curl -fsS '${urlOf(place)}' \\
  -H 'Authorization: Logger ${place.key}' -H 'Content-Type: application/json' \\
  -d "{\\"logger\\":\\"${place.serial}\\",\\"seq\\":$(date +%s),\\"loggerTime\\":$(date +%s)000,\\"uptimeS\\":0,
      \\"devices\\":[{\\"serial\\":\\"INVERTER-1\\",\\"at\\":$(date +%s)000,\\"powerW\\":1200,\\"energyTotalKwh\\":345.6}]}"
`

const node = (place: ExamplePlace) => `const at = Date.now()
const response = await fetch('${urlOf(place)}', {
  method: 'POST',
  headers: { authorization: 'Logger ${place.key}', 'content-type': 'application/json' },
  body: JSON.stringify({
    logger: '${place.serial}',
    seq: Math.floor(at / 1000),
    loggerTime: at,
    uptimeS: Math.floor(process.uptime()),
    devices: [{ serial: 'INVERTER-1', at, powerW: 1200, energyTotalKwh: 345.6 }],
  }),
})
console.log(response.status, await response.text())
`

const python = (place: ExamplePlace) => `import json, time, urllib.request

at = int(time.time() * 1000)
batch = {
    "logger": "${place.serial}", "seq": at // 1000, "loggerTime": at, "uptimeS": 0,
    "devices": [{"serial": "INVERTER-1", "at": at, "powerW": 1200, "energyTotalKwh": 345.6}],
}
request = urllib.request.Request(
    "${urlOf(place)}",
    data=json.dumps(batch).encode(),
    headers={"Authorization": "Logger ${place.key}", "Content-Type": "application/json"},
)
print(urllib.request.urlopen(request).read().decode())
`

const homeAssistant = (place: ExamplePlace) => `rest_command:
  helioport:
    url: "${urlOf(place)}"
    method: post
    headers:
      authorization: "Logger ${place.key}"
    content_type: "application/json"
    payload: >-
      {"logger": "${place.serial}", "seq": {{ now().timestamp() | int }},
      "loggerTime": {{ (now().timestamp() * 1000) | int }}, "uptimeS": 0,
      "devices": [{"serial": "INVERTER-1", "at": {{ (now().timestamp() * 1000) | int }},
      "powerW": {{ states('sensor.inverter_power') | float }},
      "energyTotalKwh": {{ states('sensor.inverter_energy') | float }}}]}
automation:
  - alias: "Helioport"
    triggers:
      - trigger: time_pattern
        minutes: "/1"
    conditions:
      - "{{ is_number(states('sensor.inverter_power')) and is_number(states('sensor.inverter_energy')) }}"
    actions:
      - action: rest_command.helioport
`

/** The gateway as a command: on a computer, or a Raspberry Pi, in the network of the inverter. */
const gateway = (source: string | null) => (place: ExamplePlace) =>
  `npx -y '${place.origin}${gatewayPath}' \\
  claim ${place.code} --portal '${place.origin}'${
    source === null
      ? ''
      : ` \\
  --source ${source}`
  }
`

const textOf = {
  curl,
  node,
  python,
  homeAssistant,
  gatewaySearch: gateway(null),
  gatewaySunspec: gateway('sunspec=192.168.1.20'),
  gatewayFronius: gateway('fronius=192.168.1.20'),
  gatewayHuawei: gateway('huawei=192.168.1.20'),
  gatewayShelly: gateway('shelly=192.168.1.20'),
} as const satisfies Record<ExampleKind, (place: ExamplePlace) => string>

/** A program, or a configuration, that sends an inverter's current values, ready to use. */
export const exampleOf = (kind: ExampleKind, place: ExamplePlace): string => textOf[kind](place)
