import { useMemo } from 'react'
import { useErrorText } from './use-domain-text.ts'
import { useFormat } from './use-format.ts'
import { useText } from './use-text.ts'

/** Texts of a table. */
export function useTableTexts() {
  const t = useText()
  const format = useFormat()
  return useMemo(
    () => ({
      sort: (column: string) => t('table.sort', { column }),
      columns: t('table.columns'),
      actions: t('table.actions'),
      density: t('table.density'),
      compact: t('table.compact'),
      comfortable: t('table.comfortable'),
      previousPage: t('table.previousPage'),
      nextPage: t('table.nextPage'),
      range: (from: number, to: number, total: number) =>
        t('table.range', { from: format.number(from), to: format.number(to), total: format.number(total) }),
      pageSize: (count: number) => t('table.pageSize', { count }),
    }),
    [t, format],
  )
}

/** Texts of the offer to restore unsaved input. */
export function useDraftTexts() {
  const t = useText()
  const format = useFormat()
  return {
    offer: (at: number) => t('draft.offer', { at: format.dateTime(at) }),
    take: t('draft.take'),
    drop: t('draft.drop'),
  }
}

/** Texts of a list frame: those of its table and of failed calls. */
export function useListTexts() {
  return { ...useTableTexts(), failure: useErrorText() }
}

/** Texts of a map, without the names of clusters, which the page provides. */
export function useMapTexts() {
  const t = useText()
  return useMemo(
    () => ({ zoomIn: t('map.zoomIn'), zoomOut: t('map.zoomOut'), fit: t('map.fit'), failed: t('map.failed') }),
    [t],
  )
}

/** Texts of a chart; `timeZone` is the plant's IANA zone. */
export function useChartTexts(timeZone: string) {
  const t = useText()
  return useMemo(
    () => ({
      chart: t('chart.showChart'),
      table: t('chart.showTable'),
      loading: t('chart.loading'),
      empty: t('chart.empty'),
      keys: t('chart.keys'),
      timeZone: t('chart.timeZone', { zone: timeZone }),
      time: t('chart.time'),
      night: t('chart.night'),
      failed: t('error.title'),
      retry: t('action.retry'),
      zoomOut: t('chart.zoomOut'),
      quality: {
        gap: t('chart.quality.gap'),
        backfilled: t('chart.quality.backfilled'),
        stale: t('chart.quality.stale'),
        reset: t('chart.quality.reset'),
        outlier: t('chart.quality.outlier'),
        implausible: t('chart.quality.implausible'),
      },
    }),
    [t, timeZone],
  )
}

/** Texts of the week, month and year picker. */
export function usePeriodTexts() {
  const t = useText()
  return useMemo(() => ({ previous: t('period.previous'), next: t('period.next'), now: t('period.now') }), [t])
}

/** Texts of the day picker. */
export function useDayTexts() {
  const t = useText()
  return useMemo(
    () => ({
      previous: t('day.previous'),
      next: t('day.next'),
      today: t('day.today'),
      yesterday: t('day.yesterday'),
      choose: t('day.choose'),
      previousMonth: t('day.previousMonth'),
      nextMonth: t('day.nextMonth'),
      time: t('chart.time'),
    }),
    [t],
  )
}

/** Texts of a day field, and its day format. */
export function useDayWords() {
  const texts = useDayTexts()
  const format = useFormat()
  return { texts, format: (day: string) => format.date(day) }
}

/** Texts of the dialog that asks for the password again. */
export function useProofTexts() {
  const t = useText()
  return useMemo(
    () => ({
      title: t('proof.title'),
      text: t('proof.text'),
      password: t('proof.password'),
      passwordRequired: t('proof.passwordRequired'),
      showPassword: t('proof.showPassword'),
      hidePassword: t('proof.hidePassword'),
      code: t('proof.code'),
      codeRequired: t('proof.codeRequired'),
      confirm: t('action.confirm'),
      cancel: t('action.cancel'),
    }),
    [t],
  )
}
