import { type AnalysisFinding, type InverterAnalysis, paths } from '@helioport/contract'
import { useAlarmText, useFormat } from '@helioport/i18n'
import { Card, Icon, LinkButton } from '@helioport/ui'
import styles from './findings.module.css'
import { useAnalysisText } from './texts.ts'

/** Weak inverters with cause and loss, the costliest first. */
export function Findings({ analysis }: { analysis: InverterAnalysis }) {
  const text = useAnalysisText()
  const { findings } = analysis
  return (
    <Card title={text('findings.title')} subtitle={findings.length === 0 ? undefined : text('findings.hint')}>
      {findings.length === 0 ? (
        <p className={styles['good']}>
          <Icon name="checkCircle" />
          {text('findings.none')}
        </p>
      ) : (
        <ol className={styles['list']}>
          {findings.map((finding) => (
            <Finding key={finding.deviceId} finding={finding} analysis={analysis} />
          ))}
        </ol>
      )}
    </Card>
  )
}

/** Cause in one line: the strings with their tracker, and the inverter's alarm code. */
export function useCauseText(): (finding: AnalysisFinding) => string {
  const text = useAnalysisText()
  const format = useFormat()
  const alarmText = useAlarmText()
  return ({ cause, strings, code }) => {
    const names = strings.map((string) => format.number(string)).join(', ')
    const what = text(`cause.${cause}`, { count: strings.length, strings: names })
    return code === null ? what : `${what} (${[code, alarmText(code)?.name].filter(Boolean).join(' ')})`
  }
}

function Finding({ finding, analysis }: { finding: AnalysisFinding; analysis: InverterAnalysis }) {
  const text = useAnalysisText()
  const format = useFormat()
  const causeText = useCauseText()
  const inverter = analysis.inverters.find(({ deviceId }) => deviceId === finding.deviceId)
  if (!inverter) return null
  const { from, to, lostKwh, lostIncome } = finding
  const { timeZone, currency } = analysis
  const quarterMs = 15 * 60_000
  return (
    <li className={styles['finding']}>
      <Icon name="alarm" className={styles['icon']} />
      <div className={styles['words']}>
        <span className={styles['name']}>{inverter.name}</span>
        <span>{causeText(finding)}</span>
        <span className={styles['quiet']}>{text(`advice.${finding.cause}`)}</span>
      </div>
      <div className={styles['cost']}>
        <span className={styles['lost']}>
          {text('findings.lost', { energy: format.energy(lostKwh).text })}
          {lostIncome !== null && <> · {format.money(lostIncome, currency)}</>}
        </span>
        {from !== null && to !== null && (
          <span className={styles['quiet']}>
            {text('findings.span', {
              from: format.time(from, timeZone),
              to: format.time(Date.parse(to) + quarterMs, timeZone),
            })}
          </span>
        )}
      </div>
      <LinkButton href={`#${paths.device('charts', inverter.memberId, inverter.deviceId)}?date=${analysis.date}`}>
        {text('findings.open')}
      </LinkButton>
    </li>
  )
}
