import { useText } from '@helioport/i18n'
import { Segmented } from '@helioport/ui'
import type enUS from '../messages/en-US.ts'
import styles from './scan.module.css'

export type Procedure = '1' | '2'

const formulas: Record<Procedure, readonly string[]> = {
  '1': ['I₂ = I₁ + Isc₁·(1000/G − 1) + α·(25 − T)', 'V₂ = V₁ − Rs·(I₂ − I₁) − κ·I₂·(25 − T) + β·(25 − T)'],
  '2': [
    'I₂ = I₁·(1000/G) / (1 + α·(T − 25))',
    'f = 1 + B₁·ln(1000/G) + B₂·ln²(1000/G)',
    'V₂ = V₁ − (Rs + κ·(T − 25))·(I₂ − I₁) − κ·I₂·(25 − T) + Voc·(β·(25 − T)·f + 1 − 1/f)',
  ],
}

interface CorrectionProps {
  procedure: Procedure
  onProcedure: (procedure: Procedure) => void
}

/** Choice of the procedure that corrects curves to standard conditions, with its formula. */
export function Correction({ procedure, onProcedure }: CorrectionProps) {
  const text = useText<typeof enUS>('functions')
  return (
    <div className={styles['correction']}>
      <Segmented<Procedure>
        label={text('correction')}
        value={procedure}
        onChange={onProcedure}
        size="s"
        options={(['1', '2'] as const).map((value) => ({ value, label: text('correction.procedure', { value }) }))}
      />
      <p className={styles['basis']}>{text(`correction.hint.${procedure}`)}</p>
      <pre className={styles['formula']}>{formulas[procedure].join('\n')}</pre>
    </div>
  )
}
