import { useState } from 'react'
import { useEndpoint } from '@helioport/api-client'
import type { Logger, LoggerWithKey, MqttMessage } from '@helioport/contract'
import { Notice, SkeletonText, Stack } from '@helioport/ui'
import { SelectField } from '@helioport/ui/form'
import { Failure } from '../../station/failure.tsx'
import { useOwnerText } from '../../station/owner-texts.ts'
import { Heard } from '../heard.tsx'
import { Credentials } from './credentials.tsx'
import { HomeSwitch } from './home-switch.tsx'
import { MakeMqttLogger } from './make-mqtt-logger.tsx'
import { Messages } from './messages.tsx'
import { type Source, sources } from './place.ts'

const lookMs = 3_000

interface MqttWayProps {
  stationId: string
  loggers: readonly Logger[]
  now: number
}

/** Connects a device that publishes its own messages: credentials, broker, received messages and their meaning. */
export default function MqttWay({ stationId, loggers, now }: MqttWayProps) {
  const text = useOwnerText()
  const [source, setSource] = useState<Source>('openDtu')
  const [made, setMade] = useState<LoggerWithKey>()
  const [chosen, setChosen] = useState('')
  const loggerId = made?.id ?? chosen
  return (
    <Stack gap={4}>
      <SelectField
        name="source"
        label={text('mqtt.source')}
        value={source}
        onChange={setSource}
        onLeave={() => {}}
        error={undefined}
        disabled={made !== undefined}
        options={sources.map((value) => ({ value, label: text(`mqtt.source.${value}`) }))}
      />
      {!made && loggers.length > 0 && (
        <SelectField
          name="logger"
          label={text('mqtt.logger')}
          value={chosen}
          onChange={setChosen}
          onLeave={() => {}}
          error={undefined}
          disabled={false}
          options={[
            { value: '', label: text('mqtt.logger.new') },
            ...loggers.map(({ id, serial }) => ({ value: id, label: serial })),
          ]}
        />
      )}
      {loggerId === '' ? (
        <MakeMqttLogger stationId={stationId} source={source} onMade={setMade} />
      ) : (
        <OfLogger
          key={loggerId}
          loggerId={loggerId}
          made={made}
          source={source}
          logger={loggers.find(({ id }) => id === loggerId)}
          now={now}
        />
      )}
      <HomeSwitch stationId={stationId} />
    </Stack>
  )
}

interface OfLoggerProps {
  loggerId: string
  made: LoggerWithKey | undefined
  source: Source
  logger: Logger | undefined
  now: number
}

function OfLogger({ loggerId, made, source, logger, now }: OfLoggerProps) {
  const text = useOwnerText()
  const params = { loggerId }
  const messages = useEndpoint('GET /loggers/:loggerId/mqtt/messages', { params }, { refetchMs: lookMs })
  const access = useEndpoint('GET /loggers/:loggerId/mqtt', { params })
  if (!access.data)
    return access.error ? (
      <Failure title={text('failed.load')} error={access.error} onRetry={access.refetch} />
    ) : (
      <SkeletonText lines={4} />
    )
  if (access.data.broker === null) return <Notice tone="warn">{text('mqtt.noBroker')}</Notice>
  return (
    <Stack gap={5}>
      <Credentials access={access.data} password={made?.key} source={source} />
      <Heard logger={logger} messageAt={newestOf(messages.data)} now={now} />
      <Messages loggerId={loggerId} messages={messages} access={access.data} source={source} now={now} />
    </Stack>
  )
}

/** Only of the logger's own topics: messages elsewhere are not used. */
const newestOf = (messages: readonly MqttMessage[] = []): string | null =>
  messages
    .filter(({ isOwn }) => isOwn)
    .map(({ receivedAt }) => receivedAt)
    .toSorted()
    .at(-1) ?? null
