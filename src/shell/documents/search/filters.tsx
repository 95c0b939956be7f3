import { SearchOutlined } from '@ant-design/icons'
import { Checkbox, Input, Select } from 'antd'
import { type ReactNode, Suspense, useMemo, useState } from 'react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { ageText, waitingAges } from '#kernel/values/ages.ts'
import type { FieldDefinition, FieldKind } from '#kernel/fields.ts'
import { traitsOf } from '#kernel/kinds/host-traits.ts'
import type { Form } from '#kernel/form.ts'
import { type ColumnType, type KnownColumn, knownColumns } from '#kernel/fields/list-columns.ts'
import type { Label } from '#kernel/wording/label.ts'
import { stateCodes } from '#approval/state-codes.ts'
import type { DocumentFigures } from '#approval/wire/document-row.ts'
import type { DaysPreset } from '#fields/moments/PickerStandIn.tsx'
import { DaysField } from '#fields/moments/family.tsx'
import type { SearchField } from '#shell/list/SearchForm.tsx'
import { useDepartments } from '#shell/start/directory.ts'
import type { PersonSummary } from '#shell/start/answers.ts'
import { reads, useRead } from '#shell/start/reads.ts'
import { type Text, useText } from '#shell/text.tsx'
import { Bar } from '#shell/parts/Skeletons.tsx'
import { FieldFilter } from '#shell/resource/renderers.tsx'
import { useHttp } from '#shell/backend.ts'
import type { SearchControl } from '#shell/list/search-field.ts'
import type { ListQuery } from '#shell/list/query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { useAdministersFlows } from '#shell/start/administers-flows.ts'
import { useRoutes } from '#shell/routing/routes-context.ts'
import { reader } from '#providers/permissions.ts'
import { saidAge } from '../duration.ts'
import { type DocumentListKind, filterBody, ownPrefix, quickFilters } from '../lists.ts'
import { type DocumentsTextKey, useDocumentsText } from '../texts.ts'

/** The search fields of a list; the list of own documents has none for the initiator. */
export function useSearchFields(list: DocumentListKind): readonly SearchField[] {
  const text = useText()
  const processes = useRead(reads.processes)
  const departments = useDepartments()
  const people = useRead(reads.people)

  return useMemo(() => {
    const { t, locale, name } = text
    const processOptions = (processes ?? []).map(({ businessType, processName, processNameEn }) => ({ value: businessType,
      label: locale === 'cn' ? processName : processNameEn })
    )
    const departmentOptions = departments.map(({ id, name: stored, fullName }) => ({ value: id, label: name(stored),
      path: name(fullName) })
    )
    const fields: (SearchField | false)[] = [
      keyword(keywordLabel(list.form, text)),
      list.name !== 'type' && {
        name: 'type',
        label: t('documents.process'),
        draw: ({ id, value, onChange, label }) => (
          <Select id={id} mode="multiple" maxTagCount="responsive" allowClear options={processOptions} optionFilterProp="label"
            placeholder={label} aria-label={label} value={value?.split(',') ?? []} onChange={(chosen: string[]) =>
            onChange(chosen.join(','))} />
        ),
      },
      list.name !== 'initiated' && {
        name: 'departments',
        label: t('documents.department'),
        draw: ({ id, value, onChange, label }) => (
          <Select id={id} mode="multiple" maxTagCount="responsive" allowClear options={departmentOptions} optionFilterProp="path"
            popupMatchSelectWidth={320} optionRender={({ data }) => data.path} placeholder={label} aria-label={label}
            value={value?.split(',') ?? []} onChange={(chosen: string[]) => onChange(chosen.join(','))} />
        ),
      },
      ...whoAndWhen(list.name, text, people ?? []),
    ]
    return fields.filter((field) => field !== false)
  }, [text, processes, departments, people, list.name, list.form])
}

/** The last search fields of a list, most selective first. */
function whoAndWhen(name: DocumentListKind['name'], text: Text, people: readonly PersonSummary[]): readonly SearchField[] {
  if (name === 'todo') return [waitingAt(text, name), dates(text), initiator(text, people), waited(text)]
  if (name === 'all') return [initiator(text, people), states(text), dates(text), waitingAt(text, name), waited(text)]
  return name === 'initiated' ? [states(text), dates(text)] : [initiator(text, people), states(text), dates(text)]
}

const keyword = (label: string): SearchField => ({
  name: 'keyword',
  label,
  draw: ({ id, value, onChange }) => (
    <Input id={id} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={label} aria-label={label} value={value ?? ''}
      maxLength={100} onChange={(event) => onChange(event.target.value)} />
  ),
})

const waitingAt = ({ t }: Text, list: 'todo' | 'all'): SearchField => ({ name: 'node', label: t('documents.node'),
  draw: (control) => <NodeField {...control} list={list} /> })

/** The search field for the waiting time at the current node. */
const waited = ({ t }: Text): SearchField => ({
  name: 'waited',
  label: t('documents.waiting'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear placeholder={label} aria-label={label} value={value} onChange={onChange}
      options={waitingAges.map((age) => ({ value: ageText(age), label: saidAge(age, t) }))} />
  ),
})

