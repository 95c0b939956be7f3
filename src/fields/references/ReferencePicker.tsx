import { TableOutlined } from '@ant-design/icons'
import { Button, Select } from 'antd'
import { lazy, type ReactNode, Suspense, useState } from 'react'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { Initial } from '#shell/parts/Person.tsx'
import { useHttp } from '#shell/backend.ts'
import { useDebounced } from '#shell/parts/use-delay.ts'
import type { Http } from '#providers/http.ts'
import { boxControlOf, type InputProps, type ReferenceCandidate } from '../types.ts'
import { wordOf } from '../picker/candidates.ts'
import { useFieldText } from '../text.ts'
import { nameOrPlace } from './NameWaiting.tsx'
import { idsOf, storedName, useBook, useIsComing, useReferences } from './reference-book.ts'
import { useFieldContext } from '../use-field-context.ts'
import './references.css'

interface PickerProps extends InputProps {
  readonly isMany: boolean
  /** Takes the focus and opens on mount. */
  readonly startsOpen?: boolean
}

/** A combobox that searches records on the server, for one or several; shows names in both languages. */
export function ReferencePicker(props: PickerProps) {
  const { field, value, onChange, context, isMany, startsOpen, variant } = props
  const { t, name, locale } = useFieldText()
  const book = useBook()
  const ids = idsOf(value)
  const kind = sourceOf(field)
  const records = useReferences(kind, ids)
  const [isOpen, setIsOpen] = useState(startsOpen === true)
  const { candidates, keyword, setKeyword, isSearching, more, fill } = useCandidates(field, context, isOpen)

  const takeOver = (found: readonly ReferenceCandidate[], chosen: readonly string[]) => {
    book.learn(kind, found)
    onChange(isMany ? [...chosen] : (chosen[0] ?? null))
    if (!isMany && found[0]) fill(found[0])
  }
  const whole = useWholeList(props, ids, takeOver)
  const browse = () => {
    setIsOpen(false)
    whole.open()
  }

  const placeholder = field.placeholder?.[locale] ?? wordsFor(variant, t('choose'))
  const many = isMany ? ({ mode: 'multiple', maxTagCount: 'responsive' } as const) : undefined
  const isListed = (id: string) => candidates.some((each) => each.id === id) || (isMany && keyword === '' && ids.includes(id))

  const choose = (chosen: string | readonly string[] | undefined) => {
    takeOver(candidates.filter(({ id }) => idsOf(chosen).includes(id)), idsOf(chosen))
  }
  const labels = new Map([...candidates.map((each) => [each.id, each] as const), ...ids.map((id, index) => [id, records[index]] as const)])
  const options = [...labels].map(([id, record]) => ({
    value: id,
    label: name(storedName(record, id)),
    record,
    disabled: record?.enabled === false,
  }))

  const isComing = useIsComing(kind)
  const withFooter = (list: ReactNode) => <WithFooter list={list} onBrowse={browse} />

  return (
    <>
      <Select<string | string[]>
        {...boxControlOf(props)}
        className="oa-input"
        {...many}
        allowClear={field.required !== true}
        autoFocus={startsOpen}
        showSearch
        filterOption={false}
        value={isMany ? [...ids] : ids[0]}
        searchValue={keyword}
        placeholder={placeholder}
        options={options.filter(({ value: id }) => isListed(id))}
        labelRender={({ value: id }) =>
          nameOrPlace(name(storedName(labels.get(String(id)), String(id))), isComing(String(id), labels.get(String(id))))}
        optionRender={({ data }) => drawOption(field, String(data.value), data.record)}
        notFoundContent={<span className="oa-picker-none third block">{isSearching ? t('searching') : t('noMatch')}</span>}
        popupMatchSelectWidth={variant === 'borderless' ? 340 : true}
        open={isOpen}
        onOpenChange={setIsOpen}
        onSearch={setKeyword}
        onPopupScroll={({ currentTarget }) => {
          if (currentTarget.scrollTop + currentTarget.clientHeight > currentTarget.scrollHeight - 60) more()
        }}
        onChange={choose}
        popupRender={withFooter}
        onKeyDown={(event) => {
          if (event.key !== listKey) return
          event.preventDefault()
          browse()
        }}
      />
      {whole.dialog}
    </>
  )
}

/** The drop-down with a footer button that opens the full list. */
function WithFooter({ list, onBrowse }: { list: ReactNode; onBrowse(): void }) {
  const { t } = useFieldText()
  return (
    <>
      {list}
      <div className="oa-picker-foot line-top top-4" onMouseDown={(event) => event.preventDefault()}>
        <Button type="text" size="small" block icon={<TableOutlined aria-hidden />} aria-keyshortcuts={listKey} onClick={onBrowse}>
          {t('browse')}
          <kbd>{listKey}</kbd>
        </Button>
      </div>
    </>
  )
}

/** The placeholder; none in a cell of a grid. */
const wordsFor = (variant: InputProps['variant'], words: string) => (variant === 'borderless' ? undefined : words)

