import { Icon } from '@helioport/ui'
import { Tooltip } from '@helioport/ui/overlay'
import { useTabText } from '../tab-texts.ts'
import styles from './kpi-tiles.module.css'

/** The formula of the performance ratio, on hover and on focus. */
export function FormulaHint() {
  const text = useTabText()
  return (
    <Tooltip text={text('kpi.prFormula')}>
      <button type="button" className={styles.hint} aria-label={text('kpi.prHelp')}>
        <Icon name="help" size={14} />
      </button>
    </Tooltip>
  )
}
