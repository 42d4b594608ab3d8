import { useState } from 'react'
import { ApiError, type ApiErrorCode, useEndpoint, useSend } from '@helioport/api-client'
import {
  type Gateway,
  gatewayIntervals,
  gatewaySourcePattern,
  type Logger,
  maxGatewaySources,
} from '@helioport/contract'
import { useErrorText, useFormat, useText } from '@helioport/i18n'
import { Button, ErrorState, Notice, SkeletonText, Stack, StatusTag } from '@helioport/ui'
import { between, Form, FormActions, NumberField, TextAreaField, useForm } from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import { useOwnerText } from '../../station/owner-texts.ts'
import { useTroubleText } from '../../station/trouble-texts.ts'
import styles from './information.module.css'

const refreshes = ['GET /loggers/:loggerId/gateway'] as const
const refetchMs = 20_000
const source = new RegExp(gatewaySourcePattern)

interface GatewaySetupProps {
  logger: Logger
  now: number
  onClose: () => void
}

/** The sources of a gateway with their state, and their configuration by the owner. */
export default function GatewaySetup({ logger, now, onClose }: GatewaySetupProps) {
  const text = useOwnerText()
  const common = useText()
  const errorText = useErrorText()
  const gateway = useEndpoint('GET /loggers/:loggerId/gateway', { params: { loggerId: logger.id } }, { refetchMs })
  return (
    <Modal
      open
      title={text('gateway.of', { serial: logger.serial })}
      onClose={onClose}
      closeLabel={common('action.close')}
    >
      {gateway.error && !gateway.data && <ErrorState {...errorText(gateway.error, gateway.refetch)} />}
      {gateway.isLoading && <SkeletonText lines={4} />}
      {gateway.data && (
        <Stack gap={4}>
          <Told report={gateway.data.report} now={now} />
          <Wanted loggerId={logger.id} gateway={gateway.data} onDone={onClose} />
        </Stack>
      )}
    </Modal>
  )
}

function Told({ report, now }: { report: Gateway['report']; now: number }) {
  const text = useOwnerText()
  const format = useFormat()
  const troubleText = useTroubleText()
  if (report === null) return <p>{text('gateway.nothing')}</p>
  return (
    <Stack gap={3}>
      <ul className={styles['sources']}>
        {report.sources.map(({ name, trouble, troubles, devices }) => (
          <li key={name}>
            <bdi>{name}</bdi>
            <StatusTag
              status={trouble === null ? 'normal' : 'abnormal'}
              look="plain"
              label={text('gateway.devices', { count: devices })}
            />
            <Sentences of={troubleText({ trouble, troubles })} />
          </li>
        ))}
      </ul>
      <Sentences of={troubleText({ trouble: null, troubles: report.troubles })} />
      <small className={styles['small']}>
        {text('gateway.told', { ago: format.ago(report.toldAt, now), seconds: format.number(report.intervalS) })}{' '}
        {text(report.allowsControl ? 'gateway.controls' : 'gateway.reads')}
      </small>
    </Stack>
  )
}

const Sentences = ({ of: sentences }: { of: readonly string[] }) =>
  sentences.map((sentence) => (
    <small key={sentence} className={styles['trouble']}>
      <bdi>{sentence}</bdi>
    </small>
  ))

const linesOf = (text: string) => [...new Set(text.split('\n').map((line) => line.trim()))].filter(Boolean)

interface WantedProps {
  loggerId: string
  gateway: Gateway
  onDone: () => void
}

function Wanted({ loggerId, gateway, onDone }: WantedProps) {
  const text = useOwnerText()
  const reasons = useText('error')
  const set = useSend('PUT /loggers/:loggerId/gateway', { refreshes })
  const [failure, setFailure] = useState<ApiErrorCode>()
  const form = useForm<{ sources: string; intervalS: number | null }>({
    initial: { sources: gateway.sources?.join('\n') ?? '', intervalS: gateway.intervalS },
    rules: {
      sources: (value) => {
        const lines = linesOf(value)
        const wrong = lines.find((line) => !source.test(line))
        if (wrong !== undefined) return text('gateway.sourceWrong', { source: wrong })
        return lines.length > maxGatewaySources ? text('gateway.tooMany', { count: maxGatewaySources }) : undefined
      },
      intervalS: between(gatewayIntervals.min, gatewayIntervals.max, text('gateway.intervalWrong', gatewayIntervals)),
    },
    onSubmit: async ({ sources, intervalS }) => {
      setFailure(undefined)
      const lines = linesOf(sources)
      const body = {
        sources: lines.length > 0 ? lines : null,
        intervalS: intervalS === null ? null : Math.round(intervalS),
      }
      try {
        await set.send({ params: { loggerId }, body })
        toast({ tone: 'good', text: text('gateway.saved') })
        onDone()
      } catch (error) {
        if (!(error instanceof ApiError)) throw error
        if (error.code !== 'session.proofRequired') setFailure(error.code)
      }
    },
  })
  return (
    <Form form={form} label={text('gateway.wanted')}>
      <Stack gap={3}>
        <TextAreaField
          {...form.field('sources')}
          label={text('gateway.sources')}
          hint={text('gateway.sourcesHint')}
          placeholder="sunspec=192.168.1.20"
          rows={3}
        />
        <NumberField
          {...form.field('intervalS')}
          label={text('gateway.interval')}
          hint={text('gateway.intervalHint')}
          placeholder={String((gateway.intervalS === null ? gateway.report?.intervalS : undefined) ?? 60)}
          unit="s"
        />
        {failure && <Notice tone="bad">{reasons(failure)}</Notice>}
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {text('gateway.save')}
          </Button>
        </FormActions>
      </Stack>
    </Form>
  )
}
