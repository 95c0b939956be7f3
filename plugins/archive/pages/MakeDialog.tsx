import { useState } from 'react'
import { currentLocale } from '#providers/i18n.ts'
import { select } from '#kernel/fields.ts'
import { todayOf } from '#kernel/values/dates.ts'
import { type DialogField, FieldsDialog } from '#shell/resource/FieldsDialog.tsx'
import { pastPeriods, periodOf } from '../period.ts'
import type { ArchiveCompany } from '../wire.ts'
import { archiveKey, path } from './archive.ts'
import { cn } from './locales/cn.ts'
import { en } from './locales/en.ts'
import { useArchiveText } from './text.ts'

const kinds = ['month', 'quarter', 'year'] as const
type PeriodKind = (typeof kinds)[number]
/** The number of periods that are offered of each kind. */
const offered: Readonly<Record<PeriodKind, number>> = { month: 36, quarter: 20, year: 10 }

const named = (key: keyof typeof cn) => ({ cn: cn[key], en: en[key] })

/** The dialog that packages books: of a company, and a period that has ended. */
export function MakeDialog({ companies, onClose }: { companies: readonly ArchiveCompany[]; onClose(): void }) {
  const { t } = useArchiveText()
  const [today] = useState(() => todayOf(new Date()))
  const fields = ({ kind }: Readonly<Record<string, unknown>>): readonly DialogField[] => [
    { name: 'company', field: select({ ...named('company'), required: true, options: companies }) },
    { name: 'kind', field: select({ ...named('kind'), required: true, options: kinds.map((value) => ({ value, ...named(value) })) }) },
    { name: 'period', field: select({ ...named('period'), required: true, options: periodsOf(kind as PeriodKind, today) }) },
    { name: 'language',
      field: select({ ...named('language'), required: true, hint: named('languageHint'),
        options: [{ value: 'cn', cn: '中文', en: 'Chinese' }, { value: 'en', cn: '英文', en: 'English' }] }) },
  ]
  const start = { company: companies.length === 1 ? companies[0]?.value : undefined, kind: 'month',
    period: pastPeriods('month', today, 1)[0], language: currentLocale() }
  return (
    <FieldsDialog title={t('makeTitle')} okText={t('makeIt')} fields={fields} start={start} touches={[[archiveKey]]} onClose={onClose}
      save={({ company, period, language }, http) =>
        http.post(path, { company: company ?? '', period: period ?? '', language }, { quiet: true })} success={t('asked')} />
  )
}

const periodsOf = (kind: PeriodKind, today: string) =>
  pastPeriods(kind, today, offered[kind]).flatMap((value) => {
    const period = periodOf(value)
    return period ? [{ value, cn: period.cn, en: period.en }] : []
  })