const drawOption = (field: FieldDefinition, id: string, record: ReferenceCandidate | undefined) => (
  <Option field={field} id={id} record={record} />
)

/** An option: the name, its other language, and attributes that distinguish equal names. */
function Option({ field, id, record }: { field: FieldDefinition; id: string; record: ReferenceCandidate | undefined }) {
  const { name, label, locale } = useFieldText()
  const stored = record?.name ?? id
  const other = [...['businessNo', 'code', 'departmentName'].map((attribute) => textOf(record?.[attribute])), otherHalf(stored, locale)]
    .map((part) => name(part))
  const aside = other.find((part) => part !== '' && part !== name(stored))
  const facts = record ? factsOf(field, record, { name, label }) : []
  return (
    <>
      <span className="row gap-8 narrow">
        {sourceOf(field) === 'person' && <Initial id={id} name={stored} />}
        <span className="cut">{name(stored)}</span>
        {aside !== undefined && <span className="oa-option-aside cut muted aside">{aside}</span>}
      </span>
      {facts.length > 0 && <span className="oa-option-facts cut second block small line-18">{facts.join(' · ')}</span>}
    </>
  )
}

const mostFacts = 2

/** The first attributes in `shows` that the record has; numbers are prefixed with their label. */
function factsOf({ shows = {} }: FieldDefinition, record: ReferenceCandidate,
  { name, label }: Pick<ReturnType<typeof useFieldText>, 'name' | 'label'>): readonly string[] {
  return Object.entries(shows).flatMap(([attribute, title]) => {
    const word = name(wordOf(record, attribute))
    if (word === '') return []
    return [typeof record[attribute] === 'number' ? `${label(title)} ${word}` : word]
  }).slice(0, mostFacts)
}

const textOf = (value: unknown) => (typeof value === 'string' ? value : undefined)

function otherHalf(stored: string, locale: 'cn' | 'en'): string {
  const slash = stored.indexOf('/')
  if (slash < 0) return ''
  return locale === 'cn' ? stored.slice(slash + 1).trim() : stored.slice(0, slash).trim()
}

const ReferenceDialog = lazy(async () => ({ default: (await import('./ReferenceDialog.tsx')).ReferenceDialog }))

/** Key that opens the full list. */
const listKey = 'F4'

/** Default maximum number of records. */
const mostChosen = 100

interface WholeList {
  open(): void
  readonly dialog: ReactNode
}

/** The full list behind a combobox; after it closes, the focus returns to the input. */
function useWholeList({ field, context, id, isMany }: Pick<InputProps, 'field' | 'context' | 'id'> & { readonly isMany: boolean },
  chosen: readonly string[], onChoose: (records: readonly ReferenceCandidate[], ids: readonly string[]) => void): WholeList {
  const [isOpen, setIsOpen] = useState(false)
  const dialog = isOpen && (
    <Suspense>
      <ReferenceDialog field={field} context={context} chosen={chosen} max={isMany ? (field.max ?? mostChosen) : 1} onChoose={onChoose}
        onClose={() => setIsOpen(false)} afterClose={() => document.getElementById(id)?.focus()} />
    </Suspense>
  )
  return { open: () => setIsOpen(true), dialog }
}

interface CandidatePage {
  readonly records: readonly ReferenceCandidate[]
  readonly total: number
  readonly current: number
}

interface CandidateQuery {
  readonly keyword: string
  readonly current: number
  readonly context: Readonly<Record<string, unknown>>
  readonly form: string | undefined
}

const pageSize = 20

/** Candidates for a keyword, page by page; loaded while the list is open. */
function useCandidates(field: FieldDefinition, context: Readonly<Record<string, unknown>>, isOpen: boolean) {
  const http = useHttp()
  const formContext = useFieldContext(context)
  const [keyword, setKeyword] = useState('')
  const searched = useDebounced(keyword)
  const narrowing = isOpen ? formContext.narrowing() : {}

  const answer = useInfiniteQuery({
    queryKey: ['candidates', sourceOf(field), field.links, searched, narrowing, formContext.form],
    queryFn: ({ pageParam }) => ask(http, field, { keyword: searched, current: pageParam, context: narrowing, form: formContext.form }),
    initialPageParam: 1,
    getNextPageParam: ({ current, total }) => (current * pageSize < total ? current + 1 : undefined),
    placeholderData: keepPreviousData,
    enabled: isOpen,
  })
  const found = answer.data?.pages.flatMap(({ records }) => records) ?? []
  return {
    keyword,
    setKeyword,
    candidates: isOpen ? found.filter((candidate) => formContext.accepts(field, candidate)) : [],
    isSearching: answer.isFetching,
    more: () => void (answer.hasNextPage && !answer.isFetching && answer.fetchNextPage()),
    fill: formContext.fill,
  }
}

function ask(http: Http, field: FieldDefinition, query: CandidateQuery): Promise<CandidatePage> {
  return http.query(`/system/reference/${sourceOf(field)}/page`, { ...query, size: pageSize }, { quiet: true })
}
