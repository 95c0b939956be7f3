import { useStatisticsText } from './text.ts'

/** Up to which day documents are counted. */
export function DataDate({ date }: { readonly date: string | undefined }) {
  const { t } = useStatisticsText()
  // the line of the title keeps its height until the date is known
  if (date === undefined) return <span className="oa-pill oa-stat-date is-waiting" aria-hidden>{t('dataUpTo', { date: '0000-00-00' })}</span>
  return <span className="oa-pill oa-stat-date" data-tone="grey" tabIndex={0} data-tip={t('dataUpToHint')}>{t('dataUpTo', { date })}</span>
}
