import { useEffect, useRef, useState } from 'react'
import { useBlocker, useNavigate } from 'react-router-dom'
import { queryClient } from '@helioport/api-client'
import { paths } from '@helioport/contract'
import { useHold } from '@helioport/federation/remote'
import { useFormat, useText } from '@helioport/i18n'
import { sessionStore } from '@helioport/session'
import { Button, LinkButton, Notice, useNow } from '@helioport/ui'
import { Form, FormActions, useForm, useLeaveGuard } from '@helioport/ui/form'
import { Confirm, toast } from '@helioport/ui/overlay'
import { hrefOf } from '../station/href.ts'
import { BasicSection } from './basic-section.tsx'
import { DeviceSection } from './device-section.tsx'
import { dropDraft, readDraft, writeDraft } from './draft.ts'
import { useOwnerText } from '../station/owner-texts.ts'
import { FactorSection } from './factor-section.tsx'
import { PictureSection } from './picture-section.tsx'
import { PlaceSection } from './place-section.tsx'
import { RatesSection } from './rates-section.tsx'
import { SaveFailure, saveStation } from './save-station.ts'
import type { StationValues } from './station-values.ts'
import { useRules } from './use-rules.ts'
import styles from './edit.module.css'

const tickMs = 60_000

interface StationFormProps {
  /** Whose drafts these are. */
  accountId: string
  /** Null: a station that is to be added. */
  station: { id: string; memberId: string } | null
  initial: StationValues
}

/** What is known of what was saved. */
function resultOf({ reason, part }: SaveFailure, added: string | null) {
  if (reason.code === 'client.timeout' || reason.code === 'client.offline') return 'failed.unknown'
  return added === null && part === 'station' ? 'failed.whole' : 'failed.partly'
}

/** All that a person enters of a station; what is typed is kept until it is saved or thrown away. */
export default function StationForm({ accountId, station, initial }: StationFormProps) {
  const text = useOwnerText()
  const common = useText()
  const reasons = useText('error')
  const format = useFormat()
  const navigate = useNavigate()
  const now = useNow(tickMs)
  const { rules, objectionsTo } = useRules()
  const [offered, setOffered] = useState(() => readDraft(accountId, station?.id, initial))
  const [failure, setFailure] = useState<SaveFailure>()
  /** Of a station that a try has added before a later part of it was refused. */
  const [added, setAdded] = useState<string | null>(null)
  const isDone = useRef(false)

  const form = useForm<StationValues>({
    initial,
    rules,
    onSubmit: async (values) => {
      setFailure(undefined)
      try {
        const saved = await saveStation(station?.id ?? added, values, station === null, now)
        isDone.current = true
        dropDraft(accountId, station?.id)
        await queryClient.invalidateQueries()
        toast({ tone: 'good', text: text(station ? 'saved.changed' : 'saved.added', { name: saved.name }) })
        void navigate(paths.station('information', saved.memberId, saved.id))
      } catch (error) {
        if (!(error instanceof SaveFailure)) throw error
        if (station === null) setAdded(error.station?.id ?? added)
        setFailure(error)
        form.setErrors(objectionsTo(error, values))
      }
    },
  })
  const { values, isDirty } = form
  // The first rate of a new station holds from its first day on.
  const [first, ...later] = values.rates
  if (station === null && first && first.from !== values.installedOn) {
    form.setValue('rates', [{ ...first, from: values.installedOn }, ...later])
  }

  useEffect(() => {
    if (isDirty && !isDone.current) {
      writeDraft(accountId, station?.id, { values, stationId: added, at: Date.now() })
    }
  }, [accountId, station, values, isDirty, added])

  useHold(isDirty)
  const guard = useLeaveGuard(
    isDirty,
    // Who is signed out has to leave; the draft stays.
    useBlocker(
      ({ currentLocation, nextLocation }) =>
        isDirty &&
        !isDone.current &&
        sessionStore.getState().state !== 'out' &&
        currentLocation.pathname !== nextLocation.pathname,
    ),
  )

  const takeUp = () => {
    if (!offered) return
    for (const name of Object.keys(offered.values) as (keyof StationValues)[]) form.setValue(name, offered.values[name])
    setAdded(offered.stationId)
    setOffered(undefined)
  }
  const throwAway = () => {
    dropDraft(accountId, station?.id)
    setOffered(undefined)
  }

  const back = station ? paths.station('information', station.memberId, station.id) : paths.stationList()
  return (
    <Form form={form} label={text(station ? 'title.edit' : 'title.add')}>
      {offered && !isDirty && (
        <Notice
          tone="info"
          action={
            <>
              <Button size="s" onClick={takeUp}>
                {text('draft.takeUp')}
              </Button>
              <Button size="s" kind="text" onClick={throwAway}>
                {text('draft.throwAway')}
              </Button>
            </>
          }
        >
          {text('draft.offer', { time: format.dateTime(offered.at) })}
        </Notice>
      )}
      <BasicSection form={form} />
      <PlaceSection form={form} />
      <DeviceSection form={form} stationId={station?.id ?? null} />
      <RatesSection form={form} isNew={station === null} />
      <FactorSection form={form} stationId={station?.id ?? null} />
      <PictureSection form={form} />
      <div className={styles['foot']}>
        {failure && (
          <Notice tone="bad">
            {text(resultOf(failure, added))} {reasons(failure.reason.code)}
          </Notice>
        )}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text(station ? 'action.save' : 'action.add')}
          </Button>
          <LinkButton href={hrefOf(back)}>{common('action.cancel')}</LinkButton>
        </FormActions>
      </div>
      <Confirm
        open={guard.isAsking}
        title={text('leave.title')}
        text={text('leave.text')}
        confirmLabel={text('leave.leave')}
        cancelLabel={text('leave.stay')}
        danger
        onConfirm={() => {
          dropDraft(accountId, station?.id)
          guard.leave()
        }}
        onCancel={guard.stay}
      />
    </Form>
  )
}
