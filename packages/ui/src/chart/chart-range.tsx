import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from 'react'

/** Period that the charts show, epoch ms; undefined: the whole period. */
export type TimeRange = readonly [from: number, to: number] | undefined

interface Shared {
  range: TimeRange
  setRange: (range: TimeRange) => void
}

const RangeContext = createContext<Shared | undefined>(undefined)

/** `20260610T0600-20260610T1830`, UTC. */
const pattern = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)$/
const minuteMs = 60_000

/** Undefined: the text is not a period. */
export function readRange(text: string): TimeRange {
  const parts = pattern.exec(text)?.slice(1).map(Number)
  if (!parts) return undefined
  const [from, to] = [parts.slice(0, 5), parts.slice(5)].map(([year = 0, month = 1, ...rest]) =>
    Date.UTC(year, month - 1, ...rest),
  )
  return from !== undefined && to !== undefined && from < to ? [from, to] : undefined
}

const stamp = (at: number) => new Date(at).toISOString().slice(0, 16).replaceAll(/[-:]/g, '')

/** Rounded outwards to the minute; empty: the whole period. */
export const writeRange = (range: TimeRange): string =>
  range === undefined
    ? ''
    : `${stamp(Math.floor(range[0] / minuteMs) * minuteMs)}-${stamp(Math.ceil(range[1] / minuteMs) * minuteMs)}`

/** Debounce of changes of the address: browsers limit them to a few per second. */
const quietMs = 300

interface ChartRangeProps {
  /** As in the page's address. */
  value: string
  onChange: (value: string) => void
  children: ReactNode
}

/** All charts inside show the same period, which is kept in the address. */
export function ChartRange({ value, onChange, children }: ChartRangeProps) {
  const [text, setText] = useState(value)
  const told = useRef(value)
  const latest = useRef(onChange)
  useEffect(() => {
    latest.current = onChange
  })
  useEffect(() => {
    // The address was changed from outside: by a link or by the back button.
    if (value === told.current) return
    told.current = value
    setText(value)
  }, [value])
  useEffect(() => {
    if (text === told.current) return
    const rest = setTimeout(() => {
      told.current = text
      latest.current(text)
    }, quietMs)
    return () => clearTimeout(rest)
  }, [text])
  const shared = useMemo<Shared>(
    () => ({ range: readRange(text), setRange: (range) => setText(writeRange(range)) }),
    [text],
  )
  return <RangeContext value={shared}>{children}</RangeContext>
}

export const useChartRange = (): Shared | undefined => useContext(RangeContext)
