import { Icon } from '../core/icon.tsx'
import { Menu } from '../core/menu.tsx'
import { type Frame, xOf } from './layout.ts'
import type { ChartModel } from './model.ts'
import { type ChartEvent, epochOf } from './types.ts'
import styles from './chart.module.css'

/** px: events nearer than this share one mark, so that each can be touched. */
const apart = 24

/** px by which the list of a mark may exceed the plot. */
const beyond = 12

type PlacedEvent = ChartEvent & { x: number }

/** Events at their times on the axis. Events that would overlap share one mark, which opens a list of them. */
export function Events({ model, frame, events }: { model: ChartModel; frame: Frame; events: readonly ChartEvent[] }) {
  const shown = events
    .map((event) => ({ ...event, x: xOf(model, frame, epochOf(event.at)) }))
    .filter(({ at }) => epochOf(at) >= model.from && epochOf(at) <= model.to)
    .toSorted((a, b) => a.x - b.x)
  const groups: [PlacedEvent, ...PlacedEvent[]][] = []
  for (const event of shown) {
    const [last] = groups.slice(-1)
    if (last && event.x - last[0].x < apart) last.push(event)
    else groups.push([event])
  }
  return groups.map((group) => {
    const [{ x, href, at }] = group
    // The list opens towards the side that has more room.
    const room = Math.round(Math.max(x, frame.width - x) + beyond)
    return (
      <span
        key={`${href} ${epochOf(at)}`}
        className={styles['eventPlace']}
        style={{ left: x, top: frame.height - frame.bottom, ...menuSize(room) }}
      >
        <EventMark group={group} align={x > frame.width / 2 ? 'end' : 'start'} />
      </span>
    )
  })
}

/** The list is as wide as its text, up to `room` px. */
const menuSize = (room: number) => ({ '--hp-menu-width': 'max-content', '--hp-menu-room': `${room}px` }) as object

interface EventMarkProps {
  group: readonly [PlacedEvent, ...PlacedEvent[]]
  align: 'start' | 'end'
}

function EventMark({ group, align }: EventMarkProps) {
  const [first] = group
  const label = group.map((one) => one.label).join('\n')
  if (group.length === 1) {
    return (
      <a className={styles['event']} href={first.href} title={label} aria-label={label}>
        <Icon name={first.icon} size={12} />
      </a>
    )
  }
  return (
    <Menu
      look="bare"
      align={align}
      className={styles['event']}
      label={label}
      trigger={
        <>
          <Icon name={first.icon} size={12} />
          <sup className={styles['eventCount']}>{group.length}</sup>
        </>
      }
      items={group.map(({ href, label: name, icon }) => ({ key: `${href} ${name}`, label: name, icon, href }))}
    />
  )
}
