/** Position of the sun in the picture beside the sign-in form. */
export interface Sky {
  /** From 0 (east) to 1 (west); below 0 or above 1: below the horizon. */
  along: number
  isDay: boolean
}

const sunriseHour = 6
const dayHours = 12

/** The sky at the local time of `now`, with the sun up from 6 to 18 h every day. Decoration only. */
export function skyAt(now: Date): Sky {
  const hour = now.getHours() + now.getMinutes() / 60
  const along = (hour - sunriseHour) / dayHours
  return { along, isDay: along >= 0 && along <= 1 }
}

/** A point of the arc: `width` wide, `height` high, starting at the east end of the horizon. */
export function arcPoint(along: number, width: number, height: number): { x: number; y: number } {
  return { x: along * width, y: height * Math.sin(Math.PI * along) }
}
