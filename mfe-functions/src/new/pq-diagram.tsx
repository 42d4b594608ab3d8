import { powerFactorMin, reactivePowerThreshold, type Setting } from '@helioport/contract'
import { useFormat, useText } from '@helioport/i18n'
import type enUS from '../messages/en-US.ts'
import type { Effect } from './effect.ts'
import styles from './pq-diagram.module.css'

const width = 320
const height = 196
const middle = width / 2
const floor = height - 26
const radius = 138

/** Intersection of a power factor with the half circle. */
function edge(factor: number) {
  const share = Math.min(Math.abs(factor), 1)
  return { x: middle + Math.sign(factor) * Math.sqrt(1 - share * share) * radius, y: floor - share * radius }
}

interface AimProps {
  setting: Setting
  apparentVA: number
  limitW: number
}

/** Line of operating points of a setting: a ray, a vertical or a horizontal line. */
function Aim({ setting, apparentVA, limitW }: AimProps) {
  const { kind, value } = setting
  if (value === null) return null
  const line = () => {
    if (kind === 'reactivePower') return { x1: middle, y1: floor, x2: edge(value).x, y2: edge(value).y }
    if (kind === 'fixedReactive') {
      const x = middle + value * radius
      return { x1: x, y1: floor, x2: x, y2: floor - Math.sqrt(1 - value ** 2) * radius }
    }
    const y = floor - (limitW / apparentVA) * radius
    return { x1: middle - radius, y1: y, x2: middle + radius, y2: y }
  }
  return <line className={styles['target']} {...line()} />
}

/** P-Q half circle of all chosen inverters: capability, present and resulting output. */
export function PqDiagram({ effect, setting }: { effect: Effect; setting: Setting | null }) {
  const text = useText<typeof enUS>('functions')
  const format = useFormat()
  const { apparentVA, ratedW, beforeW, nowVar, afterW, reactiveVar, limitW } = effect
  if (apparentVA <= 0) return null
  const x = (vars: number) => middle + (vars / apparentVA) * radius
  const y = (watts: number) => floor - (watts / apparentVA) * radius
  const [low, high] = [edge(-powerFactorMin), edge(powerFactorMin)]
  const label = text('pq.label', {
    now: `${format.power(beforeW).text}, ${format.reactive(nowVar).text}`,
    target: setting === null ? '–' : `${format.power(afterW).text}, ${format.reactive(reactiveVar).text}`,
    limit: format.power(limitW).text,
  })
  return (
    <figure className={styles['figure']}>
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label} className={styles['plot']}>
        <path
          className={styles['able']}
          d={`M${middle - radius},${floor} A${radius},${radius} 0 0 1 ${middle + radius},${floor} Z`}
        />
        <path
          className={styles['range']}
          d={`M${middle},${floor} L${low.x},${low.y} A${radius},${radius} 0 0 1 ${high.x},${high.y} Z`}
        />
        <rect
          className={styles['quiet']}
          x={middle - radius}
          width={2 * radius}
          y={y(reactivePowerThreshold * ratedW)}
          height={floor - y(reactivePowerThreshold * ratedW)}
        />
        {ratedW < apparentVA && (
          <line className={styles['rated']} x1={middle - radius} x2={middle + radius} y1={y(ratedW)} y2={y(ratedW)} />
        )}
        <line className={styles['axis']} x1={middle - radius} x2={middle + radius} y1={floor} y2={floor} />
        <line className={styles['axis']} x1={middle} x2={middle} y1={floor} y2={floor - radius - 12} />
        {setting && <Aim setting={setting} apparentVA={apparentVA} limitW={limitW} />}
        {setting !== null && (
          <>
            <line className={styles['move']} x1={x(nowVar)} y1={y(beforeW)} x2={x(reactiveVar)} y2={y(afterW)} />
            <circle className={styles['then']} cx={x(reactiveVar)} cy={y(afterW)} r={6} />
          </>
        )}
        <circle className={styles['now']} cx={x(nowVar)} cy={y(beforeW)} r={5} />
        <text x={middle - radius} y={height - 8} className={styles['word']}>
          {text('reactive.absorb')} −
        </text>
        <text x={middle + radius} y={height - 8} textAnchor="end" className={styles['word']}>
          + {text('reactive.inject')}
        </text>
        <text x={middle} y={height - 8} textAnchor="middle" className={styles['word']}>
          Q
        </text>
        <text x={middle + 6} y={floor - radius - 4} className={styles['word']}>
          P
        </text>
      </svg>
      <figcaption className={styles['keys']}>
        <span className={styles['keyNow']}>{text('pq.now')}</span>
        <span className={styles['keyThen']}>{text('pq.target')}</span>
        <span className={styles['keyAble']}>
          {text('pq.able', { power: format.quantity(apparentVA / 1000, 'kVA', 1).text })}
        </span>
        <span className={styles['keyQuiet']}>
          {text('pq.quiet', { share: format.percent(reactivePowerThreshold, 0) })}
        </span>
      </figcaption>
    </figure>
  )
}
