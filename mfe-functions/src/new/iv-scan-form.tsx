import { useState } from 'react'
import { useSend } from '@helioport/api-client'
import { ivPointCount, ivScanMs, minIrradianceForVerdict, paths } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Button, Card, DescriptionList, LinkButton, Notice, Row, Stack } from '@helioport/ui'
import { Confirm } from '@helioport/ui/overlay'
import { useCommandSender } from '../command/use-command-sender.tsx'
import type enUS from '../messages/en-US.ts'
import { ChosenDevices } from './chosen-devices.tsx'
import { LightNow } from './light-now.tsx'
import type { Candidate } from './readiness.ts'

/** Form that starts an IV scan of the chosen inverters, and says how long it takes. */
export function IvScanForm({ chosen }: { chosen: readonly Candidate[] }) {
  const text = useText<typeof enUS>('functions')
  const common = useText()
  const format = useFormat()
  const command = useCommandSender()
  const { send } = useSend('POST /commands/iv-scan', { refreshes: ['GET /remote-settings/devices', 'GET /commands'] })
  const [asked, setAsked] = useState(false)
  const number = format.number(chosen.length)
  const label = text('scan.submit', { count: chosen.length, number })

  const confirm = () => {
    setAsked(false)
    void command.order({ deviceIds: chosen.map(({ device }) => device.deviceId) }, (body) => send({ body }))
  }

  return (
    <Card
      title={text('scan.start')}
      subtitle={chosen[0]?.device.stationName}
      extra={
        <LinkButton size="s" kind="text" href={`#${paths.ivFile(chosen[0]?.device.deviceId)}`}>
          {text('file.open')}
        </LinkButton>
      }
    >
      <Stack gap={4}>
        <DescriptionList
          items={[
            { label: text('scan.each'), value: text('scan.about', { time: format.duration(ivScanMs) }) },
            ...(chosen.length > 1
              ? [
                  {
                    label: text('scan.all'),
                    value: text('scan.atMost', { time: format.duration(ivScanMs * chosen.length) }),
                  },
                ]
              : []),
            { label: text('scan.points'), value: text('scan.perString', { points: format.number(ivPointCount) }) },
          ]}
        />
        <p>{text('scan.meanwhile')}</p>
        <p>{text('scan.light', { irradiance: format.quantity(minIrradianceForVerdict, 'W/m²', 0).text })}</p>
        <LightNow chosen={chosen} />
        {chosen.length === 0 && <Notice tone="info">{text('chooseFirst')}</Notice>}
        {command.refusal !== undefined && <Notice tone="bad">{command.refusal}</Notice>}
        <Row>
          <Button kind="primary" busy={command.busy} disabled={chosen.length === 0} onClick={() => setAsked(true)}>
            {label}
          </Button>
        </Row>
      </Stack>
      <Confirm
        open={asked}
        title={text('scan.ask', { count: chosen.length, number })}
        text={
          <Stack gap={3}>
            <ChosenDevices chosen={chosen} />
            <p>{text('scan.meanwhile')}</p>
          </Stack>
        }
        confirmLabel={label}
        cancelLabel={common('action.cancel')}
        onConfirm={confirm}
        onCancel={() => setAsked(false)}
      />
    </Card>
  )
}
