import { useState } from 'react'
import { arcPoint, skyAt } from './sky.ts'
import styles from './day-arc.module.css'

const width = 480
const height = 216
const ground = 262
const start = 60
const steps = 48

const xy = (along: number) => {
  const point = arcPoint(along, width, height)
  return `${(start + point.x).toFixed(1)} ${(ground - point.y).toFixed(1)}`
}

const pathTo = (end: number) =>
  Array.from({ length: steps + 1 }, (_, step) => `${step === 0 ? 'M' : 'L'}${xy((step / steps) * end)}`).join('')

const modules = [0, 1, 2, 3]

/** Decoration: the sun's path over a row of modules, with the sun at its position of this hour. */
export function DayArc({ className }: { className?: string | undefined }) {
  const [sky] = useState(() => skyAt(new Date()))
  const end = Math.min(Math.max(sky.along, 0), 1)
  const sun = arcPoint(end, width, height)
  return (
    <svg className={className} viewBox="0 0 600 290" fill="none" aria-hidden="true">
      <path className={styles['course']} d={pathTo(1)} />
      {sky.isDay && (
        <>
          <path className={styles['area']} d={`${pathTo(end)}L${start + sun.x} ${ground}Z`} />
          <path className={styles['passed']} d={pathTo(end)} />
        </>
      )}
      {sky.isDay ? (
        <g transform={`translate(${start + sun.x} ${ground - sun.y})`}>
          <circle className={styles['halo']} r="26" />
          <circle className={styles['sun']} r="13" />
        </g>
      ) : (
        <g className={styles['moon']} transform="translate(300 92)">
          <path d="M14 5A16 16 0 1 1-5-14a13 13 0 0 0 19 19Z" />
          <path className={styles['star']} d="M-96 22h.1M84-26h.1M132 38h.1M-58-30h.1M46 46h.1" />
        </g>
      )}
      {modules.map((module) => (
        <g
          key={module}
          className={styles['module']}
          transform={`translate(${102 + module * 102} ${ground - 56}) scale(1.3)`}
        >
          <path d="M12 0h50l-12 34h-50Z" />
          <path d="M28.6 0l-12 34M45.3 0l-12 34M8 11.3h50M4 22.6h50" />
          <path d="M25 34v9" />
        </g>
      ))}
      <path className={styles['ground']} d={`M16 ${ground}H584`} />
    </svg>
  )
}
