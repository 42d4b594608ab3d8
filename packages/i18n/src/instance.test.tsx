import { act, renderHook, waitFor } from '@testing-library/react'
import { addMessageLoaders, addMessages, changeLocale, currentLocale, setUpI18n } from './instance.ts'
import { localeOf, locales, messageLocaleOf } from './locales.ts'
import { useFormat } from './use-format.ts'
import { textOf, useAlarmText, useText } from './use-text.ts'

beforeAll(() => setUpI18n('zh-CN'))
afterEach(() => act(() => changeLocale('zh-CN')))

test('offers four locales, Simplified Chinese first; four more are written from right to left', () => {
  expect(locales.filter((locale) => locale.offered).map((locale) => locale.code)).toEqual([
    'zh-CN',
    'zh-TW',
    'en-US',
    'pt-BR',
  ])
  expect(locales.filter((locale) => locale.dir === 'rtl').map((locale) => locale.code)).toEqual([
    'he',
    'ar',
    'fa',
    'ku',
  ])
  expect(localeOf('tlh').code).toBe('zh-CN')
  expect(messageLocaleOf('ar')).toBe('en-US')
})

test('the document’s language is that of its texts; its direction is that of the locale', async () => {
  await act(() => changeLocale('ar'))
  expect([document.documentElement.lang, document.documentElement.dir]).toEqual(['en-US', 'rtl'])
})

test('set-up applies texts, language and direction to the document', () => {
  expect(currentLocale()).toBe('zh-CN')
  expect(textOf('common', 'action.save')).toBe('保存')
  expect(document.documentElement.lang).toBe('zh-CN')
  expect(document.documentElement.dir).toBe('ltr')
})

test('a change of locale updates shown texts, formats and the document’s language', async () => {
  const { result } = renderHook(() => ({ t: useText(), error: useText('error'), format: useFormat() }))
  expect(result.current.t('action.retry')).toBe('重试')
  await act(() => changeLocale('zh-TW'))
  expect(result.current.t('action.retry')).toBe('重試')
  expect(result.current.error('session.wrongCredentials')).toBe('使用者名稱或密碼錯誤')
  await act(() => changeLocale('pt-BR'))
  expect(result.current.format.number(1.5, 1)).toBe('1,5')
  expect(document.documentElement.lang).toBe('pt-BR')
})

test('a right-to-left locale without texts shows English', async () => {
  await act(() => changeLocale('he'))
  expect(document.documentElement.dir).toBe('rtl')
  await waitFor(() => expect(textOf('common', 'action.save')).toBe('Save'))
})

test('fills placeholders without escaping HTML', async () => {
  await act(() => changeLocale('en-US'))
  expect(textOf('common', 'table.sort', { column: '<b>&' })).toBe('Sort by <b>&')
})

test('loads alarm texts on first use, in the current locale', async () => {
  const { result } = renderHook(() => useAlarmText())
  expect(result.current('A7')).toBeUndefined()
  await waitFor(() => expect(result.current('A7')?.name).toBe('电弧故障'))
  await act(() => changeLocale('zh-TW'))
  expect(result.current('A7')?.suggestion).toContain('切勿僅做重置')
})

const enUS = {
  greeting: 'Hello {{name}}',
  plants_one: '{{count}} plant',
  plants_other: '{{count}} plants',
  only: 'Only here',
}

test('a remote’s own namespace: plurals, tables loaded on demand, missing texts from English', async () => {
  const asked: string[] = []
  const loader = (code: string, messages: Record<string, string>) => async () => {
    asked.push(code)
    return { messages }
  }
  await addMessageLoaders('demo', {
    'en-US': loader('en-US', enUS),
    'zh-CN': loader('zh-CN', { greeting: '你好{{name}}', plants_other: '{{count}}座电站', only: '只在这里' }),
    'pt-BR': loader('pt-BR', { greeting: 'Olá {{name}}' }),
  })
  expect(asked).toEqual(['zh-CN'])
  const { result } = renderHook(() => useText<typeof enUS>('demo'))
  expect(result.current('plants', { count: 1 })).toBe('1座电站')
  await act(() => changeLocale('pt-BR'))
  expect(result.current('greeting', { name: 'Ana' })).toBe('Olá Ana')
  await waitFor(() => expect(result.current('only')).toBe('Only here'))
  expect(result.current('plants', { count: 1 })).toBe('1 plant')
  expect(result.current('plants', { count: 3 })).toBe('3 plants')
  await act(() => changeLocale('en-US'))
  await act(() => changeLocale('zh-CN'))
  expect(asked).toEqual(['zh-CN', 'pt-BR', 'en-US'])
})

test('added messages are shown at once', () => {
  const { result } = renderHook(() => useText('late'))
  expect(result.current('word')).toBe('word')
  act(() => addMessages('late', 'zh-CN', { word: '迟到' }))
  expect(result.current('word')).toBe('迟到')
})

test('shows the name of an unknown mail kind in the page’s language', async () => {
  addMessages('mail', 'zh-CN', { 'mailKind.report': '发电报告' })
  const { result } = renderHook(() => useText('mail'))
  expect(result.current('mailKind.report')).toBe('发电报告')
  expect(result.current('mailKind.shareInvitation')).toBe('其他（share invitation）')
  await act(() => changeLocale('en-US'))
  expect(result.current('mailKind.shareInvitation')).toBe('Other (share invitation)')
})
