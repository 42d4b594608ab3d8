import { type ShareRight, type Station, stationTabs } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Icon, Stack } from '@helioport/ui'
import { Modal } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { StationStatus } from '../../station/station-status.tsx'
import { useStationText } from '../../station/use-station-text.ts'
import { useTabText } from '../tab-texts.ts'
import { isTabOpen } from '../tab-rights.ts'
import styles from './sharing.module.css'

interface SharePreviewProps {
  station: Station
  rights: readonly ShareRight[]
  onClose: () => void
}

/** What an account with these rights sees of the station, by the rules of its own pages. */
export function SharePreview({ station, rights, onClose }: SharePreviewProps) {
  const text = useTabText()
  const stationText = useStationText()
  const owner = useOwnerText()
  const common = useText()
  const format = useFormat()
  const has = (right: ShareRight) => rights.includes(right)
  const hidden = owner('preview.hidden')
  const figures = [
    { label: stationText('column.power'), value: format.power(station.powerW).text },
    { label: stationText('column.today'), value: format.energy(station.energyTodayKwh).text },
    {
      label: stationText('column.income'),
      value: has('income') ? format.money(station.incomeToday, station.currency) : hidden,
    },
    { label: text('information.price'), value: has('income') ? format.money(station.price, station.currency) : hidden },
    { label: stationText('column.alarms'), value: has('alarms') ? format.number(station.openAlarms) : hidden },
  ]
  const actions = [
    { label: owner('preview.logs'), allowed: has('logs') },
    { label: owner('preview.control'), allowed: has('control') },
    { label: owner('preview.iv'), allowed: has('iv') },
    { label: owner('preview.manage'), allowed: false },
  ]
  return (
    <Modal open title={owner('preview.title')} onClose={onClose} closeLabel={common('action.close')}>
      <Stack gap={4}>
        <div className={styles['previewHead']}>
          <strong>{station.name}</strong>
          <StationStatus status={station.status} reason={station.statusReason} look="soft" />
        </div>
        <dl className={styles['figures']}>
          {figures.map(({ label, value }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd data-hidden={value === hidden || undefined}>{value}</dd>
            </div>
          ))}
        </dl>
        <ul className={styles['marks']} aria-label={owner('preview.pages')}>
          {stationTabs.map((tab) => (
            <Mark key={tab} allowed={isTabOpen(tab, rights)} label={stationText(`detail.tab.${tab}`)} />
          ))}
        </ul>
        <ul className={styles['marks']} aria-label={owner('preview.actions')}>
          {actions.map((action) => (
            <Mark key={action.label} {...action} />
          ))}
        </ul>
      </Stack>
    </Modal>
  )
}

function Mark({ allowed, label }: { allowed: boolean; label: string }) {
  const owner = useOwnerText()
  return (
    <li data-allowed={allowed || undefined}>
      <Icon name={allowed ? 'check' : 'close'} label={owner(allowed ? 'preview.yes' : 'preview.no')} />
      {label}
    </li>
  )
}
