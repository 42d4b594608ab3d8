export { addDays, dayAt, isDay, isSameClock, offsetMinutesAt, viewerTimeZone } from './calendar.ts'
export { binTimes, lastKnownBin, nightSpans, type DayGrid, type Span, type SunTimes } from './day-grid.ts'
export { DayPicker, type DayPickerProps, type DayTexts } from './day-picker.tsx'
export { shownDayOf, type Plant, type ShownDay } from './shown-day.ts'
