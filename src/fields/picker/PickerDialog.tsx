import { SearchOutlined } from '@ant-design/icons'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Button, Checkbox, Input, type InputRef, Modal, Pagination, Radio } from 'antd'
import { type ReactNode, type Ref, useEffect, useId, useRef, useState } from 'react'
import type { Label } from '#kernel/wording/label.ts'
import type { FieldDefinition } from '#kernel/fields.ts'
import { sourceOf } from '#kernel/record-kinds.ts'
import { useExistingPage } from '#shell/list/use-list-query.ts'
import { useIsMobile } from '#shell/parts/use-media.ts'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import type { ReferenceCandidate } from '../types.ts'
import { type CandidatePage, type PickerColumn, pickerColumns, pickerSize, type Sought, wordOf } from './candidates.ts'
import './picker.css'
import { usePickerText } from './texts.ts'

/** Configuration of the picker for a kind of record. */
export interface PickerContent<Record extends ReferenceCandidate> {
  readonly chosen: readonly string[]
  /** Maximum number of chosen records. */
  readonly max: number
  readonly words: PickerWords
  /** Query key parts that determine the answer, in addition to keyword and page. */
  readonly queryKey: readonly unknown[]
  query(sought: Sought): Promise<CandidatePage<Record>>
  /** Renders the rows of a page; `rows` is undefined while loading. */
  readonly rows: (rows: PickerRows<Record>) => ReactNode
  onChoose(records: readonly Record[], ids: readonly string[]): void
  onClose(): void
  afterClose(): void
}

export interface PickerRows<Record extends ReferenceCandidate> {
  readonly rows: readonly Record[] | undefined
  readonly keyLabel?: Label | undefined
  readonly ids: readonly string[]
  readonly emptyText: string
  choose(record: Record, isChosen: boolean): void
}

/** The part of a page that determines the search box's placeholder. */
export type FoundPage = Pick<CandidatePage<ReferenceCandidate>, 'records' | 'keyLabel'>

/** Texts of the picker for its kind of record. */
interface PickerWords {
  readonly title: string
  /** Placeholder of the search box; `page` is undefined before the first page is loaded. */
  search(page?: FoundPage): string
  readonly none: string
  readonly noneFound: string
  readonly failed: string
  readonly retry: string
  readonly cancel: string
  ok(count: number): string
  total(count: number): string
}

/** A dialog to choose records from a searchable, paginated list; full screen on small screens. */
export function PickerDialog<Record extends ReferenceCandidate>(picking: PickerContent<Record>) {
  const { chosen, max, words, onChoose, onClose, afterClose } = picking
  const [isOpen, setIsOpen] = useState(true)
  const search = useRef<InputRef>(null)
  const [ids, setIds] = useState(chosen)
  const [known, setKnown] = useState<ReadonlyMap<string, Record>>(new Map())
  const choose = (record: Record, isChosen: boolean) => {
    setKnown((before) => new Map(before).set(record.id, record))
    setIds((before) => (isChosen ? [...(max === 1 ? [] : before), record.id] : before.filter((id) => id !== record.id)))
  }
  const confirm = () => {
    onChoose([...known.values()].filter(({ id }) => ids.includes(id)), ids)
    setIsOpen(false)
  }
  const isSame = ids.length === chosen.length && ids.every((id) => chosen.includes(id))
  return (
    <Modal
      open={isOpen}
      width={920}
      title={words.title}
      maskClosable={false}
      wrapClassName="oa-picker"
      afterOpenChange={(isThere) => void (isThere && search.current?.focus())}
      cancelText={words.cancel}
      afterClose={() => {
        onClose()
        afterClose()
      }}
      okText={words.ok(max > 1 ? ids.length : 0)}
      okButtonProps={{ disabled: isSame }}
      onOk={confirm}
      onCancel={() => setIsOpen(false)}
    >
      <Search picking={picking} ids={ids} box={search} onChoose={choose} />
    </Modal>
  )
}

/** Debounce of the search, in ms. */
const pause = 300

interface SearchProps<Record extends ReferenceCandidate> {
  readonly picking: PickerContent<Record>
  readonly ids: readonly string[]
  readonly box: Ref<InputRef>
  onChoose(record: Record, isChosen: boolean): void
}

