import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { useEffect } from 'react'
import { SelectField, SwitchField } from './choice-fields.tsx'
import { CodeField } from './code-field.tsx'
import { DraftOffer } from './draft-offer.tsx'
import { FileButton } from './file-button.tsx'
import { Form } from './form.tsx'
import { NumberField } from './number-field.tsx'
import { all, between, matches, maxLength, required } from './rules.ts'
import { SearchField } from './search-field.tsx'
import { PasswordField, TextField } from './text-fields.tsx'
import { mergeChanges } from './merge-changes.ts'
import { useForm, type FormState } from './use-form.ts'

interface Values {
  name: string
  price: number | null
  zone: number
  mail: boolean
}

let form: FormState<Values>
let sent: Values[] = []
let onSubmit = async (values: Values) => {
  sent.push(values)
}

const hold = (state: FormState<Values>) => {
  form = state
}

let latest: Values | undefined

function Sample() {
  const state = useForm<Values>({
    latest: { read: async () => latest, changedElsewhere: 'Changed elsewhere' },
    initial: { name: '', price: 0.5, zone: 480, mail: false },
    rules: { name: required('Give it a name'), price: between(-1, 1, 'From -1 to 1') },
    onSubmit: (values) => onSubmit(values),
  })
  useEffect(() => hold(state))
  return (
    <Form form={state} label="Plant">
      <TextField {...state.field('name')} label="Name" />
      <NumberField {...state.field('price')} label="Price" unit="EUR/kWh" notANumber="Enter a number" />
      <SelectField
        {...state.field('zone')}
        label="Zone"
        options={[
          { value: 480, label: 'UTC+8' },
          { value: 0, label: 'UTC' },
        ]}
      />
      <SwitchField {...state.field('mail')} label="Mail" />
      <button type="submit">Save plant</button>
    </Form>
  )
}

beforeEach(() => {
  sent = []
  latest = undefined
  onSubmit = async (values) => {
    sent.push(values)
  }
})
afterEach(cleanup)

const name = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Name' })
const price = () => screen.getByRole<HTMLInputElement>('textbox', { name: 'Price' })

test('validates a field when it is left, then on every change', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  expect(screen.queryByText('Give it a name')).toBeNull()
  await user.click(name())
  await user.tab()
  expect(screen.getByText('Give it a name')).toBeTruthy()
  expect(name().getAttribute('aria-invalid')).toBe('true')
  expect(document.getElementById(name().getAttribute('aria-describedby') ?? '')?.textContent).toBe('Give it a name')
  await user.type(name(), 'Barn')
  expect(screen.queryByText('Give it a name')).toBeNull()
})

test('submitting an invalid form sends nothing and focuses the first invalid field', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  await user.click(screen.getByRole('button', { name: 'Save plant' }))
  expect(sent).toEqual([])
  await waitFor(() => expect(document.activeElement).toBe(name()))
})

test('sends values of all kinds once, and is disabled meanwhile', async () => {
  const user = userEvent.setup()
  let finish = () => {}
  onSubmit = (values) => {
    sent.push(values)
    return new Promise((resolve) => (finish = resolve))
  }
  render(<Sample />)
  await user.type(name(), 'Barn')
  await user.clear(price())
  await user.type(price(), '-0,25')
  await user.selectOptions(screen.getByRole('combobox'), '0')
  await user.click(screen.getByRole('switch', { name: 'Mail' }))
  expect(form.isDirty).toBe(true)
  await user.click(screen.getByRole('button', { name: 'Save plant' }))
  expect(form.isSubmitting).toBe(true)
  expect(name().disabled).toBe(true)
  await act(async () => {
    expect(await form.submit()).toBe(false)
  })
  await act(async () => finish())
  expect(sent).toEqual([{ name: 'Barn', price: -0.25, zone: 0, mail: true }])
  expect(form.isSubmitting).toBe(false)
})

test('a text that is no number gives NaN and a message; a number out of range shows the range', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  await user.clear(price())
  await user.type(price(), '1.2.3')
  expect(screen.getByText('Enter a number')).toBeTruthy()
  expect(form.values.price).toBeNaN()
  await user.clear(price())
  await user.type(price(), '7')
  await user.tab()
  expect(screen.getByText('From -1 to 1')).toBeTruthy()
})

test('a number keeps its typed text while it is edited', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  await user.clear(price())
  await user.type(price(), '0.50')
  expect(price().value).toBe('0.50')
  expect(form.values.price).toBe(0.5)
  act(() => form.setValue('price', 0.75))
  expect(price().value).toBe('0.75')
})

