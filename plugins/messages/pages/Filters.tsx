import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select } from 'antd'
import { useId, useMemo } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import type { Label } from '#kernel/wording/label.ts'
import { useHttp } from '#shell/backend.ts'
import { useMessageCounts } from '#shell/layout/badges.ts'
import { useDraft, type Values, withValue } from '#shell/list/search-field.ts'
import type { MessageTab } from '#shell/messages/messages.ts'
import { useCentreText } from './text.ts'

interface FiltersProps {
  readonly tab: MessageTab
  readonly values: Values
  onFilter(values: Values): void
}

/** Filters by read state, kind, days and words; the address keeps them. */
export function Filters({ tab, values, onFilter }: FiltersProps) {
  const { t } = useCentreText()
  const id = useId()
  const unread = useMessageCounts()?.[tab.name] ?? 0
  const [{ keyword = '' }, setDraft] = useDraft(values)
  const set = (name: string, value: string | undefined) => onFilter(withValue(values, name, value))

  return (
    <div className="oa-message-filters" role="search">
      <Segmented aria-label={t('readState')} value={values['unread'] === '1' ? '1' : ''} onChange={(chosen) => set('unread', chosen)}
        options={[{ value: '', label: t('all') }, { value: '1', label: <>{t('unreadOnly')}{unread > 0 && <span className="num">{' '}{unread}</span>}</> }]} />
      <KindChoice tab={tab} value={values['kind']} onChange={(chosen) => set('kind', chosen)} />
      <div className="oa-message-days">
        <DaysField id={`${id}-dates`} label={t('dates')} value={values['dates']} onChange={(days) => set('dates', days)} />
      </div>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder={t('keyword')} aria-label={t('keyword')} maxLength={100} value={keyword} onChange={(event) => {
        setDraft(withValue(values, 'keyword', event.target.value))
        if (event.target.value === '') set('keyword', undefined)
      }} onPressEnter={() => set('keyword', keyword.trim())} onBlur={() => keyword.trim() !== (values['keyword'] ?? '') && set('keyword', keyword.trim())} />
    </div>
  )
}

interface KindChoiceProps {
  readonly tab: MessageTab
  readonly value: string | undefined
  onChange(kind: string | undefined): void
}

/** The kinds of a tab; its place is kept while they are on their way. */
function KindChoice({ tab, value, onChange }: KindChoiceProps) {
  const { t, label } = useCentreText()
  const kinds = useKinds(tab)
  if (kinds !== undefined && kinds.length < 2) return null
  return (
    <Select<string | undefined> allowClear aria-label={t('kind')} placeholder={t('allKinds')} value={value} popupMatchSelectWidth={false} onChange={onChange}
      options={kinds?.map(({ value: kind, ...named }) => ({ value: kind, label: label(named) }))} />
  )
}

interface NamedKind {
  readonly kind: string
  readonly messageType: string
  readonly title: string
  readonly enTitle: string
}

/** Kinds of a tab; those that say the same are one choice. Undefined before they are known. */
function useKinds({ types }: MessageTab): readonly (Label & { readonly value: string })[] | undefined {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['messageKinds'], queryFn: () => http.get<readonly NamedKind[]>('/oaserver/messages/kinds', undefined, { quiet: true }),
    staleTime: Infinity })
  return useMemo(() => {
    if (!data) return undefined
    const own = data.filter(({ messageType }) => types.some((type) => type === messageType))
    return [...new Set(own.map(({ title }) => title))].map((title) => {
      const same = own.filter((each) => each.title === title)
      return { value: same.map(({ kind }) => kind).join(','), cn: title, en: same[0]?.enTitle ?? title }
    })
  }, [data, types])
}
