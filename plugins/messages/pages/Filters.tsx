import { SearchOutlined } from '@ant-design/icons'
import { useQuery } from '@tanstack/react-query'
import { Input, Segmented, Select } from 'antd'
import { useId, useMemo } from 'react'
import { DaysField } from '#fields/moments/family.tsx'
import type { Label } from '#kernel/wording/label.ts'
import { useHttp } from '#shell/backend.ts'
import { useMessageCounts } from '#shell/layout/badges.ts'
import { SearchForm } from '#shell/list/SearchForm.tsx'
import { type SearchField, useDraft, type SearchValues, withValue } from '#shell/list/search-field.ts'
import type { MessageTab } from '#shell/messages/messages.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useCentreText } from './texts.ts'

interface FiltersProps {
  readonly tab: MessageTab
  readonly values: SearchValues
  onFilter(values: SearchValues): void
}

/**
 * Filters by read state, kind, date and keyword, kept in the URL. On a phone all but the read state are in a sheet behind a button.
 */
export function Filters(props: FiltersProps) {
  const { tab, values, onFilter } = props
  const { t } = useCentreText()
  const isMobile = useIsMobile()
  const unread = useMessageCounts()?.[tab.name] ?? 0
  return (
    <div className="oa-message-filters row rigid wrap gap-8" role={isMobile ? undefined : 'search'}>
      <Segmented aria-label={t('readState')} value={values['unread'] === '1' ? '1' : ''}
        onChange={(chosen) => onFilter(withValue(values, 'unread', chosen))}
        options={[{ value: '', label: t('all') }, { value: '1',
          label: <>{t('unreadOnly')}{unread > 0 && <span className="num">{' '}{unread}</span>}</> }]} />
      {isMobile ? <InSheet {...props} /> : <InRow {...props} />}
    </div>
  )
}

function InRow({ tab, values, onFilter }: FiltersProps) {
  const { t } = useCentreText()
  const id = useId()
  const [{ keyword = '' }, setDraft] = useDraft(values)
  const set = (name: string, value: string | undefined) => onFilter(withValue(values, name, value))
  return (
    <>
      <KindChoice tab={tab} value={values['kind']} onChange={(chosen) => set('kind', chosen)} />
      <div className="oa-message-days">
        <DaysField id={`${id}-dates`} label={t('dates')} value={values['dates']} onChange={(days) => set('dates', days)} />
      </div>
      <Input allowClear prefix={<SearchOutlined aria-hidden />} placeholder={t('keyword')} aria-label={t('keyword')} maxLength={100}
        value={keyword} onChange={(event) => {
        setDraft(withValue(values, 'keyword', event.target.value))
        if (event.target.value === '') set('keyword', undefined)
      }} onPressEnter={() => set('keyword', keyword.trim())}
        onBlur={() => keyword.trim() !== (values['keyword'] ?? '') && set('keyword', keyword.trim())} />
    </>
  )
}

const inSheet: readonly string[] = ['keyword', 'kind', 'dates']

function InSheet({ tab, values, onFilter }: FiltersProps) {
  const among = (isAmong: boolean): SearchValues =>
    Object.fromEntries(Object.entries(values).filter(([name]) => inSheet.includes(name) === isAmong))
  return <SearchForm fields={useSheetFields(tab)} values={among(true)} onSearch={(chosen) => onFilter({ ...among(false), ...chosen })} />
}

function useSheetFields(tab: MessageTab): readonly SearchField[] {
  const { t } = useCentreText()
  const words: SearchField = { name: 'keyword', label: t('keyword'),
    draw: ({ id, value, onChange, label }) => (
      <Input id={id} allowClear aria-label={label} maxLength={100} value={value} onChange={(event) => onChange(event.target.value)} />
    ) }
  const kind: SearchField = { name: 'kind', label: t('kind'),
    draw: ({ id, value, onChange }) => <KindChoice id={id} tab={tab} value={value} onChange={onChange} /> }
  const days: SearchField = { name: 'dates', label: t('dates'),
    draw: ({ id, value, onChange, label }) => <DaysField id={id} label={label} value={value} onChange={onChange} /> }
  return hasChoice(useKinds(tab)) ? [words, kind, days] : [words, days]
}

interface KindChoiceProps {
  readonly id?: string
  readonly tab: MessageTab
  readonly value: string | undefined
  onChange(kind: string | undefined): void
}

/** Select of the tab's message kinds; rendered empty while they load, and omitted for a single kind. */
function KindChoice({ id, tab, value, onChange }: KindChoiceProps) {
  const { t, label } = useCentreText()
  const kinds = useKinds(tab)
  if (!hasChoice(kinds)) return null
  return (
    <Select<string | undefined> id={id} allowClear aria-label={t('kind')} placeholder={t('allKinds')} value={value}
      popupMatchSelectWidth={false} onChange={onChange}
      options={kinds?.map(({ value: kind, ...named }) => ({ value: kind, label: label(named) }))} />
  )
}

const hasChoice = (kinds: readonly unknown[] | undefined): boolean => kinds === undefined || kinds.length > 1

interface NamedKind {
  readonly kind: string
  readonly messageType: string
  readonly title: string
  readonly enTitle: string
}

/** Kinds of a tab, merged by equal title. Undefined while loading. */
function useKinds({ types }: MessageTab): readonly (Label & { readonly value: string })[] | undefined {
  const http = useHttp()
  const { data } = useQuery({ queryKey: ['messageKinds'],
    queryFn: () => http.get<readonly NamedKind[]>('/oaserver/messages/kinds', undefined, { quiet: true }), staleTime: Infinity })
  return useMemo(() => {
    if (!data) return undefined
    const own = data.filter(({ messageType }) => types.some((type) => type === messageType))
    return [...new Set(own.map(({ title }) => title))].map((title) => {
      const same = own.filter((each) => each.title === title)
      return { value: same.map(({ kind }) => kind).join(','), cn: title, en: same[0]?.enTitle ?? title }
    })
  }, [data, types])
}