test('an error of the service stays until its field changes; reset replaces the values', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  await user.type(name(), 'Barn')
  act(() => form.setErrors({ name: 'There is one already' }))
  expect(screen.getByText('There is one already')).toBeTruthy()
  await user.type(name(), ' 2')
  expect(screen.queryByText('There is one already')).toBeNull()
  act(() => form.reset({ name: 'Attic', price: null, zone: 0, mail: true }))
  expect(name().value).toBe('Attic')
  expect(price().value).toBe('')
  expect(form.isDirty).toBe(false)
})

test('keeps fields changed elsewhere, and asks before overwriting one that both changed', async () => {
  const user = userEvent.setup()
  render(<Sample />)
  const save = () => user.click(screen.getByRole('button', { name: 'Save plant' }))
  await user.type(name(), 'North')
  latest = { name: '', price: 0.7, zone: 0, mail: false }
  await save()
  await waitFor(() => expect(sent).toEqual([{ name: 'North', price: 0.7, zone: 0, mail: false }]))
  await user.clear(name())
  await user.type(name(), 'West')
  latest = { name: 'East', price: 0.9, zone: 0, mail: false }
  await save()
  expect(await screen.findByText('Changed elsewhere')).toBeTruthy()
  expect(sent).toHaveLength(1)
  expect(name().value).toBe('West')
  expect(form.isOvertaken).toBe(true)
  await save()
  await waitFor(() => expect(sent.at(-1)).toEqual({ name: 'West', price: 0.9, zone: 0, mail: false }))
  expect(form.isOvertaken).toBe(false)
})

test('lists of ids are equal in any order; other values are compared by content', () => {
  const base = { ids: ['a', 'b'], rates: [{ rate: 1 }], note: '' }
  const mine = { ids: ['b', 'a'], rates: [{ rate: 2 }], note: 'mine' }
  const merge = (theirs: typeof base) => mergeChanges(base, mine, theirs)
  expect(merge({ ids: ['c'], rates: [{ rate: 1 }], note: 'mine' })).toEqual({
    values: { ids: ['c'], rates: [{ rate: 2 }], note: 'mine' },
    conflicts: [],
  })
  expect(merge({ ids: [], rates: [{ rate: 3 }], note: 'theirs' }).conflicts).toEqual(['rates', 'note'])
})

test('rules: required, between, matches, maxLength, all', () => {
  expect(required('r')('  ', {})).toBe('r')
  expect(required('r')(0, {})).toBeUndefined()
  expect(between(0.8, 1, 'b')(0.8, {})).toBeUndefined()
  expect(between(0.8, 1, 'b')(0.799, {})).toBe('b')
  expect(between(0.8, 1, 'b')(null, {})).toBeUndefined()
  expect(between(0.8, 1, 'b')(Number.NaN, {})).toBe('b')
  expect(matches(/^a/, 'm')('', {})).toBeUndefined()
  expect(matches(/^a/, 'm')('b', {})).toBe('m')
  expect(maxLength(2, 'l')('電站', {})).toBeUndefined()
  expect(maxLength(2, 'l')('電站3', {})).toBe('l')
  expect(all(maxLength(9, 'l'), matches(/^a/, 'm'))('b', {})).toBe('m')
})

test('a password can be shown and hidden', async () => {
  const user = userEvent.setup()
  const field = { name: 'password', value: 'secret', onChange() {}, onLeave() {}, error: undefined, disabled: false }
  render(<PasswordField {...field} label="Password" showLabel="Show" hideLabel="Hide" />)
  const input = screen.getByLabelText<HTMLInputElement>('Password')
  expect(input.type).toBe('password')
  await user.click(screen.getByRole('button', { name: 'Show' }))
  expect(input.type).toBe('text')
  await user.click(screen.getByRole('button', { name: 'Hide' }))
  expect(input.type).toBe('password')
})

test('accepts a code with spaces, dashes and full-width digits', async () => {
  const user = userEvent.setup()
  let value = ''
  const field = { name: 'code', value, onChange: (code: string) => (value = code), onLeave() {}, error: undefined }
  render(<CodeField {...field} disabled={false} label="Code" />)
  await user.click(screen.getByRole('textbox', { name: 'Code' }))
  for (const pasted of ['123 456', ' 123–456 ', '１２３４５６']) {
    await user.paste(pasted)
    expect(value).toBe('123456')
  }
})

