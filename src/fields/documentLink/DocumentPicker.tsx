import { Checkbox, Radio } from 'antd'
import type { ReactNode } from 'react'
import type { FieldDefinition } from '#kernel/fields.ts'
import { inSentence } from '#kernel/wording/label.ts'
import { bilingual } from '#kernel/wording/names.ts'
import { useHttp } from '#shell/backend.ts'
import { useDocumentLink } from '#shell/documents/use-document-link.ts'
import { Money } from '#shell/parts/Figures.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { RowsSkeleton } from '#shell/parts/Skeletons.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { type PickerContent, PickerDialog, type PickerRows } from '../picker/PickerDialog.tsx'
import { useFieldContext } from '../use-field-context.ts'
import { type Linkable, linkableDocuments, linkName } from './linkable.ts'
import { type LinkTextKey, useLinkText } from './texts.ts'

interface PickerProps extends Pick<PickerContent<Linkable>, 'chosen' | 'max' | 'onChoose' | 'onClose' | 'afterClose'> {
  readonly field: FieldDefinition
  readonly context: Readonly<Record<string, unknown>>
}

/** A dialog to choose filed documents that the user may read and the field accepts. */
export function DocumentPicker({ field, context, max, ...picking }: PickerProps) {
  const { t } = useLinkText()
  const http = useHttp()
  const formContext = useFieldContext(context)
  const words = {
    title: t('title', { label: bilingual({ cn: field.cn, en: inSentence(field.en) }) }),
    search: () => t('search'),
    none: t('none'),
    noneFound: t('noneFound'),
    failed: t('failed'),
    retry: t('retry'),
    cancel: t('cancel'),
    ok: (count: number) => (count > 0 ? t('okCount', { count }) : t('ok')),
    total: (count: number) => t('total', { count }),
  }
  const rows = ({ rows: records, ids, emptyText, choose }: PickerRows<Linkable>) => (
    <LinkableTable field={field} rows={records} ids={ids} max={max} emptyText={emptyText}
      accepts={(record) => formContext.accepts(field, record)} onChoose={choose} />
  )
  const { links, linkStates, own } = field
  return (
    <PickerDialog<Linkable> {...picking} max={max} words={words} queryKey={['linkable', links, linkStates, own]}
      query={(sought) => linkableDocuments(http, field, sought)} rows={rows} />
  )
}

interface LinkableTableProps {
  readonly field: FieldDefinition
  readonly rows: readonly Linkable[] | undefined
  readonly ids: readonly string[]
  readonly max: number
  readonly emptyText: string
  /** Returns whether the field's `filter` accepts a document. */
  accepts(record: Linkable): boolean
  onChoose(record: Linkable, isChosen: boolean): void
}

interface LinkableColumn {
  readonly key: LinkTextKey
  readonly isAmount?: boolean
  draw(record: Linkable, name: (stored: string) => string): ReactNode
}

const title: LinkableColumn = { key: 'label', draw: (record) => <Name record={record} /> }

const state: LinkableColumn = { key: 'state', draw: (record) => <StateDot state={record.state} /> }

/** Columns for links that do not bind: documents of any form. */
const mentioned: readonly LinkableColumn[] = [
  title,
  { key: 'description', draw: ({ description }, name) => <span className="oa-linkable-about">{name(description)}</span> },
  state,
]

/** Columns for links that bind: with initiator, period and amounts. */
const bound: readonly LinkableColumn[] = [
  title,
  { key: 'starter', draw: ({ starter, starterName }) => <Person id={starter} name={starterName ?? ''} /> },
  { key: 'period', draw: (
    { period },
  ) => (period ? <span className="num">{[...new Set(period)].join(' – ')}</span> : <span className="oa-nothing">—</span>) },
  { key: 'amount', isAmount: true, draw: ({ amount }) => <Money value={amount} /> },
  { key: 'remaining', isAmount: true, draw: ({ remaining }) => <Money value={remaining} /> },
  state,
]

