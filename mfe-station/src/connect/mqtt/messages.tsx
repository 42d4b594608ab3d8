import { useState } from 'react'
import { ApiError, type ApiErrorCode, type EndpointState, useSend } from '@helioport/api-client'
import type { MqttAccess, MqttMessage, PayloadMapping } from '@helioport/contract'
import { presets } from '@helioport/contract/mapping-presets'
import { useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { toast } from '@helioport/ui/overlay'
import { Failure } from '../../station/failure.tsx'
import { useOwnerText } from '../../station/owner-texts.ts'
import styles from '../connect.module.css'
import { framesOf } from './frames.ts'
import { MapValue } from './map-value.tsx'
import { withMapping } from './mapped.ts'
import { MappingList } from './mapping-list.tsx'
import { type Clicked, MessageList } from './message-list.tsx'
import type { Source } from './place.ts'
import { SeenFrames } from './seen-frames.tsx'

interface MessagesProps {
  loggerId: string
  messages: EndpointState<MqttMessage[]>
  access: MqttAccess
  source: Source
  now: number
}

/** Received messages as they are. A click sets the meaning of a value; the resulting frames are shown below. */
export function Messages({ loggerId, messages, access, source, now }: MessagesProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const params = { loggerId }
  const save = useSend('PUT /loggers/:loggerId/mqtt/mappings', { refreshes: ['GET /loggers/:loggerId/mqtt'] })
  const [draft, setDraft] = useState<readonly PayloadMapping[]>()
  const [clicked, setClicked] = useState<Clicked>()
  const [failure, setFailure] = useState<ApiErrorCode>()
  const mappings = draft ?? access.mappings
  const list = messages.data ?? []
  const keep = async () => {
    setFailure(undefined)
    try {
      await save.send({ params, body: { mappings: [...mappings] } })
      setDraft(undefined)
      toast({ tone: 'good', text: text('mqtt.saved') })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.code)
    }
  }
  return (
    <Stack gap={4}>
      <h3 className={styles['heading']}>{text('mqtt.messages')}</h3>
      {messages.error && !messages.data && (
        <Failure title={text('failed.load')} error={messages.error} onRetry={messages.refetch} />
      )}
      {messages.data && list.length === 0 && <p className={styles['heard']}>{text('mqtt.none')}</p>}
      <MessageList messages={list} mappings={mappings} clicked={clicked} onClick={setClicked} now={now} />
      {clicked && (
        <MapValue
          key={`${clicked.topic} ${clicked.path}`}
          clicked={clicked}
          mappings={mappings}
          onClose={() => setClicked(undefined)}
          onMap={(mapping) => {
            setDraft(withMapping(mappings, mapping))
            setClicked(undefined)
          }}
        />
      )}
      <MappingList mappings={mappings} onChange={setDraft} />
      <h3 className={styles['heading']}>{text('mqtt.frames')}</h3>
      <SeenFrames frames={framesOf(list, mappings)} now={now} />
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
      <FormActions>
        <Button
          kind="primary"
          icon="check"
          disabled={draft === undefined}
          busy={save.isSending}
          onClick={() => void keep()}
        >
          {text('mqtt.save')}
        </Button>
        {source !== 'own' && (
          <Button onClick={() => setDraft(presets[source])}>
            {text('mqtt.usePreset', { source: text(`mqtt.source.${source}`) })}
          </Button>
        )}
        {mappings.length > 0 && <Button onClick={() => setDraft([])}>{text('mqtt.clear')}</Button>}
      </FormActions>
    </Stack>
  )
}
