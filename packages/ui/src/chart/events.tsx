import { Icon } from '../core/icon.tsx'
import { type Frame, xOf } from './layout.ts'
import type { ChartModel } from './model.ts'
import { type ChartEvent, epochOf } from './types.ts'
import styles from './chart.module.css'

/** px: nearer ones share a place. */
const apart = 18

/** What happened, at its time on the axis; those that would cover each other stand as one that tells of all. */
export function Events({ model, frame, events }: { model: ChartModel; frame: Frame; events: readonly ChartEvent[] }) {
  const shown = events
    .map((event) => ({ ...event, x: xOf(model, frame, epochOf(event.at)) }))
    .filter(({ at }) => epochOf(at) >= model.from && epochOf(at) <= model.to)
    .toSorted((a, b) => a.x - b.x)
  const groups: (typeof shown)[] = []
  for (const event of shown) {
    const [last] = groups.slice(-1)
    if (last?.[0] && event.x - last[0].x < apart) last.push(event)
    else groups.push([event])
  }
  return groups.map((group) => {
    const [first] = group
    if (!first) return null
    const label = group.map((one) => one.label).join('\n')
    return (
      <a
        key={`${first.href} ${epochOf(first.at)}`}
        className={styles['event']}
        href={first.href}
        title={label}
        aria-label={label}
        style={{ left: first.x, top: frame.height - frame.bottom }}
      >
        <Icon name={first.icon} size={12} />
        {group.length > 1 && <sup className={styles['eventCount']}>{group.length}</sup>}
      </a>
    )
  })
}
