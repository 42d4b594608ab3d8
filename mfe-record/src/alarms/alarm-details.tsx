import { type Alarm, lowLightAlarms, paths } from '@helioport/contract'
import { joinParts, type Text, useAlarmText, useFormat, useText } from '@helioport/i18n'
import { Button, DescriptionList, LinkButton, Notice, SkeletonText, Stack, useNow } from '@helioport/ui'
import { Drawer } from '@helioport/ui/overlay'
import type enUS from '../messages/en-US.ts'
import { AlarmCare } from './alarm-care.tsx'
import { durationOf } from './alarm-duration.ts'
import { AlarmGroup } from './alarm-group.tsx'
import { AlarmTag } from './alarm-tag.tsx'
import { Lost } from './lost.tsx'
import styles from './alarms-page.module.css'

interface AlarmDetailsProps {
  /** Undefined: the drawer is closed. */
  alarm: Alarm | undefined
  onClose: () => void
  onlyDevice: (deviceId: string) => void
}

/** Drawer with the details of one episode: reason, suggestion, times, place. */
export function AlarmDetails({ alarm, onClose, onlyDevice }: AlarmDetailsProps) {
  const text = useText<typeof enUS>('record')
  const alarmText = useAlarmText()
  const words = alarm && alarmText(alarm.code)
  return (
    <Drawer
      open={alarm !== undefined}
      title={alarm ? `${alarm.code} ${words?.name ?? ''}` : ''}
      onClose={onClose}
      closeLabel={text('detail.close')}
      footer={
        alarm && (
          <>
            <LinkButton href={`#${paths.device('charts', alarm.memberId, alarm.deviceId)}`}>
              {text('detail.showDevice')}
            </LinkButton>
            <Button kind="text" onClick={() => onlyDevice(alarm.deviceId)}>
              {text('detail.onlyDevice')}
            </Button>
          </>
        )
      }
    >
      {alarm && (
        <Stack gap={5}>
          <div>
            <AlarmTag alarm={alarm} look="soft" />
          </div>
          {lowLightAlarms.has(alarm.code) && <Notice tone="info">{text('lowLightHint')}</Notice>}
          {words ? (
            <>
              <section>
                <h3 className={styles['heading']}>{text('detail.reason')}</h3>
                <p className={styles['words']}>{words.reason}</p>
              </section>
              <section>
                <h3 className={styles['heading']}>{text('detail.suggestion')}</h3>
                <p className={styles['words']}>{words.suggestion}</p>
              </section>
            </>
          ) : (
            <SkeletonText lines={4} />
          )}
          <AlarmCare key={alarm.id} alarm={alarm} />
          <Facts alarm={alarm} />
          <AlarmGroup alarm={alarm} />
        </Stack>
      )}
    </Drawer>
  )
}

/** How the loss was found; for a silence also whether data are still missing, or have arrived late. */
function lossText({ source, clearedAt, dataCameLate, lossBasis }: Alarm, text: Text<typeof enUS>): string {
  if (dataCameLate) return text('detail.cameLate')
  const basis = lossBasis === null ? '' : text(source === 'stringWatch' ? 'basis.strings' : `basis.${lossBasis}`)
  return source === 'silence' && clearedAt === null ? `${basis} ${text('detail.stillSilent')}` : basis
}

function Facts({ alarm }: { alarm: Alarm }) {
  const text = useText<typeof enUS>('record')
  const status = useText('status')
  const format = useFormat()
  const now = useNow(60_000)
  return (
    <section>
      <h3 className={styles['heading']}>{text('detail.when')}</h3>
      <DescriptionList
        items={[
          { label: text('column.raised'), value: format.dateTime(alarm.raisedAt, alarm.timeZone) },
          {
            label: text('column.cleared'),
            value:
              alarm.clearedAt === null ? status('alarmState.open') : format.dateTime(alarm.clearedAt, alarm.timeZone),
          },
          { label: text('column.duration'), value: format.duration(durationOf(alarm, now)) },
          { label: text('column.lost'), value: <Lost alarm={alarm} /> },
          ...(alarm.lossBasis === null && !alarm.dataCameLate
            ? []
            : [{ label: text('detail.lossBasis'), value: lossText(alarm, text) }]),
          ...(alarm.mppt === null
            ? []
            : [
                {
                  label: text('detail.string'),
                  value:
                    alarm.string === null
                      ? text('detail.tracker', { mppt: alarm.mppt })
                      : text('detail.mppt', { mppt: alarm.mppt, string: alarm.string }),
                },
              ]),
          { label: text('detail.zone'), value: alarm.timeZone },
          { label: text('column.device'), value: joinParts([alarm.deviceName, alarm.deviceSerial]) },
          {
            label: text('column.station'),
            value: <a href={`#${paths.station('charts', alarm.memberId, alarm.stationId)}`}>{alarm.stationName}</a>,
          },
        ]}
      />
    </section>
  )
}
