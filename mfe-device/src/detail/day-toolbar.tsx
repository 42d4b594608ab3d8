import type { ReactNode } from 'react'
import { useDayTexts, useFormat, useText } from '@helioport/i18n'
import { Toolbar } from '@helioport/ui'
import { DayPicker, type ShownDay } from '@helioport/ui/date'
import type enUS from '../messages/en-US.ts'

interface DayToolbarProps {
  shown: ShownDay
  /** A local day (YYYY-MM-DD), or empty for the newest one. */
  onDay: (day: string) => void
  children: ReactNode
}

/** Toolbar of a view of one day: its choices, and the day picker once the day is known. */
export function DayToolbar({ shown, onDay, children }: DayToolbarProps) {
  const text = useText<typeof enUS>('device')
  const texts = useDayTexts()
  const format = useFormat()
  return (
    <Toolbar
      end={
        shown.date !== undefined &&
        shown.today !== undefined && (
          <DayPicker
            label={text('chart.day')}
            texts={texts}
            value={shown.date}
            today={shown.today}
            max={shown.today}
            format={(day: string) => format.date(day)}
            onChange={(day: string) => onDay(day === shown.today && !shown.isLastWithData ? '' : day)}
          />
        )
      }
    >
      {children}
    </Toolbar>
  )
}
