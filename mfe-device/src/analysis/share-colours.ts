import { colorOf, type Mode } from '@helioport/ui/tokens'

/** From which share on a cell has its colour; the last one is for what is dead. */
export const shareSteps = [0.97, 0.9, 0.75, 0.5, 0.2, 0] as const

const channels = (colour: string) => [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16))

function mixed(from: string, to: string, share: number): string {
  const others = channels(to)
  const parts = channels(from).map((part, nth) => Math.round(part + ((others[nth] ?? 0) - part) * share))
  return `rgb(${parts.join(' ')})`
}

/** One colour per step, from calm to what calls. */
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

export const stepOf = (share: number): number => shareSteps.findIndex((least) => share >= least)

/** Strings below each other, quarters of an hour beside each other, one pixel each; what is unknown stays clear. */
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
    shares.forEach((share, column) => {
      if (share === null) return
      context.fillStyle = colours[stepOf(share)] ?? ''
      context.fillRect(column, row, 1, 1)
    })
  })
}
