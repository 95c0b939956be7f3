import { Link } from 'react-router'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Form } from '#kernel/form.ts'
import { Money } from '#shell/parts/Money.tsx'
import { Num } from '#shell/parts/Num.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { shortTime, waitingText } from '../duration.ts'
import { isReturned, type DocumentListKind } from '../lists.ts'
import { RowMenu } from '../rows/RowMenu.tsx'
import { ownPrefix } from '../body.ts'
import { DocumentTitle } from '../DocumentTitle.tsx'
import { processOf, stepOf } from '../title.ts'
import { type DocumentColumn, sortedBy } from './column.ts'
import { ownColumns } from './own-columns.tsx'
import { Remark } from './Remark.tsx'
import type { ColumnContext } from './setting.ts'

/** Pixels of the title beyond which other columns grow. */
const amplyTitled = 360

/** Room of the title below which columns leave, pixels: those that every list has, then the number and a form's own. */
const titleRoom = { common: 300, own: 200 }

/** Columns of a form that the number of the document leaves before. */
const leadingColumns = 3

/** The columns of every list that leave when the title has no room, in this order; the number and a form's own leave after them. */
const leavesFirst = ['endTime', 'dueTime', 'assignees', 'department', 'createTime', 'process']

/** Every column that a list may have, in their order. */
export function columnsOf(setting: ColumnContext): readonly DocumentColumn[] {
  const { list, text } = setting
  const isTodo = list.name === 'todo'
  const isOwn = list.name === 'initiated'
  if (list.form) return typeColumns(setting, list.form)
  return [
    ...leading(setting),
    process(text),
    ...(isOwn ? [] : [initiator(text), department(setting)]),
    amount(setting),
    ...(isTodo ? [] : [state(text)]),
    node(setting),
    assignees(setting),
    created(setting),
    isTodo ? due(setting) : ended(setting),
    ...(isTodo ? [waiting(setting)] : []),
  ]
}

/** Of the list of one type: what its form says after the title, less of what every document has. */
const typeColumns = (setting: ColumnContext, form: Form): readonly DocumentColumn[] => {
  const { text } = setting
  return [
    ...leading(setting),
    ...ownColumns(setting, form),
    initiator(text),
    { ...department(setting), optional: true },
    ...(form.amount === undefined ? [] : [amount(setting)]),
    state(text),
    { ...node(setting), optional: true },
    assignees(setting),
    created(setting),
    ended(setting),
  ]
}

const leading = ({ list, text, link, onOpen, first, sort, refused, person }: ColumnContext): readonly DocumentColumn[] => [
  { key: 'index', name: '#', width: 36, render: (_, __, index) => <span className="num oa-nothing">{first + index + 1}</span> },
  { key: 'businessNo', name: text.t('documents.number'), width: 153, ...sortedBy('businessNo', sort),
    render: (_, row) => <Num>{row.businessNo}</Num> },
  {
    key: 'title',
    name: text.t('documents.titleColumn'),
    ellipsis: true,
    render: (_, row) => (
      <span className="oa-titled">
        <DocumentTitle row={row} first={(called) => (
          <Link className="oa-row-title cut" to={link(row)} onClick={() => onOpen(row)}>
            {called}
            {isUnread(list, row) && <span className="unseen">{text.t('documents.unread')}</span>}
          </Link>
        )} />
        <Remark row={row} refused={refused.get(row.id)} />
        <RowMenu row={row} isOwn={row.initiatorId === person} onOpen={onOpen} />
      </span>
    ),
  },
]

const process = ({ t, locale }: ColumnContext['text']): DocumentColumn => ({
  key: 'process',
  name: t('documents.process'),
  width: locale === 'cn' ? 92 : 126,
  wish: 180,
  ellipsis: { showTitle: false },
  render: (_, row) => <span title={locale === 'cn' ? row.processName : row.processNameEn}>{processOf(row, { locale })}</span>,
})

const amount = ({ text, sort }: ColumnContext): DocumentColumn => ({
  key: 'amount',
  name: text.t('documents.amount'),
  width: text.locale === 'cn' ? 130 : 138,
  align: 'right',
  ...sortedBy('amount', sort),
  render: (_, row) => <Money value={row.amount} />,
})

const initiator = ({ t, locale }: ColumnContext['text']): DocumentColumn => ({
  key: 'initiator',
  name: t('documents.initiator'),
  width: locale === 'cn' ? 96 : 128,
  ellipsis: true,
  wish: locale === 'cn' ? 96 : 150,
  render: (_, row) => <Person id={row.initiatorId} name={row.applyerUser?.name ?? ''} />,
})