describe('search', () => {
  beforeEach(() => jest.useFakeTimers())
  afterEach(() => jest.useRealTimers())

  test('is debounced; Escape clears at once', async () => {
    const user = userEvent.setup({ advanceTimers: jest.advanceTimersByTime })
    const asked: string[] = []
    render(
      <SearchField value="" onChange={(text) => asked.push(text)} label="Search" clearLabel="Clear" delayMs={250} />,
    )
    const input = screen.getByRole<HTMLInputElement>('searchbox')
    await user.type(input, 'roof')
    expect(asked).toEqual([])
    act(() => void jest.advanceTimersByTime(250))
    expect(asked).toEqual(['roof'])
    await user.keyboard('{Escape}')
    expect(asked).toEqual(['roof', ''])
    expect(input.value).toBe('')
  })
})

test('restores input once after a forced reload, on the same page only, and never a password', async () => {
  function Secret() {
    const state = useForm({ initial: { note: '', secret: '' }, onSubmit: () => undefined })
    return (
      <Form form={state} label="Secret">
        <TextField {...state.field('note')} label="Note" />
        <PasswordField {...state.field('secret')} label="Pass phrase" showLabel="Show" hideLabel="Hide" />
      </Form>
    )
  }
  sessionStorage.clear()
  const user = userEvent.setup()
  window.location.hash = '#/station/new'
  const first = render(
    <>
      <Sample />
      <Secret />
    </>,
  )
  await user.type(name(), 'Barn')
  await user.type(screen.getByLabelText('Note'), 'mine')
  await user.type(screen.getByLabelText('Pass phrase'), 'hunter2')
  await act(async () => {})
  act(() => void window.dispatchEvent(new Event('helioport:leaving')))
  expect(sessionStorage.getItem('helioport.kept-input')).not.toContain('hunter2')
  // Closing the tab now would lose nothing: there is no warning.
  first.unmount()

  window.location.hash = '#/station/other'
  const other = render(<Sample />)
  expect(name().value).toBe('')
  other.unmount()

  window.location.hash = '#/station/new?tab=2'
  const again = render(<Sample />)
  await waitFor(() => expect([name().value, form.isDirty]).toEqual(['Barn', true]))
  await waitFor(() => expect(sessionStorage.getItem('helioport.kept-input')).not.toContain('Barn'))
  again.unmount()
  render(<Sample />)
  await act(async () => {})
  expect(name().value).toBe('')
})

test('offers unsaved input again on the same page, and restores it only on request', async () => {
  function Drafted() {
    const state = useForm({ initial: { note: '' }, onSubmit: () => undefined, keepsDraft: true })
    return (
      <Form form={state} label="Drafted">
        <DraftOffer form={state} texts={{ offer: () => 'Left here', take: 'Bring back', drop: 'Drop' }} />
        <TextField {...state.field('note')} label="Note" />
        <button type="submit">Send</button>
      </Form>
    )
  }
  sessionStorage.clear()
  const user = userEvent.setup()
  window.location.hash = '#/setting/basic'
  const note = () => screen.getByLabelText<HTMLInputElement>('Note')
  const first = render(<Drafted />)
  await user.type(note(), 'half a')
  await waitFor(() => expect(note().value).toBe('half a'))
  await act(async () => {})
  window.location.hash = '#/account'
  first.unmount()

  window.location.hash = '#/setting/basic'
  const again = render(<Drafted />)
  await screen.findByText('Left here')
  expect(note().value).toBe('')
  await user.click(screen.getByRole('button', { name: 'Bring back' }))
  expect(note().value).toBe('half a')
  await waitFor(() => expect(screen.queryByText('Left here')).toBeNull())
  again.unmount()

  const third = render(<Drafted />)
  await user.click(await screen.findByRole('button', { name: 'Drop' }))
  expect(screen.queryByText('Left here')).toBeNull()
  third.unmount()
  render(<Drafted />)
  await act(async () => {})
  expect(screen.queryByText('Left here')).toBeNull()
})

test('a file button accepts the same file twice', async () => {
  const taken: string[] = []
  render(
    <FileButton label="Tracer's file" accept=".csv" onFile={(file) => taken.push(file.name)}>
      Choose
    </FileButton>,
  )
  const user = userEvent.setup()
  const input = screen.getByLabelText<HTMLInputElement>("Tracer's file")
  for (const text of ['V,I', 'V,I1']) {
    await user.upload(input, new File([text], 'curves.csv'))
    expect(input.files).toHaveLength(0)
  }
  expect(taken).toEqual(['curves.csv', 'curves.csv'])
})
