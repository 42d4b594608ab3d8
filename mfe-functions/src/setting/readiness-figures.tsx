import { useFormat, useText } from '@helioport/i18n'
import { Bar, Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './setting-page.module.css'
import { type ReadinessSummary, type RemoteSetting, remoteSettings } from './readiness.ts'

const testIds: Record<RemoteSetting, string> = { reactivePower: 'kpi-reactive-power', ivScan: 'kpi-iv-scan' }

/** How many inverters there are and how many of them can take which setting. */
export function ReadinessFigures({ summary }: { summary: ReadinessSummary }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const total = format.number(summary.devices)
  return (
    <StatRow label={text('kpi.label')}>
      <Stat testId="kpi-devices" raw={summary.devices} size="xl" label={text('kpi.devices')} value={total} />
      {remoteSettings.map((setting) => {
        const ready = summary.ready[setting]
        const words = text('kpi.of', { ready: format.number(ready), total })
        return (
          <Stat
            key={setting}
            testId={testIds[setting]}
            raw={ready}
            label={text(`setting.${setting}`)}
            value={format.number(ready)}
            note={
              <span className={styles['share']}>
                <Bar tone="brand" share={summary.devices === 0 ? null : ready / summary.devices} label={words} />
                {words}
              </span>
            }
          />
        )
      })}
    </StatRow>
  )
}
