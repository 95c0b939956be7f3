import { Link, useNavigate } from 'react-router'
import { EllipsisOutlined } from '@ant-design/icons'
import { lazy, Suspense, useRef, useState } from 'react'
import type { Form } from '#kernel/form.ts'
import type { DocumentRow } from '#approval/wire/document-row.ts'
import type { Action } from '#approval/types.ts'
import { Money, Num } from '#shell/parts/Figures.tsx'
import { Person } from '#shell/parts/Person.tsx'
import { StateDot } from '#shell/parts/StatePill.tsx'
import { type Anchor, Menu } from '#shell/floating/Floating.tsx'
import { useKeyHold } from '#shell/key-hold.ts'
import { useDeclarationsSoFar } from '#shell/routing/routes-context.ts'
import { useText } from '#shell/text.tsx'
import { shortTime, waitingText } from '../duration.ts'
import { type DocumentListKind, isReturned, ownPrefix } from '../lists.ts'
import { DocumentTitle } from '../DocumentTitle.tsx'
import { processOf, stepOf, titleOf } from '../title.ts'
import { type DocumentColumn, sortedBy } from './use-columns.ts'
import { type ColumnContext, ownColumns } from './own-columns.tsx'
import { Remark } from './Remark.tsx'
import { RowAction } from '../rows/RowAction.tsx'
import { rowActions } from '../states.ts'
import { useDocumentsText } from '../texts.ts'
import { useDocumentLink } from '../use-document-link.ts'

/** Width of the title in pixels above which other columns get their preferred width. */
const amplyTitled = 360

/** Width of the title in pixels below which columns are hidden: first the common ones, then the number and the form's own. */
const titleRoom = { common: 300, own: 200 }

/** Number of the form's own columns that are hidden only after the document number. */
const leadingColumns = 3

/** Common columns in the order in which they are hidden for lack of room; the number and the form's own follow. */
const leavesFirst = ['endTime', 'dueTime', 'assignees', 'department', 'createTime', 'process']

/** All columns that a list can have, in order. */
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

/** The columns of the list of one form: the form's own after the title, and fewer common ones. */
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
      <span className="oa-titled row gap-8 narrow relative">
        <DocumentTitle row={row} first={(called) => (
          <Link className="oa-row-title cut ink" to={link(row)} onClick={() => onOpen(row)}>
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

/** The columns that fit next to the title; those chosen by the user are always kept. */
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

/** Widens columns towards their preferred widths, proportionally, if the title has room to spare. */
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

/** Minimum table width in pixels for these columns. */
export const leastWidth = (columns: readonly DocumentColumn[]): number => widthOf(columns) + titleRoom.own

const isUnread = (list: DocumentListKind, row: DocumentRow): boolean => (list.name === 'todo' || list.name === 'cc') && row.readState !== 1

const ProcessProgress = lazy(async () => ({ default: (await import('#shell/detail/progress/ProcessProgress.tsx')).ProcessProgress }))

interface RowMenuProps {
  readonly row: DocumentRow
  readonly isOwn: boolean
  onOpen(row: DocumentRow): void
}

/** The menu of a row: open, progress, and the initiator's actions. */
function RowMenu({ row, isOwn, onOpen }: RowMenuProps) {
  const { t } = useDocumentsText()
  const text = useText()
  const navigate = useNavigate()
  const link = useDocumentLink()
  const form = useDeclarationsSoFar()?.form(row.businessType)
  const button = useRef<HTMLButtonElement>(null)
  const [anchor, setAnchor] = useState<Anchor>()
  const [action, setAction] = useState<Action | 'progress'>()
  const title = titleOf(row, text)
  const open = () => {
    onOpen(row)
    void navigate(link(row))
  }
  const hold = useKeyHold()
  const close = () => {
    hold()
    setAction(undefined)
  }
  const start = (name: Action) => {
    hold(close)
    setAction(name)
  }
  const items = [
    { key: 'open', label: t('row.open'), choose: open },
    { key: 'progress', label: t('row.progress'), choose: () => setAction('progress') },
    ...(isOwn ? rowActions(row, form) : []).map((name) => ({ key: name, label: t(`row.${name}`), choose: () => start(name) })),
  ]
  return (
    <span className="oa-row-actions nowrap">
      <button ref={button} type="button" className="plain" aria-label={`${t('row.more')} ${title}`} aria-haspopup="menu"
        aria-expanded={anchor !== undefined} data-tip={t('row.more')}
        onClick={() => setAnchor(anchor ? undefined : button.current?.getBoundingClientRect())}
      >
        <EllipsisOutlined aria-hidden />
      </button>
      {anchor && (
        <Menu anchor={anchor} side="below-end" name={t('row.more')} sections={[{ key: 'row', items }]} onClose={() =>
          setAnchor(undefined)} />
      )}
      {action === 'progress' && (
        <Suspense>
          <ProcessProgress procInstId={row.procInstId} businessType={row.businessType} heading={title} onClose={close} />
        </Suspense>
      )}
      {action !== undefined && action !== 'progress' && <RowAction row={row} action={action} onClose={close} />}
    </span>
  )
}
