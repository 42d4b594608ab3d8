import { type ReactNode, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { type CommandKind, maxCommandDevices, type SettingKind } from '@helioport/contract'
import { useFormat, useListTexts, useText } from '@helioport/i18n'
import { Card, ErrorState, Notice, Page, SkeletonStatRow, useUrlState } from '@helioport/ui'
import { ListFrame, StaleNotice } from '@helioport/ui/table'
import { CommandHeader } from '../command/command-header.tsx'
import type enUS from '../messages/en-US.ts'
import { ChoiceFilters } from './choice-filters.tsx'
import { choiceFields, type ChoiceState, pageOf } from './choice-query.ts'
import { NoCandidates } from './no-candidates.tsx'
import { ObstacleGuide } from './obstacle-guide.tsx'
import { type Candidate, matches } from './readiness.ts'
import { ReadinessFigures } from './readiness-figures.tsx'
import { canChoose, nothing, type Selection, toggled } from './selection.ts'
import { useCandidateColumns } from './use-candidate-columns.tsx'
import { useCandidates } from './use-candidates.ts'
import styles from './choice.module.css'

interface DeviceChoiceProps {
  /** `setting`: the kind that the person chooses. */
  of: 'setting' | 'ivScan'
  /** Renders the form for the chosen devices, which may belong to several stations. */
  children: (chosen: readonly Candidate[], kind: SettingKind, onKind: (kind: SettingKind) => void) => ReactNode
}

/** Page to choose inverters for a command: ready ones, obstacles of the others, and the form for the chosen ones. */
export function DeviceChoice({ of, children }: DeviceChoiceProps) {
  const text = useText<typeof enUS>('functions')
  const texts = useListTexts()
  const format = useFormat()
  const [state, change] = useUrlState(choiceFields, useSearchParams())
  const [selection, setSelection] = useState(nothing)
  const kind = of === 'ivScan' ? 'ivScan' : state.setting
  const found = useCandidates(kind, state, selection)
  const { devices, candidates, summary, chosen, choosable } = found
  const { data, total = 0, error, refetch } = devices

  if (error && !data) {
    return (
      <Page>
        <CommandHeader area={of === 'ivScan' ? 'ivScan' : 'reactivePower'} />
        <Card>
          <ErrorState {...texts.failure(error, refetch)} />
        </Card>
      </Page>
    )
  }
  return (
    <Page>
      <CommandHeader area={of === 'ivScan' ? 'ivScan' : 'reactivePower'} />
      {summary ? <ReadinessFigures summary={summary} chosen={chosen.length} /> : <SkeletonStatRow count={3} lead />}
      <StaleNotice list={devices} texts={texts} />
      {data && total > data.length && (
        <Notice tone="info">
          {text('firstOnly', { shown: format.number(data.length), total: format.number(total) })}
        </Notice>
      )}
      <ChoiceFilters
        state={state}
        change={change}
        stations={found.stations}
        candidates={candidates}
        hasChosen={chosen.length > 0}
        onChooseNone={() => setSelection(nothing)}
        onChooseAll={
          choosable.length > 0 ? () => setSelection(new Set(choosable.map(({ device }) => device.deviceId))) : undefined
        }
      />
      <div className={styles['work']}>
        <CandidateList
          kind={kind}
          found={found}
          state={state}
          change={change}
          selection={selection}
          onSelect={setSelection}
        />
        {children(chosen, state.setting, (setting) => change({ setting }))}
      </div>
      {summary && summary.devices > 0 && <ObstacleGuide kind={kind} summary={summary} />}
    </Page>
  )
}

interface CandidateListProps {
  kind: CommandKind
  found: ReturnType<typeof useCandidates>
  state: ChoiceState
  change: (change: Partial<ChoiceState>) => void
  selection: Selection
  onSelect: (selection: Selection) => void
}

/** The candidates with their checkboxes and obstacles. */
function CandidateList({ kind, found, state, change, selection, onSelect }: CandidateListProps) {
  const text = useText<typeof enUS>('functions')
  const { devices, candidates, chosen, isOneStation } = found
  const matching = candidates?.filter((candidate) => matches(candidate, state.show))
  const shown = matching && pageOf(matching, state)
  const hasAny = candidates !== undefined && candidates.length > 0
  const choice = {
    chosen: new Set(chosen.map(({ device }) => device.deviceId)),
    canChoose: (candidate: Candidate) => canChoose(candidate) && chosen.length < maxCommandDevices,
    onToggle: (deviceId: string) => onSelect(toggled(selection, deviceId)),
  }
  return (
    <ListFrame
      label={text('caption')}
      storageKey="functions.devices"
      // The page above already shows the failed refresh.
      list={{ ...devices, data: shown?.rows, total: matching?.length, error: undefined }}
      texts={useListTexts()}
      columns={useCandidateColumns(kind, choice, isOneStation)}
      rowKey={({ device }) => device.deviceId}
      empty={
        <NoCandidates
          within={state.show !== 'all' && hasAny ? 'filter' : state.station !== '' ? 'station' : 'account'}
          onClear={() => change({ station: '', show: 'all' })}
        />
      }
      page={{
        number: shown?.number ?? 1,
        size: state.size,
        onChange: (page, size) => change({ page, size }),
      }}
    />
  )
}