function Search<Record extends ReferenceCandidate>({ picking: { words, queryKey, query, rows }, ids, box, onChoose }: SearchProps<Record>) {
  const isMobile = useIsMobile()
  const [text, setText] = useState('')
  const [sought, setSought] = useState<Sought>({ label: '', current: 1 })
  const { data, isError, isFetching, isPlaceholderData, refetch } = useQuery({ queryKey: [...queryKey, sought.label, sought.current],
    queryFn: () => query(sought), placeholderData: keepPreviousData, staleTime: 0 })
  useEffect(() => {
    const timer = setTimeout(() => setSought((before) => (before.label === text.trim() ? before : { label: text.trim(), current: 1 })),
      pause)
    return () => clearTimeout(timer)
  }, [text])
  const { records, total = 0, keyLabel } = data ?? {}
  useExistingPage({ current: sought.current, size: pickerSize, turn: (current) => setSought({ ...sought, current }) }, { total,
    rows: records, isPlaceholderData })
  const search = words.search(data)
  return (
    <div className="stack gap-10" aria-busy={isFetching}>
      <Input ref={box} allowClear prefix={<SearchOutlined aria-hidden />} placeholder={search} aria-label={search} value={text}
        maxLength={100} onChange={({ target }) => setText(target.value)}
        onPressEnter={() => setSought({ label: text.trim(), current: 1 })} />
      {isError
        ? (
          <p className="oa-field-problem" role="alert">
            {words.failed} <Button size="small" onClick={() => void refetch()}>{words.retry}</Button>
          </p>
        )
        : rows({ rows: records, keyLabel, ids, emptyText: sought.label === '' ? words.none : words.noneFound, choose: onChoose })}
      {total > 0 && (
        <div className="oa-linkable-foot row third between">
          <span className="num">{words.total(total)}</span>
          {total > pickerSize && (
            <Pagination size="small" simple={isMobile} showSizeChanger={false} current={sought.current} pageSize={pickerSize} total={total}
              onChange={(current) => setSought({ ...sought, current })} />
          )}
        </div>
      )}
    </div>
  )
}

interface TableProps extends PickerRows<ReferenceCandidate> {
  readonly field: FieldDefinition
  readonly max: number
  /** Returns whether the field's `filter` accepts a record. */
  accepts(record: ReferenceCandidate): boolean
}

const skeleton = ['24%', '40%', '36%']

/** The table of records to choose from; one that cannot be chosen shows the reason. */
export function CandidateTable({ field, max, rows, keyLabel, ids, emptyText, accepts, choose }: TableProps) {
  const { t, label } = usePickerText()
  const titleOf = useTitles()
  const group = useId()
  if (!rows) return <RowsSkeleton rows={10} columns={skeleton} />
  if (rows.length === 0) return <p className="oa-linkable-none third text-centre">{emptyText}</p>
  const columns = pickerColumns(field, keyLabel).filter(({ attribute }) =>
    attribute !== 'name' || rows.some(({ code, name }) => name !== code)
  )
  const headOf = (title: Parameters<typeof titleOf>[0]) => (columns.length === 1 ? label(field) : titleOf(title))
  const whyNot = (record: ReferenceCandidate): string | undefined => {
    if (!record.enabled) return t('disabled')
    if (!accepts(record)) return t('unfit')
    return max > 1 && ids.length >= max ? t(sourceOf(field) === 'person' ? 'fullPeople' : 'full', { n: max }) : undefined
  }
  return (
    <table className="oa-linkable-table ruled collapsed wide">
      <thead>
        <tr>{columns.map(({ attribute, title }) => <th key={attribute} scope="col">{headOf(title)}</th>)}</tr>
      </thead>
      <tbody>
        {rows.map((record) => {
          const isChosen = ids.includes(record.id)
          return (
            <Row key={record.id} record={record} columns={columns} group={group} isChosen={isChosen} isSingle={max === 1}
              why={isChosen ? undefined : whyNot(record)} onChoose={choose} />
          )
        })}
      </tbody>
    </table>
  )
}

interface RowProps {
  readonly record: ReferenceCandidate
  readonly columns: ReturnType<typeof pickerColumns>
  /** Name of the radio group, for keyboard navigation. */
  readonly group: string
  readonly isChosen: boolean
  readonly isSingle: boolean
  readonly why: string | undefined
  onChoose(record: ReferenceCandidate, isChosen: boolean): void
}

function Row({ record, columns, group, isChosen, isSingle, why, onChoose }: RowProps) {
  const { name } = usePickerText()
  const titleOf = useTitles()
  const SelectBox = isSingle ? Radio : Checkbox
  const [first, ...rest] = columns.map(({ attribute, title }) => ({ attribute, title: titleOf(title),
    text: name(wordOf(record, attribute)) })
  )
  const called = name(record.name)
  return (
    <tr data-chosen={isChosen || undefined} data-tip={why}
      onClick={({ target }) => why === undefined && !(target as Element).closest('label') && onChoose(record, isSingle || !isChosen)}
    >
      <th scope="row">
        <SelectBox name={group} checked={isChosen} disabled={why !== undefined}
          aria-label={why === undefined ? called : `${called}: ${why}`} onChange={({ target }) => onChoose(record, target.checked)} />
        <span className="oa-candidate">{first?.text}</span>
      </th>
      {rest.map(({ attribute, title, text }) => (
        <td key={attribute} data-label={title}>
          <span className={attribute === 'name' || attribute === 'label' ? 'oa-linkable-title anywhere' : 'oa-linkable-about'}>{text}</span>
        </td>
      ))}
    </tr>
  )
}

function useTitles(): (title: PickerColumn['title']) => string {
  const { t, locale } = usePickerText()
  return (title) => (typeof title === 'string' ? t(title) : title[locale])
}
