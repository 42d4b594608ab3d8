import { useState } from 'react'
import type { MqttAccess } from '@helioport/contract'
import { type MqttExampleKind, mqttExampleOf } from '@helioport/contract/mqtt-examples'
import { DescriptionList, Notice, Segmented, Stack } from '@helioport/ui'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { ExampleText } from '../example-text.tsx'
import { examplesOfSource, type Source } from './place.ts'

interface CredentialsProps {
  access: MqttAccess
  /** Known only right after the logger was created. */
  password: string | undefined
  source: Source
}

/** Broker address and credentials, also in the format of the chosen source. */
export function Credentials({ access, password, source }: CredentialsProps) {
  const text = useOwnerText()
  const kinds: readonly MqttExampleKind[] = examplesOfSource[source]
  const [chosen, setChosen] = useState<MqttExampleKind>()
  const { broker, userName, topic } = access
  if (!broker) return null
  const kind = chosen && kinds.includes(chosen) ? chosen : (kinds[0] ?? 'mosquitto')
  const example = mqttExampleOf(kind, { ...broker, topic, userName, password: password ?? text('mqtt.passwordHidden') })
  const code = (value: string) => (
    <code className={styles['code']} dir="ltr">
      {value}
    </code>
  )
  return (
    <Stack gap={3}>
      {password !== undefined && <Notice tone="warn">{text('mqtt.once')}</Notice>}
      <DescriptionList
        items={[
          { label: text('mqtt.host'), value: code(broker.host) },
          { label: text('mqtt.port'), value: code(`${broker.port} ${broker.isTls ? '(TLS)' : ''}`.trim()) },
          { label: text('mqtt.userName'), value: code(userName) },
          { label: text('mqtt.password'), value: code(password ?? text('mqtt.passwordHidden')) },
          { label: text('mqtt.topic'), value: code(`${topic}/`) },
        ]}
      />
      {!broker.isTls && <Notice tone="info">{text('mqtt.plain')}</Notice>}
      {kinds.length > 1 && (
        <div>
          <Segmented
            label={text('connect.language')}
            value={kind}
            onChange={setChosen}
            options={kinds.map((value) => ({
              value,
              label: text(value === 'bridge' ? 'mqtt.example.bridge' : 'mqtt.example.homeAssistant'),
            }))}
          />
        </div>
      )}
      <ExampleText testId="mqtt-example">{example}</ExampleText>
    </Stack>
  )
}
