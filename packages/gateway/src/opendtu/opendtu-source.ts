import { firstLook, type MqttPlace, mqttPlaceOf, type OpenMqtt } from '../mqtt/mqtt-link.ts'
import type { Reading, Source } from '../source/source.ts'
import { SourceAway, trouble as troubleOf, type Trouble } from '../source/trouble.ts'
import { tidySerial } from '../source/tidy.ts'
import { InverterState } from './inverter-state.ts'
import { ahoyTopics, openDtuTopics, type TopicNames } from './topics.ts'

export interface DtuDeps {
  openMqtt: OpenMqtt
  now: () => number
  wait: (ms: number) => Promise<void>
}

/** `--source opendtu=mqtt://user:password@192.168.1.3/solar`: all inverters that an OpenDTU publishes. */
export function openOpenDtu(argument: string, deps: DtuDeps): Source {
  const place = mqttPlaceOf(argument, 'solar')
  let isOffline = false
  return dtuSource({
    deps,
    place,
    names: openDtuTopics,
    // Three levels below the base, which excludes the two-level sums `ac/power` and `dc/power`.
    topics: [`${place.base}/+/+/+`, `${place.base}/+/name`, `${place.base}/dtu/status`],
    serialOf: (name) => (/^[0-9a-f]{8,16}$/i.test(name) ? name : null),
    hearBox: (topic, text) => {
      if (topic === 'dtu/status') isOffline = text.trim() === 'offline'
    },
    trouble: (heard) => {
      if (isOffline) return troubleOf('opendtu.offline', { place: place.name })
      return heard.length > 0 ? null : troubleOf('opendtu.nothing', { place: place.name, topic: place.base })
    },
  })
}

/**
 * `--source ahoy=mqtt://user:password@192.168.1.3/inverter,Garage=116180400001`: AhoyDTU publishes inverters under
 * their owner's names, so the serials are given here.
 */
export function openAhoy(argument: string, deps: DtuDeps): Source {
  const [url = '', ...pairs] = argument.split(',')
  const place = mqttPlaceOf(url.trim(), 'inverter')
  const serials = new Map(pairs.map(pairOf))
  if (serials.size === 0) throw new Error('AhoyDTU tells no serials: add ,NAME=SERIAL for each inverter')
  return dtuSource({
    deps,
    place,
    names: ahoyTopics,
    topics: [`${place.base}/+/+`, `${place.base}/+/+/+`],
    serialOf: (name) => serials.get(name) ?? null,
    hearBox: () => undefined,
    trouble: (heard) => {
      if ([...serials.keys()].some((name) => heard.includes(name))) return null
      const nothing = { place: place.name, names: [...serials.keys()].join(', '), topic: place.base }
      return heard.length > 0
        ? troubleOf('ahoy.others', { ...nothing, known: heard.join(', ') })
        : troubleOf('ahoy.nothing', nothing)
    },
  })
}

function pairOf(text: string): [name: string, serial: string] {
  const at = text.lastIndexOf('=')
  const [name, serial] = [text.slice(0, at).trim(), tidySerial(text.slice(at + 1))]
  if (at < 1 || name === '' || serial === null) throw new Error(`"${text}" is not NAME=SERIAL`)
  return [name, serial]
}

/** More than a box supports; other topics of the broker must not grow the state. */
const mostNames = 100

interface DtuSettings {
  deps: DtuDeps
  place: MqttPlace
  names: TopicNames
  topics: string[]
  /** Null: not an inverter of this source. */
  serialOf: (name: string) => string | null
  hearBox: (topic: string, text: string) => void
  /** Why there is nothing to read, given the names heard so far; null: there is something. */
  trouble: (heard: string[]) => Trouble | null
}

function dtuSource({ deps, place, names, topics, serialOf, hearBox, trouble }: DtuSettings): Source {
  const inverters = new Map<string, InverterState>()
  const heard = new Set<string>()
  const link = deps.openMqtt(place.url, topics, (topic, text) => {
    const below = topic.slice(place.base.length + 1)
    const [name = '', ...field] = below.split('/')
    hearBox(below, text)
    if (field.join('/') === names.reachable && heard.size < mostNames) heard.add(name)
    const serial = serialOf(name)
    if (serial === null) return
    const inverter = inverters.get(name) ?? new InverterState(serial, names)
    inverters.set(name, inverter)
    inverter.hear(field.join('/'), text, deps.now())
  })

  const look = firstLook(link, deps.wait)

  return {
    name: `${names.kind} ${place.name}`,
    read: async () => {
      await look()
      const reason = link.trouble() ?? trouble([...heard])
      if (reason !== null) throw new SourceAway(reason)
      const now = deps.now()
      const readings = [...inverters.values()].map((inverter) => inverter.take(now))
      return readings.filter((reading): reading is Reading => reading !== null)
    },
    close: link.close,
  }
}
