import { useState } from 'react'
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { UiProvider } from '../core/ui-provider.tsx'
import { DayField, MomentField } from './day-field.tsx'

const texts = {
  previous: '前一天',
  next: '后一天',
  today: '今天',
  yesterday: '昨天',
  choose: '选择日期',
  previousMonth: '上个月',
  nextMonth: '下个月',
  time: '时间',
}
const chinese = new Intl.DateTimeFormat('zh-CN', { dateStyle: 'medium', timeZone: 'UTC' })
const format = (day: string) => chinese.format(new Date(`${day}T12:00:00Z`))

let values: string[] = []
let sent: string[] = []

function Fields({ moment = false, initial = '', max }: { moment?: boolean; initial?: string; max?: string }) {
  const [value, setValue] = useState(initial)
  const Field = moment ? MomentField : DayField
  const props = {
    name: 'from',
    label: '起',
    value,
    texts,
    format,
    error: undefined,
    disabled: false,
    onLeave: () => {},
    onChange: (next: string) => {
      values.push(next)
      setValue(next)
    },
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        sent.push(value)
      }}
    >
      <Field {...props} {...(max !== undefined && { max })} />
    </form>
  )
}

const show = (props: Parameters<typeof Fields>[0]) =>
  render(
    <UiProvider theme="light" dir="ltr" locale="zh-CN">
      <Fields {...props} />
    </UiProvider>,
  )

const day = () => screen.getByLabelText<HTMLInputElement>('起')
const time = () => screen.getByLabelText<HTMLInputElement>('时间')
const last = () => values.at(-1)

beforeEach(() => {
  values = []
  sent = []
})
afterEach(cleanup)

test('shows a day in the page’s language, and edits it with the year first', async () => {
  show({ initial: '2026-11-20' })
  expect(day().value).toBe('2026年11月20日')
  await userEvent.click(day())
  expect(day().value).toBe('2026-11-20')
  await userEvent.clear(day())
  expect(last()).toBe('')
  await userEvent.type(day(), '2026/3/9')
  expect(last()).toBe('2026-03-09')
  await userEvent.tab()
  expect(day().value).toBe('2026年3月9日')
})

test('an invalid day is reverted when the field is left, and is not submitted', async () => {
  show({ initial: '2026-11-20', max: '2026-11-21' })
  for (const typed of ['2026-02-30', '11/20/2026', '2026-11-22']) {
    fireEvent.focus(day())
    fireEvent.change(day(), { target: { value: typed } })
    fireEvent.keyDown(day(), { key: 'Enter' })
    expect(day().value).toBe('2026-11-20')
    fireEvent.blur(day())
    expect(day().value).toBe('2026年11月20日')
  }
  await userEvent.type(day(), 'x{Enter}')
  expect(sent).toEqual([])
  await userEvent.type(day(), '{Enter}')
  expect(sent).toEqual(['2026-11-20'])
  expect(values).toEqual([])
})

test('a day is chosen from the calendar; Escape closes only the calendar', async () => {
  show({ initial: '2026-11-20' })
  await userEvent.click(screen.getByRole('button', { name: '选择日期' }))
  await screen.findByRole('grid')
  expect(fireEvent.keyDown(document.activeElement as Element, { key: 'Escape' })).toBe(false)
  expect(screen.queryByRole('dialog')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '选择日期' }))
  await userEvent.click(await screen.findByRole('button', { name: '2026年11月18日星期三' }))
  expect(last()).toBe('2026-11-18')
  expect(day().value).toBe('2026年11月18日')
})

test('a moment has a 24-hour time; a day alone starts at 00:00', async () => {
  show({ moment: true })
  await userEvent.type(day(), '2026-06-10')
  expect(last()).toBe('2026-06-10T00:00')
  await userEvent.clear(time())
  await userEvent.type(time(), '9:30')
  await userEvent.tab()
  expect(last()).toBe('2026-06-10T09:30')
  expect(time().value).toBe('09:30')
  await userEvent.clear(day())
  expect(last()).toBe('')
  await userEvent.type(day(), '2026-06-11T16:45')
  expect(last()).toBe('2026-06-11T16:45')
  expect(time().value).toBe('16:45')
})
