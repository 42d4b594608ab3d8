import { useState } from 'react'
import { type ApiError, type ReadName, useEndpoint, useSend } from '@helioport/api-client'
import type { Device, DeviceModules, ModuleType } from '@helioport/contract'
import { useErrorText, useText } from '@helioport/i18n'
import { Button, Notice, Stack } from '@helioport/ui'
import {
  ComboField,
  type Errors,
  Form,
  FormActions,
  type FormState,
  NumberField,
  TextField,
  useForm,
} from '@helioport/ui/form'
import { Modal, toast } from '@helioport/ui/overlay'
import enUS from '../../messages/en-US.ts'
import {
  keyOfType,
  type ModuleEntries,
  moduleEntriesOf,
  modulesOf,
  plateKeys,
  plateOf,
  useModuleRules,
} from './module-entries.ts'
import styles from './modules.module.css'

const refreshes: readonly ReadName[] = ['GET /devices/:deviceId/modules', 'GET /iv-scans/:ivScanId']
type Messages = typeof enUS

interface ModuleFormProps {
  device: Device
  modules: DeviceModules | null
  onClose: () => void
}

/** Form of the connected modules: a common one, or the values of any datasheet. */
export function ModuleForm({ device, modules, onClose }: ModuleFormProps) {
  const text = useText<Messages>('device')
  const common = useText()
  const errorText = useErrorText()
  const put = useSend('PUT /devices/:deviceId/modules', { refreshes })
  const remove = useSend('DELETE /devices/:deviceId/modules', { refreshes })
  const [failure, setFailure] = useState<ApiError>()
  const params = { deviceId: device.id }
  const form = useForm<ModuleEntries>({
    initial: moduleEntriesOf(modules),
    rules: useModuleRules(),
    onSubmit: (entries) =>
      carryOut(async () => {
        await put.send({ params, body: modulesOf(entries) })
        toast({ tone: 'good', text: text('modules.saved') })
      }),
  })
  const carryOut = async (work: () => Promise<void>) => {
    setFailure(undefined)
    try {
      await work()
      onClose()
    } catch (error) {
      setFailure(error as ApiError)
      form.setErrors(fieldErrors(error as ApiError, text))
    }
  }
  const forget = () =>
    carryOut(async () => {
      await remove.send({ params })
      toast({ tone: 'good', text: text('modules.removed') })
    })
  const title = text(modules ? 'modules.edit' : 'modules.enter')

  return (
    <Modal open title={title} onClose={onClose} closeLabel={common('action.close')}>
      <Form form={form} label={title}>
        <Stack gap={4}>
          {failure && <Notice tone="bad">{errorText(failure).detail}</Notice>}
          <TypeChoice form={form} />
          <ModuleFields form={form} />
        </Stack>
        <FormActions>
          <Button kind="primary" type="submit" busy={form.isSubmitting}>
            {common('action.save')}
          </Button>
          <Button onClick={onClose}>{common('action.cancel')}</Button>
          {modules && (
            <Button kind="text" busy={remove.isSending} onClick={() => void forget()}>
              {text('modules.forget')}
            </Button>
          )}
        </FormActions>
      </Form>
    </Modal>
  )
}

/** Objections of the service to the combination of values, at the field concerned. */
function fieldErrors(
  { code, issues }: ApiError,
  text: (key: keyof Messages & `modules.${string}`) => string,
): Errors<ModuleEntries> {
  if (code !== 'modules.implausible') return {}
  const known = issues.filter(({ message }) => `modules.${message}` in enUS)
  return Object.fromEntries(
    known
      .toReversed()
      .map(({ path, message }) => [path.slice(1), text(`modules.${message}` as keyof Messages & `modules.${string}`)]),
  )
}

function TypeChoice({ form }: { form: FormState<ModuleEntries> }) {
  const text = useText<Messages>('device')
  const { data = [] } = useEndpoint('GET /module-types', { query: { pageSize: 100 } })
  const fill = (type: ModuleType) => {
    form.setValue('manufacturer', type.manufacturer)
    form.setValue('model', type.model)
    const plate = plateOf(type)
    for (const key of plateKeys) form.setValue(key, plate[key])
  }
  const field = form.field('chosen')
  return (
    <ComboField
      {...field}
      label={text('modules.choose')}
      hint={text('modules.chooseHint')}
      placeholder={text('modules.own')}
      noMatch={text('modules.noMatch')}
      options={data.map((type) => ({ value: keyOfType(type), label: keyOfType(type) }))}
      onChange={(chosen) => {
        field.onChange(chosen)
        const type = data.find((one) => keyOfType(one) === chosen)
        if (type) fill(type)
      }}
    />
  )
}

function ModuleFields({ form }: { form: FormState<ModuleEntries> }) {
  const text = useText<Messages>('device')
  return (
    <div className={styles['fields']}>
      <TextField {...form.field('manufacturer')} label={text('modules.manufacturer')} />
      <TextField {...form.field('model')} label={text('modules.model')} required />
      <NumberField {...form.field('iscA')} label={text('modules.isc')} unit="A" required />
      <NumberField {...form.field('vocV')} label={text('modules.voc')} unit="V" required />
      <NumberField {...form.field('impA')} label={text('modules.imp')} unit="A" required />
      <NumberField {...form.field('vmpV')} label={text('modules.vmp')} unit="V" required />
      <NumberField {...form.field('alphaPercent')} label={text('modules.alpha')} unit="%/K" required />
      <NumberField {...form.field('betaPercent')} label={text('modules.beta')} unit="%/K" required />
      <NumberField {...form.field('gammaPercent')} label={text('modules.gamma')} unit="%/K" required />
      <NumberField {...form.field('cells')} label={text('modules.cells')} hint={text('modules.cellsHint')} required />
      <NumberField
        {...form.field('modulesPerString')}
        label={text('modules.perString')}
        hint={text('modules.perStringHint')}
      />
      <NumberField
        {...form.field('stringsPerTracker')}
        label={text('modules.perTracker')}
        hint={text('modules.perTrackerHint')}
      />
    </div>
  )
}