const department = ({ text: { t, name, locale }, isWide }: ColumnContext): DocumentColumn => ({
  key: 'department',
  name: t('documents.department'),
  width: 110,
  wish: 170,
  ellipsis: true,
  optional: locale === 'en' && !isWide,
  render: (_, row) => name(row.departmentName),
})

const state = ({ t }: ColumnContext['text']): DocumentColumn => ({
  key: 'state',
  name: t('documents.state'),
  width: 100,
  render: (_, row) => <StateDot state={row.state} isReturned={isReturned(row)} />,
})

const node = ({ text, t }: ColumnContext): DocumentColumn => ({
  key: 'node',
  name: text.t('documents.node'),
  width: text.locale === 'cn' ? 140 : 178,
  wish: 220,
  ellipsis: true,
  render: (_, row) => stepOf(row, text, { t }) || <span className="oa-nothing">—</span>,
})

const assignees = ({ t, text: { t: shell, name } }: ColumnContext): DocumentColumn => ({
  key: 'assignees',
  name: t('columns.assignees'),
  width: 128,
  wish: 180,
  ellipsis: true,
  optional: true,
  render: (_, row) => row.assignees.map((person) => name(person.name)).join(shell('list.comma')) || <span className="oa-nothing">—</span>,
})

const created = ({ text, sort }: ColumnContext): DocumentColumn => ({
  key: 'createTime',
  name: text.t('documents.initiated'),
  width: 104,
  ...sortedBy('createTime', sort),
  render: (_, row) => <Num>{shortTime(row.createTime)}</Num>,
})

const ended = ({ t, sort }: ColumnContext): DocumentColumn => ({
  key: 'endTime',
  name: t('columns.endTime'),
  width: 108,
  optional: true,
  ...sortedBy('endTime', sort),
  render: (_, row) => <Num>{shortTime(row.endTime)}</Num>,
})

const due = ({ t }: ColumnContext): DocumentColumn => ({
  key: 'dueTime',
  name: t('columns.dueTime'),
  width: 108,
  optional: true,
  render: (_, row) => <Num>{shortTime(row.dueTime)}</Num>,
})

const waiting = ({ text, sort }: ColumnContext): DocumentColumn => ({
  key: 'stayHours',
  name: text.t('documents.waiting'),
  width: text.locale === 'cn' ? 74 : 92,
  align: 'right',
  ...sortedBy('stayHours', sort),
  render: (_, row) => (
    <span className={row.overdue ? 'oa-late' : undefined}>
      <Num>{waitingText(row.stayHours, text)}</Num>
    </span>
  ),
})

/** The columns that leave the title its width; those that the reader has chosen stay. */
export function columnsThatFit(columns: readonly DocumentColumn[], width: number,
  isChosen: (key: string) => boolean = () => false): DocumentColumn[] {
  if (width === 0) return [...columns]
  const room = (shown: readonly DocumentColumn[]) => width - widthOf(shown)
  const gone = new Set<string>()
  const shown = () => columns.filter(({ key }) => !gone.has(key))
  const own = columns.map(({ key }) => key).filter((key) => key.startsWith(ownPrefix))
  const leave = (keys: readonly string[], least: number) => keys.forEach((key) => !isChosen(key) && room(shown()) < least && gone.add(key))
  leave(leavesFirst, titleRoom.common)
  leave([...own.slice(leadingColumns).toReversed(), 'businessNo', ...own.slice(0, leadingColumns).toReversed()], titleRoom.own)
  return shown()
}

/** The same columns, as wide as they wish where the title has room to spare; each takes the same share of its wish. */
export function widened(columns: readonly DocumentColumn[], width: number): DocumentColumn[] {
  const wanted = ({ wish = 0, width: own = wish }: DocumentColumn) => Math.max(0, wish - own)
  const all = columns.reduce((sum, column) => sum + wanted(column), 0)
  const share = Math.min(1, Math.max(0, width - widthOf(columns) - amplyTitled) / all)
  if (all === 0 || share === 0) return [...columns]
  return columns.map((
    column,
  ) => (wanted(column) > 0 ? { ...column, width: (column.width ?? 0) + Math.floor(wanted(column) * share) } : column))
}

const widthOf = (columns: readonly DocumentColumn[]): number => columns.reduce((sum, { width = 0 }) => sum + width, 0)

/** Pixels that a table of these columns needs, with the least of the title. */
export const leastWidth = (columns: readonly DocumentColumn[]): number => widthOf(columns) + titleRoom.own

const isUnread = (list: DocumentListKind, row: DocumentRow): boolean => (list.name === 'todo' || list.name === 'cc') && row.readState !== 1
