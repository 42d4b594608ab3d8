import { useWholeList } from '@helioport/api-client'
import type { IvCurve, IvScan, IvScanDetail } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import { Row } from '@helioport/ui'
import { ChoiceField } from '@helioport/ui/form'
import type enUS from '../../messages/en-US.ts'
import { type CurveKind, stringKey } from '../reference.ts'
import styles from '../scan.module.css'
import type { Choice, Compared } from './use-compared.ts'

interface CompareBarProps {
  scan: IvScanDetail
  shown: IvCurve
  kind: CurveKind
  compared: Compared
  choice: Choice
  onChoice: (change: Partial<Choice>) => void
}

/** Choice of the comparison: any scan of the inverter, or a string of another one. */
export function CompareBar({ scan, shown, kind, compared, choice, onChoice }: CompareBarProps) {
  const text = useText<typeof enUS>('functions')
  const { isOther, scans } = compared
  return (
    <div className={styles['compare']} role="group" aria-label={text('compare.title')}>
      <Row gap={2}>
        <span>{text('compare.title')}</span>
        <InverterField scan={scan} choice={choice} onChoice={onChoice} />
        <ScanField scan={scan} compared={compared} choice={choice} onChoice={onChoice} />
        {isOther && compared.scan && (
          <ChoiceField
            label={text('scan.string')}
            value={choice.beside === '' ? stringKey(shown) : choice.beside}
            onChange={(beside: string) => onChoice({ beside })}
            options={compared.scan.curves.map(({ mppt, string }) => ({
              value: stringKey({ mppt, string }),
              label: text('string', { mppt, string }),
            }))}
          />
        )}
      </Row>
      {isOther && scans.length === 0 && <p className={styles['basis']}>{text('compare.noScan')}</p>}
      {compared.scan && kind === 'measured' && <p className={styles['basis']}>{text('compare.weather')}</p>}
    </div>
  )
}

type FieldProps = Pick<CompareBarProps, 'scan' | 'choice' | 'onChoice'>

function InverterField({ scan, choice, onChoice }: FieldProps) {
  const text = useText<typeof enUS>('functions')
  const { data = [] } = useWholeList('GET /devices', { query: { stationId: scan.stationId } })
  const others = data.filter(({ id }) => id !== scan.deviceId)
  return (
    <ChoiceField
      label={text('compare.inverter')}
      value={choice.inverter === scan.deviceId ? '' : choice.inverter}
      onChange={(inverter: string) => onChoice({ inverter, against: '', beside: '' })}
      options={[
        { value: '', label: text('compare.same') },
        ...others.map(({ id, name }) => ({ value: id, label: name })),
      ]}
    />
  )
}

function ScanField({ scan, compared, choice, onChoice }: FieldProps & Pick<CompareBarProps, 'compared'>) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const at = ({ scannedAt }: IvScan) => format.dateTime(scannedAt, scan.timeZone)
  if (compared.scans.length === 0) return null
  return (
    <ChoiceField
      label={text('compare.scan')}
      value={
        compared.scans.some(({ id }) => id === choice.against) || choice.against === 'nothing' ? choice.against : ''
      }
      onChange={(against: string) => onChoice({ against })}
      options={[
        { value: '', label: text(compared.isOther ? 'compare.nearest' : 'scan.ghost') },
        ...compared.scans.map((one) => ({ value: one.id, label: at(one) })),
        { value: 'nothing', label: text('compare.nothing') },
      ]}
    />
  )
}
