import { deadShare, deadSpells } from '@helioport/contract'
import type { Format } from '@helioport/i18n'
import { colorOf, type Mode } from '@helioport/ui/tokens'
import type { AnalysisText } from './texts.ts'

/** Lower limit of each colour; the last colour is for dead strings, as in the findings. */
const shareSteps = [0.97, 0.9, 0.75, 0.5, 0] as const
const deadStep = shareSteps.length

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function mixed(from: string, to: string, share: number): string {
  const others = channels(to)
  const parts = channels(from).map((part, nth) => Math.round(part + ((others[nth] ?? 0) - part) * share))
  return `rgb(${parts.join(' ')})`
}

/** One colour per step, from calm to alarming. */
export function shareColours(mode: Mode): readonly string[] {
  const of = (token: Parameters<typeof colorOf>[0]) => colorOf(token, mode)
  return [
    mixed(of('sunken'), of('irradiance'), 0.12),
    mixed(of('sunken'), of('generation'), 0.3),
    mixed(of('sunken'), of('generation'), 0.7),
    mixed(of('generation'), of('bad'), 0.5),
    mixed(of('bad'), of('text'), 0.1),
    mixed(of('bad'), of('text'), 0.6),
  ]
}

/** Colour step of each quarter-hour of a string; null: unknown. */
export function stepsOf(shares: readonly (number | null)[]): (number | null)[] {
  const dead = deadSpells(shares)
  return shares.map((share, quarter) => {
    if (share === null) return null
    return dead[quarter] === true ? deadStep : shareSteps.findIndex((least) => share >= least)
  })
}

/** Meaning of each colour, in order. */
export function shareNames(format: Format, text: AnalysisText): string[] {
  const percent = (share: number | undefined) => format.percent(share ?? 0, 0)
  return [
    ...shareSteps.map((least, nth) => (least === 0 ? `< ${percent(shareSteps[nth - 1])}` : `≥ ${percent(least)}`)),
    text('map.dead', { share: percent(deadShare) }),
  ]
}

/** One pixel per string (rows) and quarter-hour (columns); unknown ones stay transparent. */
export function paintShares(
  canvas: HTMLCanvasElement,
  strings: readonly (readonly (number | null)[])[],
  mode: Mode,
): void {
  const colours = shareColours(mode)
  canvas.width = Math.max(1, ...strings.map((shares) => shares.length))
  canvas.height = Math.max(1, strings.length)
  const context = canvas.getContext('2d')
  if (!context) return
  strings.forEach((shares, row) => {
    stepsOf(shares).forEach((step, column) => {
      if (step === null) return
      context.fillStyle = colours[step] ?? ''
      context.fillRect(column, row, 1, 1)
    })
  })
}