const skeleton = ['14%', '30%', '30%', '10%']

/** The table of documents; one that cannot be chosen shows the reason. */
function LinkableTable({ field, rows, ids, max, emptyText, accepts, onChoose }: LinkableTableProps) {
  const { t } = useLinkText()
  const columns = field.binds ?? true ? bound : mentioned
  if (!rows) return <RowsSkeleton rows={10} columns={skeleton} />
  if (rows.length === 0) return <p className="oa-linkable-none third text-centre">{emptyText}</p>
  return (
    <table className="oa-linkable-table ruled collapsed wide">
      <thead>
        <tr>
          <th scope="col">{t('number')}</th>
          {columns.map(({ key, isAmount }) => <th key={key} scope="col" className={isAmount ? 'is-amount' : undefined}>{t(key)}</th>)}
        </tr>
      </thead>
      <tbody>
        {rows.map((record) => {
          const isChosen = ids.includes(record.id)
          const why = takenAway(field, record, t) ??
            whyNot({ isFit: accepts(record), isFull: !isChosen && ids.length >= max && max > 1 }, { t, max })
          return (
            <Row key={record.id} record={record} columns={columns} isChosen={isChosen} isSingle={max === 1} why={isChosen ? undefined : why}
              onChoose={onChoose} />
          )
        })}
      </tbody>
    </table>
  )
}

/** The reason why a document has no remaining balance; undefined if it has. */
function takenAway({ claim }: FieldDefinition, { claimedBy, remaining }: Linkable, t: ReturnType<typeof useLinkText>['t']):
  | string
  | undefined {
  if (claim === 'once' && claimedBy) return t('claimed', { number: claimedBy })
  return claim === 'remaining' && remaining === '0.00' ? t('usedUp') : undefined
}

function whyNot({ isFit, isFull }: { isFit: boolean; isFull: boolean },
  { t, max }: { t: ReturnType<typeof useLinkText>['t']; max: number }): string | undefined {
  if (!isFit) return t('unfit')
  return isFull ? t('full', { n: max }) : undefined
}

function Name({ record }: { record: Linkable }) {
  const { locale } = useLinkText()
  const { first, second } = linkName(record, locale)
  return (
    <span className="oa-linkable-title anywhere">
      {first}
      {second !== undefined && <small>{second}</small>}
    </span>
  )
}

interface RowProps {
  readonly record: Linkable
  readonly columns: readonly LinkableColumn[]
  readonly isChosen: boolean
  readonly isSingle: boolean
  /** The reason why it cannot be chosen. */
  readonly why: string | undefined
  onChoose(record: Linkable, isChosen: boolean): void
}

function Row({ record, columns, isChosen, isSingle, why, onChoose }: RowProps) {
  const { t, name, locale } = useLinkText()
  const linkTo = useDocumentLink()
  const SelectCell = isSingle ? Radio : Checkbox
  const number = record.parentId
  return (
    <tr data-chosen={isChosen || undefined} data-tip={why}
      onClick={({ target }) => why === undefined && !(target as Element).closest('a, label') && onChoose(record, isSingle || !isChosen)}
    >
      <th scope="row">
        <SelectCell checked={isChosen} disabled={why !== undefined}
          aria-label={`${number} ${linkName(record, locale).first}${why ? `: ${why}` : ''}`}
          onChange={({ target }) => onChoose(record, target.checked)} />
        <a className="num" href={linkTo({ businessType: record.businessType, procInstId: record.id, routeName: '' })} target="_blank"
          rel="noreferrer" aria-label={t('open', { number })}
        >
          {number}
        </a>
      </th>
      {columns.map(({ key, isAmount, draw }) => (
        <td key={key} className={isAmount ? 'is-amount' : undefined} data-label={t(key)}>{draw(record, name)}</td>
      ))}
    </tr>
  )
}
