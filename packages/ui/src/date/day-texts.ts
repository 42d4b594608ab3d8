/** Texts of a day picker, and of fields of days and times. */
export interface DayTexts {
  previous: string
  next: string
  today: string
  yesterday: string
  choose: string
  previousMonth: string
  nextMonth: string
  time: string
}
