/** Published texts of the show, in one language. */
export interface ShowTexts {
  news: readonly { title: string; body: string }[]
  film: { title: string; body: string }
  manual: {
    title: (model: string) => string
    about: string
    ratings: string
    ratedPower: string
    trackers: string
    strings: string
    powerFactor: string
    ivScan: string
    yes: string
    no: string
    safety: string
    safetyText: readonly string[]
    start: string
    startText: readonly string[]
    care: string
    careText: readonly string[]
    codes: string
    cause: string
    remedy: string
  }
}
