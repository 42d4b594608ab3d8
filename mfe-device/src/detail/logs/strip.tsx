import { useFormat } from '@helioport/i18n'
import { noticeableShortfall } from '../parameter/siblings.ts'
import styles from './logs.module.css'

interface StripProps {
  values: readonly (number | null)[]
  unit: string
}

/** A row of values of one kind: each as dark as its share of the greatest, so that weak ones stand out. */
export function Strip({ values, unit }: StripProps) {
  const format = useFormat()
  if (values.length === 0) return <>–</>
  const most = Math.max(0, ...values.map((value) => value ?? 0))
  const words = values.map((value, index) => `${format.number(index + 1)}: ${format.quantity(value, unit, 1).text}`)
  return (
    <span className={styles['strip']} role="img" aria-label={words.join(', ')} title={words.join('\n')}>
      {values.map((value, index) => {
        const share = value === null || most <= 0 ? 0 : Math.max(0, value / most)
        const isWeak = value !== null && most > 0.5 && share < 1 - noticeableShortfall
        return (
          <span
            key={words[index]}
            data-weak={isWeak || undefined}
            data-unknown={value === null || undefined}
            style={{ opacity: value === null ? 1 : 0.15 + 0.85 * share }}
          />
        )
      })}
    </span>
  )
}
