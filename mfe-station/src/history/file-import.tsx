import type { HistoryImport, Station } from '@helioport/contract'
import { fileProblems, type KnownDevice } from '@helioport/import/text'
import { useFormat, useText } from '@helioport/i18n'
import { Bar, Button, Card, LinkButton, Notice, SkeletonText, Stack } from '@helioport/ui'
import { FormActions } from '@helioport/ui/form'
import { CheckResult, type StationStart } from './check-result.tsx'
import { ColumnsForm } from './columns-form.tsx'
import { FileDrop } from './file-drop.tsx'
import styles from './history.module.css'
import { type HistoryText, useHistoryText } from './history-texts.ts'
import { MissingDevices } from './missing-devices.tsx'
import { Preview } from './preview.tsx'
import type { OpenReader } from './reader.ts'
import { type Step, type Trouble, useFileImport } from './use-file-import.ts'

interface FileImportProps {
  stationId: string
  station: Station
  leftKwp: number
  zone: string
  devices: readonly KnownDevice[]
  openReader: OpenReader
  onChange: () => void
  /** Imports so far, including undone ones. */
  imports: readonly HistoryImport[]
  /** Link to the result. */
  charts: string
  start: StationStart
}

/** Imports one file, or several with the same columns, from choosing them to the rows in the station. */
export function FileImport({ charts, start, station, leftKwp, imports, ...settings }: FileImportProps) {
  const text = useHistoryText()
  const format = useFormat()
  const own = useFileImport(settings)
  const { step } = own
  const { zone, devices } = settings
  const total = step.read?.sources.reduce((sum, { count }) => sum + count, 0) ?? 0
  const restart = <Button onClick={own.restart}>{text(step.at === 'done' ? 'another' : 'otherFile')}</Button>
  return (
    <Card title={step.fileName || text('choose.title')} subtitle={step.fileName ? undefined : text('choose.hint')}>
      <Stack gap={4}>
        {step.trouble && <TroubleNotice trouble={step.trouble} among={step.fileName} />}
        {step.at === 'choose' && <FileDrop onFiles={(files) => void own.choose(files)} />}
        {step.at === 'reading' && step.done > 0 && <Reading share={step.done} />}
        {step.at === 'reading' && <SkeletonText lines={5} />}
        {step.at === 'columns' && step.guess && step.chosen && (
          <>
            <ColumnsForm
              guess={step.guess}
              chosen={step.chosen}
              devices={devices}
              files={step.files}
              onChange={own.change}
            />
            <MissingDevices
              station={station}
              leftKwp={leftKwp}
              devices={devices}
              chosen={step.chosen}
              onAdded={(added) => void own.addDevices(added)}
            />
          </>
        )}
        {step.read && ['preview', 'checked', 'done'].includes(step.at) && <Preview read={step.read} zone={zone} />}
        {(step.at === 'checking' || step.at === 'sending') && <Progress at={step.at} done={step.done} total={total} />}
        {step.checked && step.read && step.at === 'checked' && (
          <CheckResult checked={step.checked} from={step.read.from} zone={zone} start={start} />
        )}
        {step.at === 'done' && step.result && !isTakenOut(step.result, imports) && (
          <Result step={step} charts={charts} />
        )}
        {step.at !== 'choose' && (
          <FormActions>
            {restart}
            {step.at === 'columns' && (
              <Button kind="primary" onClick={() => void own.read()}>
                {text('toPreview')}
              </Button>
            )}
            {step.at === 'preview' && (
              <>
                <Button onClick={() => step.chosen && own.change(step.chosen)}>{text('toColumns')}</Button>
                <Button kind="primary" onClick={() => void own.check()}>
                  {text('toCheck')}
                </Button>
              </>
            )}
            {step.at === 'checked' && step.checked && step.checked.accepted > 0 && (
              <Button kind="primary" icon="check" onClick={() => void own.send()}>
                {text('toSend', { count: step.checked.accepted, rows: format.number(step.checked.accepted) })}
              </Button>
            )}
          </FormActions>
        )}
      </Stack>
    </Card>
  )
}

/** The import was undone: its file can be imported again, and its result is no longer valid. */
const isTakenOut = ({ id }: HistoryImport, imports: readonly HistoryImport[]): boolean =>
  imports.some((own) => own.id === id && (own.state === 'undoing' || own.state === 'undone'))

const told = [...fileProblems, 'nothingChosen'] as const

const isTold = (code: string): code is (typeof told)[number] => (told as readonly string[]).includes(code)

/** `among`: name of the selection; for several files, the faulty one is named. */
function TroubleNotice({ trouble, among }: { trouble: Trouble; among: string }) {
  const text: HistoryText = useHistoryText()
  const reasons = useText('error')
  const said =
    'service' in trouble
      ? reasons(trouble.service)
      : text(isTold(trouble.file) ? `problem.${trouble.file}` : 'problem.failed')
  const named = 'file' in trouble && trouble.name !== undefined && trouble.name !== among ? trouble.name : null
  return <Notice tone="bad">{named === null ? said : text('problem.of', { file: named, problem: said })}</Notice>
}

function Reading({ share }: { share: number }) {
  const text = useHistoryText()
  const format = useFormat()
  const said = text('progress.reading', { share: format.percent(share, 0) })
  return (
    <div className={styles['progress']} role="status">
      <span>{said}</span>
      <Bar share={share} label={said} />
    </div>
  )
}

function Progress({ at, done, total }: { at: 'checking' | 'sending'; done: number; total: number }) {
  const text = useHistoryText()
  const format = useFormat()
  const said = text(`progress.${at}`, { done: format.number(done), total: format.number(total) })
  return (
    <div className={styles['progress']} role="status">
      <span>{said}</span>
      <Bar share={total === 0 ? 0 : done / total} label={said} />
    </div>
  )
}

function Result({ step: { result }, charts }: { step: Step; charts: string }) {
  const text = useHistoryText()
  const format = useFormat()
  return (
    <div className={styles['done']} data-testid="import-result">
      <Notice tone="good">
        {text('result', {
          accepted: format.number(result?.accepted ?? 0),
          refused: format.number(result?.refused ?? 0),
        })}
      </Notice>
      <LinkButton icon="chart" href={charts}>
        {text('toCharts')}
      </LinkButton>
    </div>
  )
}
