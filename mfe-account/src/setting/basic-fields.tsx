import { useMemo } from 'react'
import { type Account, type AccountSettings, accountTimeZoneOffsets, paths } from '@helioport/contract'
import { clockAt, currencyChoices, useFormat, useLocale, useText, zoneLabel } from '@helioport/i18n'
import { Card, useNow } from '@helioport/ui'
import { type FormState, FormSection, NumberField, SelectField, TextField } from '@helioport/ui/form'
import type enUS from '../messages/en-US.ts'

interface BasicFieldsProps {
  form: FormState<AccountSettings>
  account: Account
}

const nothing = () => undefined

/** Fields in order: person, location, time and money, video. */
export function BasicFields({ form, account }: BasicFieldsProps) {
  const text = useText<typeof enUS>('account')
  const common = useText()
  const { code } = useLocale()
  const format = useFormat()
  const optional = common('field.optional')
  const currencies = useMemo(() => currencyChoices(code, account.currency), [code, account.currency])
  const fixed = { onChange: nothing, onLeave: nothing, error: undefined, disabled: false, readOnly: true }
  const now = useNow(60_000)

  return (
    <>
      <Card>
        <FormSection title={text('group.profile')} hint={text('group.profileHint')}>
          <TextField {...form.field('nickname')} label={text('field.nickname')} autoComplete="nickname" required />
          <TextField {...fixed} name="userName" value={account.userName} label={text('field.userName')} />
          <TextField
            {...fixed}
            name="email"
            type="email"
            value={account.email}
            label={text('field.email')}
            hint={<a href={`#${paths.setting('binding')}`}>{text('field.emailHint')}</a>}
          />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={text('group.contact')} hint={text('group.contactHint')}>
          <TextField
            {...form.field('phone')}
            type="tel"
            label={text('field.phone')}
            hint={text('field.phoneHint')}
            autoComplete="tel"
          />
          <TextField {...form.field('address')} label={text('field.address')} autoComplete="street-address" />
          <TextField {...form.field('province')} label={text('field.province')} autoComplete="address-level1" />
          <TextField {...form.field('city')} label={text('field.city')} autoComplete="address-level2" />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={text('group.region')} hint={text('group.regionHint')}>
          <SelectField
            {...form.field('timeZoneOffset')}
            label={text('field.timeZone')}
            options={accountTimeZoneOffsets.map((offset) => ({
              value: offset,
              label: `${zoneLabel(offset)} · ${format.time(clockAt(now, offset), 'UTC')}`,
            }))}
          />
          <SelectField {...form.field('currency')} label={text('field.currency')} options={currencies} />
          <NumberField
            {...form.field('feedInTariff')}
            label={text('field.tariff')}
            mark={optional}
            hint={text('field.tariffHint')}
            unit={text('field.tariffUnit', { currency: form.values.currency })}
            notANumber={common('field.number')}
          />
        </FormSection>
      </Card>
      <Card>
        <FormSection title={text('group.video')} hint={text('group.videoHint')}>
          <TextField
            {...form.field('videoUrl')}
            type="url"
            mark={optional}
            label={text('field.videoUrl')}
            hint={text('field.videoUrlHint')}
            placeholder="https://"
            autoComplete="off"
          />
        </FormSection>
      </Card>
    </>
  )
}
