import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import { homeBridgeOf } from '@helioport/contract/mqtt-examples'
import { useText } from '@helioport/i18n'
import { Notice, Stack } from '@helioport/ui'
import { SwitchField } from '@helioport/ui/form'
import { useOwnerText } from '../../station/owner-texts.ts'
import { ExampleText } from '../example-text.tsx'

/** The opposite direction: whether the account's home servers receive this station's values. */
export function HomeSwitch({ stationId }: { stationId: string }) {
  const text = useOwnerText()
  const reasons = useText('error')
  const params = { stationId }
  const home = useEndpoint('GET /stations/:stationId/home-assistant', { params })
  const change = useSend('PUT /stations/:stationId/home-assistant', {
    refreshes: ['GET /stations/:stationId/home-assistant'],
  })
  const [failure, setFailure] = useState<ApiErrorCode>()
  if (!home.data?.broker) return null
  const { isOn, discoveryPrefix, broker } = home.data
  const userName = text('mqtt.homeUser')
  const place = { ...broker, prefix: discoveryPrefix, userName, password: text('mqtt.passwordHidden') }
  const set = async (value: boolean) => {
    setFailure(undefined)
    try {
      await change.send({ params, body: { isOn: value } })
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      setFailure(error.code)
    }
  }
  return (
    <Stack gap={2}>
      <SwitchField
        name="home"
        label={text('mqtt.home')}
        hint={text('mqtt.homeHint', { prefix: discoveryPrefix })}
        value={isOn}
        onChange={(value) => void set(value)}
        onLeave={() => {}}
        error={undefined}
        disabled={change.isSending}
      />
      {isOn && (
        <>
          <p>{text('mqtt.homeBridge')}</p>
          <ExampleText testId="home-bridge">{homeBridgeOf(place)}</ExampleText>
        </>
      )}
      {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
    </Stack>
  )
}
