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
}

/** Narrowest title, pixels. */
const titleWidth = 240

/** What leaves when there is no room for the title, in this order. */
const leavesFirst = ['department', 'createTime', 'process', 'businessNo']

/** Columns of a list, in their order. */
export function columnsOf({ list, text, link, first, sort }: Setting): readonly Column[] {
  const { t, locale, name } = text
  const year = new Date().getFullYear()
  const isTodo = list.name === 'todo'
  const sortOf = (column: string) => ({
    sorter: true, sortOrder: sort?.column === column ? (sort.asc ? ('ascend' as const) : ('descend' as const)) : null,
  })
  const columns: (Column | false)[] = [
    { key: 'index', title: '#', width: 44, render: (_, __, index) => <span className="num oa-nothing">{first + index + 1}</span> },
    { key: 'businessNo', title: t('documents.number'), width: 152, ...sortOf('businessNo'), render: (_, row) => <Num>{row.businessNo}</Num> },
    {
      key: 'title', title: t('documents.titleColumn'), ellipsis: true,
      render: (_, row) => <Link className="oa-row-title" to={link(row)}>{titleOf(row, text)}{isUnread(list, row) && <span className="unseen">{t('documents.unread')}</span>}</Link>,
    },
    { key: 'process', title: t('documents.process'), width: 124, ellipsis: true, render: (_, row) => (locale === 'cn' ? row.processName : row.processNameEn) },
    list.name !== 'initiated' && {
      key: 'initiator', title: t('documents.initiator'), width: locale === 'cn' ? 110 : 140,
      render: (_, row) => <Person id={row.initiatorId} name={row.applyerUser?.name ?? ''} />,
    },
    list.name !== 'initiated' && { key: 'department', title: t('documents.department'), width: 120, ellipsis: true, render: (_, row) => name(row.departmentName) },
    { key: 'amount', title: t('documents.amount'), width: 126, align: 'right', render: (_, row) => <Money value={row.amount} /> },
    !isTodo && { key: 'state', title: t('documents.state'), width: 100, render: (_, row) => <StateDot state={row.state} /> },
    { key: 'node', title: t('documents.node'), width: 120, ellipsis: true, render: (_, row) => (locale === 'cn' ? row.nodeName : row.nodeNameEn) || <span className="oa-nothing">—</span> },
    { key: 'createTime', title: t('documents.initiated'), width: 108, ...sortOf('createTime'), render: (_, row) => <Num>{shortTime(row.createTime, year)}</Num> },
    isTodo && { key: 'waiting', title: t('documents.waiting'), width: 84, align: 'right', render: (_, row) => <Num>{waitingText(row.stayHours, text)}</Num> },
  ]
  return columns.filter((column) => column !== false)
}

/** In English the department is in the person's card unless the screen is wide. */
export function columnsThatFit(columns: readonly Column[], width: number): Column[] {
  if (width === 0) return [...columns]
  const room = (shown: readonly Column[]) => width - shown.reduce((sum, column) => sum + Number(column.width ?? 0), 0)
  const gone = new Set<string>()
  const shown = () => columns.filter(({ key }) => !gone.has(key))
  for (const key of leavesFirst) if (room(shown()) < titleWidth) gone.add(key)
  return shown()
}

export const titleOf = ({ title, titleEn }: DocumentRow, { locale }: Text): string => (locale === 'en' && titleEn ? titleEn : title)

export const isUnread = (list: DocumentListKind, row: DocumentRow): boolean =>
  (list.name === 'todo' || list.name === 'cc') && row.readState !== 1
