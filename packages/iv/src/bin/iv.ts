/** `npm run iv -- FILE.csv`: judges the curves of a file. `modules` lists modules, `report` repeats the figures. */
import { readFileSync } from 'node:fs'
import { commonModules } from '../module/common-modules.ts'
import { type FileRow, judgeText, problemText, UnreadError } from './judge-file.ts'
import { roughError } from '../stc/to-stc.ts'
import { textIn } from '../read/text-in.ts'
import { optionsOf, UsageError } from './options.ts'

const usage = `npm run iv -- FILE.csv [--module NAME | --isc A --voc V --imp A --vmp V --alpha %/K --beta %/K --gamma %/K --cells N]
                       [--modules N] [--parallel N] [--irradiance W/m2] [--cell degC | --back degC] [--json]
npm run iv -- modules
npm run iv -- report [--short]`

const [, , ...args] = process.argv
try {
  if (args[0] === 'report') await import('../drill/iv-figures.ts')
  else if (args[0] === 'modules') printModules()
  else printFile(args)
} catch (error) {
  const isFile = error instanceof UnreadError || (error instanceof Error && 'code' in error)
  if (!(error instanceof UsageError) && !isFile) throw error
  console.error(isFile ? error.message : `${error.message}\n\n${usage}`)
  process.exitCode = 2
}

function printModules(): void {
  for (const { manufacturer, model, technology, impA, vmpV } of commonModules) {
    console.log(`${manufacturer} ${model}: ${(impA * vmpV).toFixed(0)} W, ${technology}`)
  }
}

function printFile(given: string[]): void {
  const options = optionsOf(given)
  const { rows, problems } = judgeText(textIn(readFileSync(options.file)), options)
  for (const problem of problems) console.error(problemText(problem))
  if (problems.length > 0) process.exitCode = 1
  if (options.json) {
    console.log(JSON.stringify(rows, null, 2))
    return
  }
  for (const row of rows) console.log(textOf(row))
  if (!options.module) console.log('No datasheet is given: coefficients are general ones of crystalline silicon.')
}

function textOf(row: FileRow): string {
  const { name, conditions, figures, stc, verdict, confidence, silence, evidence, problems } = row
  const said =
    verdict === null ? `no verdict (${silence ?? 'tooFewPoints'})` : `${verdict} (${percent(confidence ?? 0)} sure)`
  const why =
    evidence && verdict !== 'healthy'
      ? `, ${evidence.measure} ${evidence.value.toPrecision(4)} instead of ${evidence.expected.toPrecision(4)} against ${evidence.against}, costs ${percent(evidence.lossShare)} of the power, points ${evidence.samples.join(' ')}`
      : ''
  const measured = figures
    ? `Isc ${figures.iscA.toFixed(3)} A, Voc ${figures.vocV.toFixed(2)} V, Pmp ${figures.pmpW.toFixed(1)} W, FF ${figures.fillFactor.toFixed(3)}`
    : problems.join(', ')
  const { irradianceWm2, cellC, isFromBack } = conditions
  const isLit = irradianceWm2 !== null && cellC !== null
  const unknown = figures && isLit ? '; at STC unknown: too little light, or too little known by the curve' : ''
  const about = stc && stc.pmpErrorW > roughError * stc.pmpW ? 'about ' : ''
  const atStc = stc ? `; at STC ${about}${stc.pmpW.toFixed(1)} W ± ${stc.pmpErrorW.toFixed(1)} W` : unknown
  const how = isFromBack ? 'computed from the back of the modules' : 'as told'
  const heat = isLit ? `\n  ${irradianceWm2.toFixed(0)} W/m2, cells of ${cellC.toFixed(1)} degC (${how})` : ''
  return `${name}: ${said}${why}\n  ${measured}${atStc}${heat}`
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
