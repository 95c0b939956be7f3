import { useStatisticsText } from './text.ts'

/** Up to which day documents are counted. */
export function DataDate({ date }: { readonly date: string | undefined }) {
  const { t } = useStatisticsText()
  return date === undefined ? null : <span className="oa-pill oa-stat-date" data-tone="grey">{t('dataUpTo', { date })}</span>
}
