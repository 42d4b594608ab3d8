/** Texts of a day picker. */
export interface DayTexts {
  previous: string
  next: string
  today: string
  yesterday: string
  choose: string
  previousMonth: string
  nextMonth: string
}

/** Texts of fields of days and times. */
export interface DayFieldTexts extends DayTexts {
  time: string
}
