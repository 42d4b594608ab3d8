/** Everything that a day picker says by itself. */
export interface DayTexts {
  previous: string
  next: string
  today: string
  yesterday: string
  choose: string
  previousMonth: string
  nextMonth: string
}
