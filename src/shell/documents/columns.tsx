import type { ColumnType } from 'antd/es/table'
import { Link } from 'react-router'
import type { ListQuery } from '../list/query.ts'
import { Money } from '../parts/Money.tsx'
import { Num } from '../parts/Num.tsx'
import { Person } from '../parts/Person.tsx'
import { StateDot } from '../parts/StatePill.tsx'
import type { Text } from '../text.tsx'
import { shortTime, waitingText } from './duration.ts'
import type { DocumentListKind, DocumentRow } from './lists.ts'

type Column = ColumnType<DocumentRow> & { readonly key: string }

interface Setting {
  readonly list: DocumentListKind
  readonly text: Text
  link(row: DocumentRow): string
  /** Rows before this page. */
  readonly first: number
  readonly sort: ListQuery['sort']
  /** 1600 and more: the department is shown in English too; below, the person's card has it. */
  readonly isWide: boolean
}

/** Narrowest title, pixels. */
const titleWidth = 240

/** What leaves when there is no room for the title, in this order. */
const leavesFirst = ['department', 'createTime', 'process', 'businessNo']

/** Columns of a list, in their order. */
export function columnsOf(setting: Setting): readonly Column[] {
  const { list, text, isWide } = setting
  const isTodo = list.name === 'todo'
  const isOwn = list.name === 'initiated'
  const hasDepartment = !isOwn && (text.locale === 'cn' || isWide)
  return [
    ...leading(setting),
    ...(isOwn ? [] : [initiator(text)]),
    ...(hasDepartment ? [department(text)] : []),
    { key: 'amount', title: text.t('documents.amount'), width: 124, align: 'right', render: (_, row) => <Money value={row.amount} /> },
    ...(isTodo ? [] : [state(text)]),
    node(text),
    created(setting),
    ...(isTodo ? [waiting(text)] : []),
  ]
}

const leading = ({ list, text, link, first, sort }: Setting): readonly Column[] => [
  { key: 'index', title: '#', width: 40, render: (_, __, index) => <span className="num oa-nothing">{first + index + 1}</span> },
  { key: 'businessNo', title: text.t('documents.number'), width: 142, ...sortedBy('businessNo', sort), render: (_, row) => <Num>{row.businessNo}</Num> },
  {
    key: 'title', title: text.t('documents.titleColumn'), ellipsis: true,
    render: (_, row) => (
      <Link className="oa-row-title" to={link(row)}>
        {titleOf(row, text)}
        {isUnread(list, row) && <span className="unseen">{text.t('documents.unread')}</span>}
      </Link>
    ),
  },
  {
    key: 'process', title: text.t('documents.process'), width: text.locale === 'cn' ? 104 : 132, ellipsis: true,
    render: (_, row) => (text.locale === 'cn' ? row.processName : row.processNameEn),
  },
]

const initiator = ({ t, locale }: Text): Column => ({
  key: 'initiator', title: t('documents.initiator'), width: locale === 'cn' ? 96 : 128,
  render: (_, row) => <Person id={row.initiatorId} name={row.applyerUser?.name ?? ''} />,
})

const department = ({ t, name }: Text): Column => ({
  key: 'department', title: t('documents.department'), width: 112, ellipsis: true, render: (_, row) => name(row.departmentName),
})

const state = ({ t }: Text): Column => ({
  key: 'state', title: t('documents.state'), width: 100, render: (_, row) => <StateDot state={row.state} />,
})

const node = ({ t, locale }: Text): Column => ({
  key: 'node', title: t('documents.node'), width: locale === 'cn' ? 100 : 136, ellipsis: true,
  render: (_, row) => (locale === 'cn' ? row.nodeName : row.nodeNameEn) || <span className="oa-nothing">—</span>,
})

const created = ({ text, sort }: Setting): Column => ({
  key: 'createTime', title: text.t('documents.initiated'), width: 108, ...sortedBy('createTime', sort),
  render: (_, row) => <Num>{shortTime(row.createTime)}</Num>,
})

const waiting = (text: Text): Column => ({
  key: 'waiting', title: text.t('documents.waiting'), width: 72, align: 'right', render: (_, row) => <Num>{waitingText(row.stayHours, text)}</Num>,
})

const sortedBy = (column: string, sort: ListQuery['sort']) => ({
  sorter: true, sortOrder: sort?.column === column ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
})

/** The columns that leave the title its width. */
export function columnsThatFit(columns: readonly Column[], width: number): Column[] {
  if (width === 0) return [...columns]
  const room = (shown: readonly Column[]) => width - shown.reduce((sum, column) => sum + Number(column.width ?? 0), 0)
  const gone = new Set<string>()
  const shown = () => columns.filter(({ key }) => !gone.has(key))
  for (const key of leavesFirst) if (room(shown()) < titleWidth) gone.add(key)
  return shown()
}

export const titleOf = ({ title, titleEn }: DocumentRow, { locale }: Text): string => (locale === 'en' && titleEn ? titleEn : title)

const isUnread = (list: DocumentListKind, row: DocumentRow): boolean =>
  (list.name === 'todo' || list.name === 'cc') && row.readState !== 1
