interface Frame {
  width: number
  height: number
  max?: number | undefined
  slots: number
}

export interface SparklinePaths {
  line: string
  area: string
}

const round = (value: number) => Math.round(value * 10) / 10

/** SVG paths of a curve from zero; one sub-path for each run without gaps. */
export function sparklinePaths(values: readonly (number | null)[], frame: Frame): SparklinePaths {
  const top = frame.max ?? values.reduce<number>((most, value) => Math.max(most, value ?? 0), 0)
  const base = frame.height - 1
  const step = frame.width / Math.max(frame.slots - 1, 1)
  const x = (index: number) => round(index * step)
  const y = (value: number) => round(top > 0 ? base - (Math.max(value, 0) / top) * (base - 2) : base)
  let line = ''
  let area = ''
  let start = -1
  values.forEach((value, index) => {
    if (value === null) {
      start = -1
      return
    }
    const point = `${x(index)} ${y(value)}`
    if (start < 0) {
      start = index
      line += `M${point}`
      area += `M${x(index)} ${base}L${point}`
    } else {
      line += `L${point}`
      area += `L${point}`
    }
    const next = values[index + 1]
    if (next === null || next === undefined) area += `L${x(index)} ${base}Z`
    // A lone point has no length and would be invisible.
    if ((next === null || next === undefined) && start === index) line += 'h0.1'
  })
  return { line, area }
}
