import { useFormat, useText } from '@helioport/i18n'
import { Bar, Stat, StatRow } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './choice.module.css'
import type { ReadinessSummary } from './readiness.ts'

/** Number of inverters in total, ready now, and chosen. */
export function ReadinessFigures({ summary, chosen }: { summary: ReadinessSummary; chosen: number }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { devices, ready } = summary
  const total = format.number(devices)
  const words = text('kpi.of', { ready: format.number(ready), total })
  return (
    <StatRow label={text('kpi.label')}>
      <Stat testId="kpi-devices" raw={devices} size="xl" label={text('kpi.devices')} value={total} />
      <Stat
        testId="kpi-ready"
        raw={ready}
        label={text('kpi.ready')}
        value={format.number(ready)}
        note={
          <span className={styles['share']}>
            <Bar tone="brand" share={devices === 0 ? null : ready / devices} label={words} />
            {words}
          </span>
        }
      />
      <Stat testId="kpi-chosen" raw={chosen} label={text('kpi.chosen')} value={format.number(chosen)} />
    </StatRow>
  )
}
