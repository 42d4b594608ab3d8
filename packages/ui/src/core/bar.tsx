import { variableOf, type ColorToken } from '../tokens/tokens.ts'
import styles from './bar.module.css'

interface BarProps {
  /** 0 to 1; more is drawn as full. */
  share: number | null
  tone?: ColorToken
  /** Read aloud, with the value in words. */
  label: string
}

/** A share of a whole as a thin bar. */
export function Bar({ share, tone = 'generation', label }: BarProps) {
  const part = Math.min(Math.max(share ?? 0, 0), 1)
  return (
    <span className={styles['bar']} role="img" aria-label={label}>
      <span
        className={styles['fill']}
        style={{ inlineSize: `${part * 100}%`, background: `var(${variableOf(tone)})` }}
      />
    </span>
  )
}

interface StackedBarProps {
  parts: readonly { value: number; tone: ColorToken; label: string }[]
  label: string
}

/** Counts of several kinds as one bar, for example devices by status. */
export function StackedBar({ parts, label }: StackedBarProps) {
  return (
    <span className={styles['bar']} role="img" aria-label={label}>
      {parts
        .filter((part) => part.value > 0)
        .map((part) => (
          <span
            key={part.label}
            className={styles['part']}
            title={part.label}
            style={{ flexGrow: part.value, background: `var(${variableOf(part.tone)})` }}
          />
        ))}
    </span>
  )
}
