import { type RefObject, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router-dom'
import { queryClient } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useHold } from '@helioport/federation/remote'
import { useFormat, useText } from '@helioport/i18n'
import { sessionStore } from '@helioport/session'
import { Button, LinkButton, Notice } from '@helioport/ui'
import { Form, FormActions, type FormState, useForm, useLeaveGuard } from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import { hrefOf } from '../station/href.ts'
import { useOwnerText } from '../station/owner-texts.ts'
import { BasicSection } from './basic-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { FactorSection } from './factor-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { RatesSection } from './rates-section.tsx'
import { SaveFailure, saveStation } from './save-station.ts'
import type { StationValues } from './station-values.ts'
import { useRules } from './use-rules.ts'
import { type StationDraft, useKeptDraft, useStationDraft } from './use-station-draft.ts'
import styles from './edit.module.css'

interface StationFormProps {
  /** Owner of the drafts. */
  accountId: string
  /** Null: a new station. */
  station: { id: string; memberId: string } | null
  initial: StationValues
  /** Reads the saved state; absent for a new station. */
  readSaved?: () => Promise<StationValues | undefined>
  /** Page to open after saving. */
  then?: 'information' | 'connect'
}

/** What is known about the result of saving. */
function resultOf({ part, sent }: SaveFailure) {
  if (part !== 'form') return 'failed.partly'
  if (!sent) return 'failed.whole'
  return sent.savedId === null ? 'failed.unknown' : 'failed.partly'
}

/** The form, its draft, and why the last attempt to save failed. */
function useStationForm({ accountId, station, initial, readSaved, then }: StationFormProps) {
  const text = useOwnerText()
  const navigate = useNavigate()
  const common = useText()
  const { rules, objectionsTo } = useRules()
  const whose = { accountId, stationId: station?.id }
  const draft = useStationDraft(whose, initial)
  const [failure, setFailure] = useState<SaveFailure>()
  /** Rates in the saved state. */
  const held = useRef(initial.rates)
  const form = useForm<StationValues>({
    initial,
    rules,
    latest: {
      // If a form was sent before and perhaps saved, its answer decides instead.
      read: async () => {
        const found = draft.sent ? undefined : await readSaved?.()
        held.current = found?.rates ?? held.current
        return found
      },
      changedElsewhere: common('overtaken.field'),
    },
    onSubmit: async (values) => {
      setFailure(undefined)
      try {
        const stationId = station?.id ?? null
        const saved = await saveStation({ stationId, values, rates: held.current, sent: draft.sent })
        draft.end()
        await queryClient.invalidateQueries()
        toast({ tone: 'good', text: text(station ? 'saved.changed' : 'saved.added', { name: saved.name }) })
        void navigate(
          then === 'connect'
            ? paths.stationConnect(saved.memberId, saved.id)
            : paths.station('information', saved.memberId, saved.id),
        )
      } catch (error) {
        if (!(error instanceof SaveFailure)) throw error
        draft.setSent(error.sent)
        setFailure(error)
        form.setErrors(objectionsTo(error, values))
      }
    },
  })
  const { values } = form
  // The first rate of a new station starts on the day of installation.
  const [first, ...later] = values.rates
  if (station === null && first && first.from !== values.installedOn) {
    form.setValue('rates', [{ ...first, from: values.installedOn }, ...later])
  }
  useKeptDraft(whose, draft, form)
  useHold(form.isDirty)
  return { form, draft, failure }
}

/** Form with everything that a person enters for a station. The input is kept until it is saved or discarded. */
export default function StationForm(props: StationFormProps) {
  const { station } = props
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const { form, draft, failure } = useStationForm(props)
  const back = station ? paths.station('information', station.memberId, station.id) : paths.stationList()
  return (
    <Form form={form} label={text(station ? 'title.edit' : 'title.add')}>
      <DraftOffer form={form} draft={draft} />
      <BasicSection form={form} />
      <PlaceSection form={form} />
      <DeviceSection form={form} stationId={station?.id ?? null} />
      <RatesSection form={form} isNew={station === null} />
      <FactorSection form={form} stationId={station?.id ?? null} />
      <PictureSection form={form} />
      <div className={styles['foot']}>
        {form.isOvertaken && <Notice tone="warn">{common('overtaken.form')}</Notice>}
        {failure && (
          <Notice tone="bad">
            {text(resultOf(failure))} {reasons(failure.reason.code)}
          </Notice>
        )}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text(station ? 'action.save' : 'action.add')}
          </Button>
          <LinkButton href={hrefOf(back)}>{common('action.cancel')}</LinkButton>
        </FormActions>
      </div>
      <LeaveQuestion isDirty={form.isDirty} isDone={draft.isDone} onLeave={draft.throwAway} />
    </Form>
  )
}

/** Offers the draft until the person begins to type. */
function DraftOffer({ form, draft }: { form: FormState<StationValues>; draft: StationDraft }) {
  const text = useOwnerText()
  const format = useFormat()
  if (!draft.offered || form.isDirty) return null
  return (
    <Notice
      tone="info"
      action={
        <>
          <Button size="s" onClick={() => draft.takeUp(form)}>
            {text('draft.takeUp')}
          </Button>
          <Button size="s" kind="text" onClick={draft.throwAway}>
            {text('draft.throwAway')}
          </Button>
        </>
      }
    >
      {text('draft.offer', { time: format.dateTime(draft.offered.at) })}
    </Notice>
  )
}

interface LeaveQuestionProps {
  isDirty: boolean
  isDone: RefObject<boolean>
  onLeave: () => void
}

/** Asks before unsaved input is left. */
function LeaveQuestion({ isDirty, isDone, onLeave }: LeaveQuestionProps) {
  const text = useOwnerText()
  const guard = useLeaveGuard(
    isDirty,
    // A person who was signed out must leave; the draft stays.
    useBlocker(
      ({ currentLocation, nextLocation }) =>
        isDirty &&
        !isDone.current &&
        sessionStore.getState().state !== 'out' &&
        currentLocation.pathname !== nextLocation.pathname,
    ),
  )
  return (
    <Confirm
      open={guard.isAsking}
      title={text('leave.title')}
      text={text('leave.text')}
      confirmLabel={text('leave.leave')}
      cancelLabel={text('leave.stay')}
      danger
      onConfirm={() => {
        onLeave()
        guard.leave()
      }}
      onCancel={guard.stay}
    />
  )
}
