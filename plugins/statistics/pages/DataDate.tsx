import { useStatisticsText } from './text.ts'

/** Up to which day documents are counted. */
export function DataDate({ date }: { readonly date: string | undefined }) {
  const { t } = useStatisticsText()
  if (date === undefined) return null
  return <span className="oa-pill oa-stat-date" data-tone="grey" tabIndex={0} data-tip={t('dataUpToHint')}>{t('dataUpTo', { date })}</span>
}