/** The search field for the initiator, matching names in both languages. */
const initiator = ({ t, name }: Text, people: readonly PersonSummary[]): SearchField => ({
  name: 'initiator',
  label: t('documents.initiator'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear showSearch optionFilterProp="found" popupMatchSelectWidth={260} placeholder={label} aria-label={label}
      value={value} onChange={onChange}
      options={people.map((person) => ({ value: person.id, label: name(person.name), found: person.name,
        at: name(person.mainDepartment?.name ?? '') })
      )} optionRender={({ data }) => <>{data.label}{data.at && <span className="oa-option-note muted">{data.at}</span>}</>} />
  ),
})

const states = ({ t }: Text): SearchField => ({
  name: 'state',
  label: t('documents.state'),
  draw: ({ id, value, onChange, label }) => (
    <Select id={id} allowClear placeholder={label} aria-label={label} value={value} onChange={onChange} options={[
      { value: String(stateCodes.inApproval), label: t('document.inApproval') },
      { value: String(stateCodes.completed), label: t('document.completed') },
      { value: String(stateCodes.refused), label: t('document.refused') },
      { value: String(stateCodes.revoked), label: t('document.revoked') },
      { value: String(stateCodes.voided), label: t('document.voided') },
    ]} />
  ),
})

const dates = ({ t }: Text): SearchField => ({
  name: 'dates',
  label: t('documents.initiated'),
  draw: ({ id, value, onChange, label }) => <DaysField id={id} label={label} value={value} onChange={onChange} presets={quickRanges(t)} />,
})

const quickRanges = (t: Text['t']): DaysPreset[] => [
  { label: t('range.today'), since: [0, 'day'] },
  { label: t('range.yesterday'), since: [1, 'day'], until: 1 },
  { label: t('range.week'), since: [1, 'week'] },
  { label: t('range.month'), since: [1, 'month'] },
  { label: t('range.threeMonths'), since: [3, 'month'] },
  { label: t('range.sixMonths'), since: [6, 'month'] },
  { label: t('range.year'), since: [1, 'year'] },
]

/** Order of the form's own search fields by type: those used most come first. */
const order: readonly ColumnType[] = ['text', 'list', 'moment', 'number']

/** Search fields for the form's columns, rendered by their kind; free text is covered by the keyword. */
export function useOwnSearchFields(form: Form | undefined): readonly SearchField[] {
  const { label } = useText()
  return useMemo(
    () =>
      (form ? knownColumns(form, reader()) : []).filter((column) => column.isSearched && !isWords(column)).toSorted((one, other) =>
        order.indexOf(one.type) - order.indexOf(other.type)
      ).map(({ key, field }): SearchField => ({
        name: ownPrefix + key,
        label: label(field),
        draw: ({ id, value, onChange }) => (
          <Suspense fallback={<Bar width="100%" height={32} />}>
            <FieldFilter id={id} field={searchedAs(field)} value={value} onChange={onChange} />
          </Suspense>
        ),
      })),
    [form, label],
  )
}

/** The placeholder of the keyword: the fields that it searches. */
const keywordLabel = (form: Form | undefined, { t, label }: Pick<Text, 't' | 'label'>): string =>
  [t('documents.keyword'), ...(form ? knownColumns(form, reader()) : []).filter((column) =>
    column.isSearched && isWords(column)
  ).slice(0, 2).map(({ field }) => label(field))]
    .join(t('list.comma'))

const isWords = ({ field }: KnownColumn): boolean => traitsOf(field).isWritten === true || field.result === 'text'

/** Maps a calculated field to the kind of its result. */
const searchedAs = (
  field: FieldDefinition,
): FieldDefinition => (field.kind === 'calculated' ? { ...field, kind: calculatedKinds[field.result ?? 'number'] } : field)

const calculatedKinds: Readonly<Record<NonNullable<FieldDefinition['result']>, FieldKind>> = {
  money: 'money',
  number: 'number',
  integer: 'integer',
  text: 'text',
  boolean: 'switch',
  date: 'date',
}

interface WaitingNode extends Label {
  /** Ids of the nodes with this name, joined with commas. */
  readonly node: string
  readonly count: number
}

interface Option {
  readonly value: string
  readonly label: string
  readonly found: string
  readonly count: number
}

/**
 * The search field for the node at which documents wait, with the number of matches per node; loaded when it is opened.
 */
