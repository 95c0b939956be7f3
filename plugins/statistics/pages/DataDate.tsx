import { useStatisticsText } from './text.ts'

interface DataDateProps {
  readonly date: string | undefined
  /** Earlier documents are not yet counted. */
  readonly isIncomplete?: boolean | undefined
}

/** Shows the day up to which documents are counted, and whether a recount is still running. */
export function DataDate({ date, isIncomplete = false }: DataDateProps) {
  const { t } = useStatisticsText()
  // placeholder: the title line keeps its height until the date is known
  if (date === undefined)
    return <span className="oa-pill oa-stat-date is-waiting" aria-hidden>{t('dataUpTo', { date: '0000-00-00' })}</span>
  return (
    <>
      <span className="oa-pill oa-stat-date" data-tone="grey" tabIndex={0} data-tip={t('dataUpToHint')}>{t('dataUpTo', { date })}</span>
      {isIncomplete && (
        <span className="oa-pill oa-stat-date" data-tone="orange" tabIndex={0} data-tip={t('stillCountingHint')}>{t('stillCounting')}</span>
      )}
    </>
  )
}