function NodeField({ list, id, label: name, value, others, onChange }: SearchControl & { readonly list: 'todo' | 'all' }) {
  const { label } = useText()
  const http = useHttp()
  const [isOpen, setIsOpen] = useState(false)
  const [filters, setFilters] = useState(others)
  const { data, isFetching } = useQuery({
    queryKey: ['documents', list, 'nodes', filters],
    queryFn: ({ signal }) =>
      http.query<readonly WaitingNode[]>(`/workflow/tasks/${list}Nodes`, filterBody(filters), { signal, quiet: true }),
    enabled: isOpen || value !== undefined,
    placeholderData: keepPreviousData,
  })
  const open = (opens: boolean) => {
    if (opens) setFilters(others)
    setIsOpen(opens)
  }
  return (
    <Select<string, Option> id={id} allowClear showSearch optionFilterProp="found" placeholder={name} aria-label={name}
      popupMatchSelectWidth={240} loading={isOpen && isFetching && !data} value={data ? value : undefined} onOpenChange={open}
      onChange={onChange}
      options={(data ?? []).filter(({ node, count }) => count > 0 || node === value).map(({ node, count, ...named }) => ({ value: node,
        label: label(named), found: `${named.cn} ${named.en}`, count })
      )} optionRender={({ data: option }) => withCount(option)} />
  )
}

const withCount = ({ label, count }: Option): ReactNode => (
  <>
    {label}
    <span className="num oa-option-note muted">{count}</span>
  </>
)

interface QuickFiltersProps {
  readonly list: DocumentListKind
  readonly query: ListQuery
  readonly figures: DocumentFigures | undefined
  onFilter(filters: ListQuery['filters']): void
}

/** The line above the table: sort order, quick filters, keyboard hints. */
export function QuickFilters({ list, query, figures, onFilter }: QuickFiltersProps) {
  const { t } = useDocumentsText()
  const chosen = (query.filters['quick'] ?? '').split(',').filter(Boolean)
  const toggle = (name: string) => {
    const next = chosen.includes(name) ? chosen.filter((each) => each !== name) : [...chosen, name]
    const { quick: _, ...rest } = query.filters
    onFilter(next.length > 0 ? { ...rest, quick: next.join(',') } : rest)
  }
  const known = figures?.quick
  const offered = useOffered(list).filter(([name]) => name !== 'batchPass' || chosen.includes(name) || !known || name in known)
  return (
    <div className="oa-tools row muted rigid clip">
      <span className="oa-tools-sort nowrap">{useSortedBy(list, query)}</span>
      <span className="oa-tools-quick line-left flex" role="group" aria-label={t('quick.name')}>
        {offered.map(([name, title]) => (
          <Checkbox key={name} checked={chosen.includes(name)} onChange={() => toggle(name)}>
            {title}
            {known && <span className="num">{known[name]}</span>}
          </Checkbox>
        ))}
      </span>
      <KeyHints isTodo={list.name === 'todo'} />
    </div>
  )
}

/** The quick filters of a list with titles: those of the shell, and document marks. */
function useOffered({ name }: DocumentListKind): readonly (readonly [name: string, title: string])[] {
  const { t, label } = useDocumentsText()
  const { documentMarks = [] } = useRoutes().config
  const administers = useAdministersFlows()
  const isOwn = name === 'todo' || name === 'initiated'
  const offers: Readonly<Record<(typeof quickFilters)[number], boolean>> = { overdue: true, urged: isOwn, batchPass: name === 'todo',
    initiatorGone: administers && name === 'all' }
  return [...quickFilters.filter((filter) => offers[filter]).map((filter) => [filter, t(`quick.${filter}`)] as const),
    ...(isOwn ? documentMarks.map((mark) => [mark.role, label(mark)] as const) : [])]
}

const sortNames: Readonly<Record<DocumentListKind['name'], DocumentsTextKey>> = {
  todo: 'sort.waiting',
  handled: 'sort.handled',
  initiated: 'sort.initiated',
  cc: 'sort.copied',
  all: 'sort.initiated',
  type: 'sort.initiated',
}

function useSortedBy(list: DocumentListKind, { sort }: ListQuery): string {
  const { t } = useDocumentsText()
  const text = useText()
  if (!sort) return t(sortNames[list.name])
  const names: Readonly<Record<string, string>> = {
    businessNo: text.t('documents.number'),
    amount: text.t('documents.amount'),
    createTime: text.t('documents.initiated'),
    endTime: t('columns.endTime'),
    stayHours: text.t('documents.waiting'),
  }
  const own = list.form?.fields[sort.column.slice(ownPrefix.length)]
  return t('sort.chosen', { column: names[sort.column] ?? (own ? text.label(own) : sort.column) })
}

/** Keys and what they do, from the right; those that do not fit beside the filters are left out whole. */
function KeyHints({ isTodo }: { isTodo: boolean }) {
  const { t } = useDocumentsText()
  const isMobile = useIsMobile()
  if (isMobile) return null
  const hints: readonly (readonly [keys: readonly string[], name: string])[] = [
    [['?'], t('keys.help')],
    ...(isTodo ? [[['P'], t('keys.pass')], [['X'], t('keys.select')]] as const : []),
    [[t('keys.space')], t('keys.peek')],
    [['J', 'K'], t('keys.move')],
  ]
  return (
    <span className="oa-tools-keys" aria-hidden>
      {hints.map(([keys, name]) => (
        <span key={name} className="nowrap">
          {keys.map((key) => <kbd key={key}>{key}</kbd>)} {name}
        </span>
      ))}
    </span>
  )
}
